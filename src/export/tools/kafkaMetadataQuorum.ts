import type { QuorumReplica, QuorumResult } from '../../shared/QuorumResult.ts';
import { topicId } from '../../shared/topicId.ts';
import { controllerEndpoint } from './addresses.ts';
import { tabbedTable } from './columns.ts';

/** Voters of a quorum that configs name (`kraft.version` 0) have none. */
const NO_DIRECTORY_ID = 'AAAAAAAAAAAAAAAAAAAAAA';

/**
 * `kafka-metadata-quorum.sh describe`. Kafka: `MetadataQuorumCommand` (4.2.2). Simplified: ids of the cluster and of directories are made
 * from the seed, times are simulated.
 */
export const quorumDescribe = {
  status: (quorum: QuorumResult, seed: number): string =>
    [
      ['ClusterId', topicId('cluster', seed)],
      ['LeaderId', quorum.leaderId],
      ['LeaderEpoch', quorum.leaderEpoch],
      ['HighWatermark', quorum.highWatermark],
      ['MaxFollowerLag', quorum.maxFollowerLag],
      ['MaxFollowerLagTimeMs', quorum.maxFollowerLagTimeMs],
      ['CurrentVoters', nodes(quorum.currentVoters, (id) => `"endpoints": ["${controllerEndpoint(id)}"]`)],
      [
        'CurrentObservers',
        nodes(quorum.currentObservers, (id) => `"directoryId": "${directoryId(id, seed)}"`),
      ],
    ]
      .map(([name, value]) => `${`${name}:`.padEnd(24)}${value}\n`)
      .join(''),
  replication: ({ replication }: QuorumResult, seed: number): string =>
    tabbedTable(
      [
        'NodeId',
        'DirectoryId',
        'LogEndOffset',
        'Lag',
        'LastFetchTimestamp',
        'LastCaughtUpTimestamp',
        'Status',
      ],
      replication.map((replica) => [
        String(replica.nodeId),
        directoryOf(replica, seed),
        String(replica.logEndOffset),
        String(replica.lag),
        String(replica.lastFetchTimestamp),
        String(replica.lastCaughtUpTimestamp),
        replica.status,
      ]),
    ),
} as const;

function nodes(ids: readonly number[], more: (id: number) => string): string {
  return `[${ids.map((id) => `{"id": ${id}, ${more(id)}}`).join(', ')}]`;
}

function directoryOf({ nodeId, status }: QuorumReplica, seed: number): string {
  return status === 'Observer' ? directoryId(nodeId, seed) : NO_DIRECTORY_ID;
}

function directoryId(nodeId: number, seed: number): string {
  return topicId(`directory of node ${nodeId}`, seed);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KafkaCluster } from '../cluster/KafkaCluster.ts';
import type { RecordedQuorumReplica } from '../recording/Recording.ts';

/** Kafka's tool waits a minute by itself. */
const TIMEOUTS = 'request.timeout.ms=5000\ndefault.api.timeout.ms=15000\n';

/**
 * The quorum as `kafka-metadata-quorum` describes it: voters, who leads them, and observers. Null when fewer than a majority of its voters can answer:
 * the tool would wait in vain.
 */
export async function recordQuorum(cluster: KafkaCluster): Promise<readonly RecordedQuorumReplica[] | null> {
  const voters = cluster.plans().filter((plan) => plan.isController);
  const reachable = voters.filter(({ nodeId }) => cluster.isReachable(nodeId));
  if (reachable.length * 2 <= voters.length) return null;
  const timeoutsFile = join(cluster.processes.folder, 'quorum-command.properties');
  writeFileSync(timeoutsFile, TIMEOUTS);
  const describe = () =>
    cluster.driver.ask<string>('tool', {
      name: 'MetadataQuorumCommand',
      args: [
        '--bootstrap-controller',
        reachable.map(({ controllerPort }) => `127.0.0.1:${String(controllerPort)}`).join(','),
        '--command-config',
        timeoutsFile,
        'describe',
        '--replication',
      ],
    });
  // On a busy machine a node may take longer to answer than the tool waits.
  return parseQuorum(await describe().catch(describe));
}

/** The table that the tool prints: the first column is NodeId, the last one Status. */
export function parseQuorum(printed: string): RecordedQuorumReplica[] {
  const [header = '', ...rows] = printed.trim().split('\n');
  const names = header.trim().split(/\s+/);
  if (names[0] !== 'NodeId' || names.at(-1) !== 'Status')
    throw new Error(`kafka-metadata-quorum printed no table: ${printed}`);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .map((cells) => [Number(cells[0]), cells.at(-1) ?? ''] as const)
    .sort(([a], [b]) => a - b);
}

import type { Controller } from '../../controller/Controller.ts';
import { isElectionNeeded } from '../../controller/electLeaders.ts';
import { fencingCheckPeriodUs } from '../../controller/staleBroker.ts';
import { METADATA_RECORD_BYTES } from '../../protocol/requests.ts';
import { beginQuorumIntervalUs } from '../../raft/checkQuorum.ts';
import { firstKeptSnapshot } from '../../raft/firstKeptSnapshot.ts';
import { CLEAN_INTERVAL_US } from '../../raft/metadataSnapshots.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import { clockMsAt } from './observeQuiet.ts';
import type { CheckLoop, MetadataLoop } from './Quiet.ts';

/** What a controller looks at again and again. */
export function controllerChecks(
  node: NodeIndex,
  controller: Controller,
  { state }: Cluster,
): Omit<CheckLoop, 'dueUs'>[] {
  const { config, raft, image } = controller;
  const check = (key: string, periodUs: Micros, isIdleAt: (atUs: Micros) => boolean) => ({
    node,
    key,
    periodUs,
    isIdleAt,
  });
  const registrations = [...image.partitions.values()].map(({ registration }) => registration);
  const checks = [
    // Every broker that has a session goes on with its heartbeats.
    check('fencing', fencingCheckPeriodUs(config.sessionTimeoutUs), () => true),
    check(
      'task/electPreferred',
      config.leaderImbalanceCheckIntervalUs,
      () => !registrations.some((registration) => isElectionNeeded('PREFERRED', registration)),
    ),
    check(
      'task/electUnclean',
      config.uncleanElectionIntervalUs,
      () => !registrations.some((registration) => isElectionNeeded('UNCLEAN', registration)),
    ),
    check('raft/clean', CLEAN_INTERVAL_US, (atUs) => {
      const { log } = raft;
      const records = Math.ceil((atUs - state.nowUs) / config.maxIdleIntervalUs) + 1;
      const bytesFrom = (offset: number): number => METADATA_RECORD_BYTES * (log.endOffset + records - offset);
      const { snapshots, startOffset } = log;
      return firstKeptSnapshot(snapshots, startOffset, bytesFrom, clockMsAt(atUs), raft.config.snapshots) === 0;
    }),
  ];
  if (raft.state?.kind === 'Leader' && raft.voters.length > 1)
    checks.push(check('raft/poll', beginQuorumIntervalUs(raft.config.fetchTimeoutUs), () => true));
  return checks;
}

/** When the first of the voters makes a snapshot. */
export function nextSnapshotUs(
  controllers: readonly (readonly [NodeIndex, Controller])[],
  { beatUs }: MetadataLoop,
  nowUs: Micros,
): Micros {
  let firstUs = Infinity;
  for (const [, { raft }] of controllers) {
    const { snapshotCounters, config } = raft;
    const { maxIntervalUs, maxBytesBetween } = config.snapshots;
    if (maxIntervalUs > 0) firstUs = Math.min(firstUs, snapshotCounters.sinceUs + maxIntervalUs);
    const records = Math.floor((maxBytesBetween - snapshotCounters.bytes) / METADATA_RECORD_BYTES);
    firstUs = Math.min(firstUs, nowUs + (records - 2) * beatUs);
  }
  return firstUs;
}

import type { Broker } from '../engine/broker/Broker.ts';
import { runsOf } from '../engine/broker/share/InFlightBatch.ts';
import type { SharePartition } from '../engine/broker/share/SharePartition.ts';
import type { TopicPartition } from '../shared/units.ts';
import type { ShareRunView, ShareView } from './frame.ts';

/** Runs of one share partition that are shown; the rest is counted. */
const SHOWN_RUNS = 200;

/** What share groups have in flight of a partition, as its leader knows it; undefined where there are none. */
export function projectShares(
  topicPartition: TopicPartition,
  leader: Broker | undefined,
  names: readonly string[],
): readonly ShareView[] | undefined {
  const shares = leader?.process?.shares;
  if (!leader || !shares || shares.isDormant) return undefined;
  const own = [...shares.partitions.values()].filter((share) => share.topicPartition === topicPartition);
  return own.length === 0 ? undefined : own.map((share) => shareView(share, leader, names));
}

function shareView(share: SharePartition, { config, process }: Broker, names: readonly string[]): ShareView {
  const { groupId, status, records } = share;
  const runs = shownRuns(share);
  const { deliveryCountLimit, maxRecordLocks } = config.groups.share;
  const sessions = process?.shares.sessions.values() ?? [];
  return {
    group: groupId,
    isLoading: status === 'INITIALIZING',
    startOffset: records.startOffset,
    endOffset: records.batches.length === 0 ? null : records.endOffset,
    deliveryCountLimit,
    maxRecordLocks,
    members: [...sessions]
      .filter((session) => session.groupId === groupId && session.partitions.includes(share.topicPartition))
      .map(({ memberId, source }) => ({ memberId, client: clientOf(names[source]) })),
    runs: runs.slice(0, SHOWN_RUNS),
    moreRuns: Math.max(0, runs.length - SHOWN_RUNS),
  };
}

/** `consumer:worker-1` → `worker-1`. */
function clientOf(name = ''): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Records that follow one another and are alike. */
function shownRuns({ records }: SharePartition): ShareRunView[] {
  const runs: ShareRunView[] = [];
  for (const batch of records.batches)
    for (const { firstOffset, lastOffset, state } of runsOf(batch, records.startOffset, records.endOffset)) {
      const last = runs.at(-1);
      const lockEndsUs = state.lockEndsUs === Infinity ? null : state.lockEndsUs;
      const { deliveryCount, memberId } = state;
      if (
        last?.lastOffset === firstOffset - 1 &&
        last.state === state.state &&
        last.deliveryCount === deliveryCount &&
        last.memberId === memberId &&
        last.lockEndsUs === lockEndsUs
      )
        runs[runs.length - 1] = { ...last, lastOffset };
      else runs.push({ firstOffset, lastOffset, state: state.state, deliveryCount, memberId, lockEndsUs });
    }
  return runs;
}

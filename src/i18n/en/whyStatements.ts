import { formatBytes, formatNumber } from '../format.ts';
import { joinAnd, plural } from '../plural.ts';

const n = formatNumber;
const records = (count: number) => plural(count, { one: '# record', other: '# records' });
const brokers = (ids: readonly number[]): string =>
  ids.length === 0 ? 'nobody' : `${ids.length === 1 ? 'broker' : 'brokers'} ${joinAnd(ids.map(String))}`;

/** Which rule of retention takes a segment. */
const REASONS = {
  StartOffsetBreach: 'it ends below the log start',
  RetentionSizeBreach: 'without it the log is still not below retention.bytes',
  RetentionMsBreach: 'its newest record is older than retention.ms',
};

/** How a value comes about now, in this cluster’s numbers; and after “Ends when” what changes it. */
export const whyStatements = {
  lag: (partition: string, end: number, position: number) =>
    `${partition}: ${records(end - position)}, from its position ${n(position)} to ${n(end)}, which is the end that this reader may read.`,
  noPosition: (partition: string) => `${partition}: no position yet, so no lag can be told.`,
  groupLag: (partition: string, end: number, committed: number | null) =>
    committed === null
      ? `${partition}: nothing is committed; kafka-consumer-groups.sh prints a dash.`
      : `${partition}: ${records(end - committed)}, from the committed offset ${n(committed)} to the high watermark ${n(end)}.`,
  lagEnds:
    'it has read, and a group has committed, as far as the end: each poll() takes up to max.poll.records',

  isr: (isr: readonly number[], min: number) =>
    `In sync: ${brokers(isr)}; min.insync.replicas asks for ${min}.`,
  isrEnds: 'a follower lags for replica.lag.time.max.ms, is fenced, or has caught up again',
  elr: (elr: readonly number[], isr: number, min: number) =>
    elr.length > 0
      ? `${brokers(elr)} left the ISR while it was below min.insync.replicas ${min}: each has all that is committed.`
      : isr >= min
        ? `Empty: the ISR has ${isr} of the ${min} that min.insync.replicas asks for.`
        : `Empty, though the ISR has ${isr} of ${min}: nobody left it below the minimum.`,
  elrOff: 'Empty: eligible.leader.replicas.version is 0 in this cluster.',
  elrEnds:
    'the ISR has min.insync.replicas members again, a member of it is elected or comes back after an unclean stop, or the minimum is changed',
  lastKnownElr: (last: readonly number[]) =>
    last.length === 0
      ? 'None is stored: the partition has a leader, or had one whose ISR was left.'
      : `${brokers(last)} led it last, before nobody was left in ISR and ELR.`,
  lastKnownElrEnds: 'the partition has a leader again',
  highWatermark: (offset: number, holder: number | null, end: number) =>
    holder === null
      ? `${n(offset)}: nobody leads the partition, so nothing moves it.`
      : `${n(offset)} is the least that the leader and all in-sync replicas have; broker ${holder} has come to ${n(end)}.`,
  highWatermarkFrozen: (isr: number, min: number) =>
    `It does not move: the ISR has ${isr} of the ${min} that min.insync.replicas asks for.`,
  highWatermarkEnds: 'the slowest of them has fetched further, or has left the ISR',
  offline: (replicas: readonly number[]) => `Nobody leads it. It needs one of ${brokers(replicas)} alive.`,
  leader: (leader: number, epoch: number) => `Broker ${leader} leads it in epoch ${epoch}.`,
  logStart: (offset: number) => `The log begins at ${n(offset)}: what stood before was deleted.`,
  logStartZero: 'The log begins at 0: nothing was deleted from it.',
  logStartEnds: 'retention deletes a segment, or somebody asks for DeleteRecords',

  goes: (baseOffset: number, reason: keyof typeof REASONS) =>
    `The segment ${n(baseOffset)} goes at a check of retention, because ${REASONS[reason]}.`,
  goesEnds: 'the broker checks retention (log.retention.check.interval.ms)',
  held: (baseOffset: number) => `It goes only after segment ${n(baseOffset)}, which stands before it.`,
  stays: (baseOffset: number) => `Segment ${n(baseOffset)} stays: no rule of retention takes it.`,
  staysEnds:
    'its newest record is older than retention.ms, the log is larger than retention.bytes, or the log start passes it',
  waitsForHighWatermark: (baseOffset: number) =>
    `Segment ${n(baseOffset)} stays: it reaches beyond the high watermark.`,
  waitsEnds: 'the high watermark has passed it',
  unattended: (baseOffset: number) => `Segment ${n(baseOffset)} stays: no process runs that would look.`,
  unattendedEnds: 'its broker runs again',
  active: (sizeBytes: number, segmentBytes: number) =>
    `The active segment has ${formatBytes(sizeBytes)} of segment.bytes ${formatBytes(segmentBytes)}.`,
  activeEnds: 'an append would make it larger than segment.bytes, or older than segment.ms',
  clean: (below: number) => `Cleaned below ${n(below)}; what stands after it is dirty.`,
  cleanEnds: (percent: number) =>
    `the dirty share is above ${n(percent, 1)} % (min.cleanable.dirty.ratio) and a cleaner thread is free`,

  coordinator: (broker: number) => `Broker ${broker}, which leads the partition that its name falls into.`,
  noCoordinator:
    'None is known: the partition that its name falls into has no leader, or has not been read yet.',
  noCoordinatorEnds:
    'that partition has a leader which has read it; FindCoordinator is asked again every retry.backoff.ms',
  shareRecords: (start: number, inFlight: number) =>
    `From ${n(start)} on, ${records(inFlight)} in flight between SPSO and SPEO.`,
  shareRecordsEnds:
    'each is acknowledged, or its acquisition lock is over (group.share.record.lock.duration.ms)',
};

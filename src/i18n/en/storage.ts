import { formatBytes, formatDuration, formatNumber, formatTime } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;

/** Which config takes a segment. */
const REASONS = {
  StartOffsetBreach: 'below the log start',
  RetentionSizeBreach: 'retention.bytes',
  RetentionMsBreach: 'retention.ms',
};

/** What stands on the disks: segments of a partition's replicas, bytes of each broker. */
export const storage = {
  segments: {
    title: (partition: string) => `Segments of ${partition}`,
    noPartition: 'No partition has a log yet.',
    replica: 'Replica on broker',
    /** Of the replica that is listed. */
    ends: (facts: {
      readonly segments: number;
      readonly sizeBytes: number;
      readonly logStart: number;
      readonly highWatermark: number;
      readonly logEnd: number;
    }) =>
      `${plural(facts.segments, { one: '# segment', other: '# segments' })}, ${formatBytes(facts.sizeBytes)}. Log start ${n(facts.logStart)}, HW ${n(facts.highWatermark)}, LEO ${n(facts.logEnd)}.`,
    picture: (partition: string) =>
      `Segments of ${partition} by the time of their records; a bar is as full as its file`,
    lane: (broker: number) => `broker ${broker}`,
    now: 'now',
    limit: (ms: number) => `older than ${formatDuration(ms * 1000)}`,
    tick: (ms: number) =>
      ms < 0 ? `−${formatDuration(-ms * 1000)}` : ms === 0 ? '0' : formatDuration(ms * 1000),
    list: (broker: number) => `Files on broker ${broker}`,
    caption: (partition: string, broker: number) =>
      `Segments of ${partition} on broker ${broker}, the oldest first`,
    file: 'File',
    offsets: 'Offsets',
    size: 'Size',
    times: 'Record times',
    next: 'What comes next',
    range: (from: number, to: number) => (to < from ? 'none yet' : `${n(from)}–${n(to)}`),
    timeRange: (fromMs: number, toMs: number) => `${formatTime(fromMs * 1000)}–${formatTime(toMs * 1000)}`,
    noTimes: 'none yet',
    active: (sizeBytes: number, segmentBytes: number) =>
      `active, ${formatBytes(sizeBytes)} of ${formatBytes(segmentBytes)}`,
    between: (count: number) => plural(count, { one: '# more segment', other: '# more segments' }),
    deletedFile: 'now .deleted',
    fates: {
      goes: (reason: keyof typeof REASONS, inUs: number) =>
        inUs <= 0
          ? `goes at this check (${REASONS[reason]})`
          : `goes in ${formatDuration(inUs)} (${REASONS[reason]})`,
      held: (baseOffset: number, inUs: number) =>
        `goes in ${formatDuration(inUs)}, held by ${n(baseOffset)} before it`,
      /** If nothing more is written to it. */
      activeGoes: (inUs: number) => `if nothing comes, goes in ${formatDuration(inUs)}`,
      waitsForHighWatermark: 'stays until it is committed',
      stays: 'stays',
      unattended: 'stays, the broker is down',
      unlinked: (inUs: number) => `unlinked in ${formatDuration(inUs)}`,
    },
    nextCheck: (inUs: number) => `Retention is checked in ${formatDuration(Math.max(0, inUs))}.`,
  },
  disks: {
    title: 'Disks',
    empty: 'No broker has a disk yet.',
    broker: (broker: number) => `Broker ${broker}`,
    bytes: (sizeBytes: number) => formatBytes(sizeBytes),
    offline: 'offline',
    partitions: (count: number) => plural(count, { one: '# partition', other: '# partitions' }),
    share: (partition: string, sizeBytes: number) => `${partition} ${formatBytes(sizeBytes)}`,
    more: (count: number) => plural(count, { one: '+ # more', other: '+ # more' }),
    deleted: (sizeBytes: number) => `${formatBytes(sizeBytes)} renamed, not yet free`,
    picture: (broker: number, logDir: string) => `Bytes of broker ${broker} in ${logDir}, by partition`,
  },
};

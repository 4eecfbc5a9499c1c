import type { TraceEvent, TraceKind, TraceRow } from '../shared/traceEvents.ts';
import type { Micros } from '../shared/units.ts';

export type TimelineMarkKind = 'command' | 'election' | 'fencing' | 'isr' | 'error' | 'fault' | 'transaction';

/** A place on the timeline worth going to. The page words it from `event`. */
export interface TimelineMark {
  readonly kind: TimelineMarkKind;
  readonly timeUs: Micros;
  readonly seq: number;
  readonly event: TraceEvent;
  /** Last repeat of the same error; `timeUs` when it came once. */
  readonly untilUs: Micros;
  readonly untilSeq: number;
}

/** What comes again within this time is the same trouble, or the same stream of transactions, and widens its mark. */
const SAME_TROUBLE_US: Micros = 2_000_000;
/** Ten days of a flapping cluster. The oldest go, as on any timeline that has become too long to look at. */
const MOST_MARKS = 50_000;

const KIND_OF_MARK: Readonly<Partial<Record<TraceKind, TimelineMarkKind>>> = {
  CommandApplied: 'command',
  BrokerKilled: 'fault',
  PowerLost: 'fault',
  ControllerKilled: 'fault',
  ControllerPowerLost: 'fault',
  ControllerActivated: 'election',
  LinkCut: 'fault',
  LinkMended: 'fault',
  ConnectionsReset: 'fault',
  LeaderElected: 'election',
  PartitionOffline: 'election',
  BrokerFenced: 'fencing',
  BrokerUnfenced: 'fencing',
  IsrShrunk: 'isr',
  IsrExpanded: 'isr',
  AlterPartitionFailed: 'error',
  BrokerRegistrationRefused: 'error',
  FetchFailed: 'error',
  ProduceRefused: 'error',
  ProduceTimedOut: 'error',
  RecordsFailed: 'error',
  TransactionFailed: 'error',
  // Told apart below: only its end is a mark.
  TransactionStateChanged: 'transaction',
  ProducerFenced: 'transaction',
  DiskFailed: 'fault',
  DiskSlowed: 'fault',
  ClientDied: 'fault',
  ProcessPaused: 'fault',
  InvariantBroken: 'error',
  // It cuts off what was written: as good as an error to who looks for a lost record.
  LogTruncated: 'error',
};

function kindOf(event: TraceEvent): TimelineMarkKind | undefined {
  if (event.kind === 'TransactionStateChanged' && !event.to.startsWith('Complete')) return undefined;
  return KIND_OF_MARK[event.kind];
}

/**
 * Marks with those of new rows merged in, ordered by time. Rows of time that is run again bring nothing new, so marks of a
 * future that was explored stay while the playhead goes back. The same list comes back when nothing changed.
 */
export function addMarks(marks: readonly TimelineMark[], rows: readonly TraceRow[]): readonly TimelineMark[] {
  // Most frames bring only the steady stream.
  if (!rows.some((row) => kindOf(row.event) !== undefined)) return marks;
  const added: TimelineMark[] = [];
  const known = new MarksBySubject(marks);
  for (const row of rows) {
    const kind = kindOf(row.event);
    if (kind === undefined) continue;
    const subject = subjectOf(row.event);
    const previous = known.latestUpTo(subject, row);
    if (previous !== undefined && isUpTo(row, { timeUs: previous.untilUs, seq: previous.untilSeq })) continue;
    const isStream = kind === 'error' || kind === 'transaction';
    if (previous !== undefined && isStream && row.timeUs - previous.untilUs <= SAME_TROUBLE_US) {
      previous.untilUs = row.timeUs;
      previous.untilSeq = row.seq;
      known.changed = true;
      continue;
    }
    const mark = {
      kind,
      timeUs: row.timeUs,
      seq: row.seq,
      event: row.event,
      untilUs: row.timeUs,
      untilSeq: row.seq,
    };
    added.push(mark);
    known.add(subject, mark);
  }
  if (added.length === 0 && !known.changed) return marks;
  return [...known.original(), ...added]
    .sort((a, b) => a.timeUs - b.timeUs || a.seq - b.seq)
    .slice(-MOST_MARKS);
}

/** What is left of the marks when the future after `nowUs` is given up; of this very instant only what `isPast` holds. */
export function forgetFuture(
  marks: readonly TimelineMark[],
  nowUs: Micros,
  isPast: (seq: number) => boolean,
): readonly TimelineMark[] {
  const kept = marks.filter((mark) => mark.timeUs < nowUs || (mark.timeUs === nowUs && isPast(mark.seq)));
  return kept.map((mark) =>
    mark.untilUs <= nowUs ? mark : { ...mark, untilUs: mark.timeUs, untilSeq: mark.seq },
  );
}

/** The last mark before a point; `insideInstant` tells that events of this very instant are done. */
export function previousMark(
  marks: readonly TimelineMark[],
  nowUs: Micros,
  insideInstant: boolean,
): TimelineMark | undefined {
  return marks.findLast((mark) => mark.timeUs < nowUs || (insideInstant && mark.timeUs === nowUs));
}

interface Point {
  readonly timeUs: Micros;
  readonly seq: number;
}

/** Order of the simulation: time, then seq. A timer that was set early fires late, so seq alone says nothing. */
function isUpTo(a: Point, b: Point): boolean {
  return a.timeUs < b.timeUs || (a.timeUs === b.timeUs && a.seq <= b.seq);
}

type Draft = { -readonly [Key in keyof TimelineMark]: TimelineMark[Key] };

/** Marks by what they speak of, copied on the first change. */
class MarksBySubject {
  changed = false;
  private readonly bySubject = new Map<string, Draft[]>();
  private readonly drafts: Draft[];

  constructor(private readonly marks: readonly TimelineMark[]) {
    this.drafts = marks.map((mark) => ({ ...mark }));
    for (const draft of this.drafts) this.add(subjectOf(draft.event), draft);
  }

  add(subject: string, mark: Draft): void {
    const same = this.bySubject.get(subject);
    if (same === undefined) this.bySubject.set(subject, [mark]);
    else same.push(mark);
  }

  latestUpTo(subject: string, row: Point): Draft | undefined {
    return this.bySubject.get(subject)?.findLast((mark) => isUpTo(mark, row));
  }

  /** The marks given; those that did not change with their identity. */
  original(): readonly TimelineMark[] {
    return this.marks.map((mark, i) => (mark.untilSeq === this.drafts[i]!.untilSeq ? mark : this.drafts[i]!));
  }
}

/** Two facts with the same subject are the same trouble when close, and the same row when they share a seq. */
function subjectOf(event: TraceEvent): string {
  switch (event.kind) {
    case 'CommandApplied':
      return `${event.kind} ${event.command} ${event.target}`;
    case 'BrokerKilled':
    case 'PowerLost':
    case 'BrokerFenced':
    case 'BrokerUnfenced':
      return `${event.kind} ${event.broker}`;
    case 'ControllerKilled':
    case 'ControllerPowerLost':
    case 'ControllerActivated':
      return `${event.kind} ${event.controller}`;
    case 'BrokerRegistrationRefused':
      return `${event.kind} ${event.broker} ${event.error}`;
    case 'LinkCut':
    case 'LinkMended':
    case 'ConnectionsReset':
      return `${event.kind} ${event.between.join(' ')}`;
    case 'LeaderElected':
    case 'PartitionOffline':
    case 'IsrShrunk':
    case 'IsrExpanded':
      return `${event.kind} ${event.partition}`;
    case 'LogTruncated':
      return `${event.kind} ${event.partition} ${event.broker}`;
    case 'AlterPartitionFailed':
    case 'FetchFailed':
      return `${event.kind} ${event.partition} ${event.broker} ${event.error}`;
    case 'ProduceRefused':
      return `${event.kind} ${event.partition} ${event.producer} ${event.error}`;
    case 'ProduceTimedOut':
      return `${event.kind} ${event.partition} ${event.producer}`;
    case 'RecordsFailed':
      return `${event.kind} ${event.partition} ${event.producer} ${event.error}`;
    case 'TransactionStateChanged':
      return `${event.kind} ${event.transactionalId} ${event.to}`;
    case 'ProducerFenced':
      return `${event.kind} ${event.transactionalId}`;
    case 'DiskFailed':
    case 'DiskSlowed':
      return `${event.kind} ${event.broker}`;
    case 'ClientDied':
      return `${event.kind} ${event.client}`;
    case 'ProcessPaused':
      return `${event.kind} ${event.node}`;
    case 'TransactionFailed':
      return `${event.kind} ${event.producer} ${event.error}`;
    default:
      return event.kind;
  }
}

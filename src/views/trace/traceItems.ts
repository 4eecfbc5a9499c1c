import { InterestTracker, interestOf, isTold, type Interest } from '../../shared/interestingEvents.ts';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import type { SimulationState } from '../../state/Simulation.ts';

/** A line of "What just happened": a fact, or the routine between two facts in one. */
export type TraceItem = FactItem | SummaryItem;

export interface FactItem {
  readonly type: 'fact';
  readonly key: string;
  readonly row: TraceRow;
  readonly tone: 'plain' | 'error';
  readonly by: 'you' | 'scenario' | null;
}

export interface SummaryItem {
  readonly type: 'summary';
  readonly key: string;
  readonly timeUs: number;
  readonly counts: RoutineCounts;
}

export interface RoutineCounts {
  appended: number;
  highWatermark: number;
  acknowledged: number;
  read: number;
  other: number;
}

export function traceItems(
  trace: readonly TraceRow[],
  commands: SimulationState['commands'],
  most: number,
): TraceItem[] {
  const tracker = new InterestTracker();
  const items: TraceItem[] = [];
  let routine: RoutineCounts | null = null;
  let deed: { readonly by: FactItem['by']; readonly seq: number } | null = null;
  for (const [index, row] of trace.entries()) {
    const { event } = row;
    if (!isTold(tracker.observe(event), 'change')) {
      routine ??= emptyCounts();
      count(routine, event);
      continue;
    }
    if (routine !== null && isWorthALine(routine))
      items.push(summary(trace[index - 1]!, routine, items.length));
    routine = null;
    if (event.kind === 'CommandApplied') {
      deed = { by: isByHand(row, commands) ? 'you' : 'scenario', seq: row.seq };
      // The deed and its first fact are one line, when they came in one event.
      if (followsAtOnce(trace[index + 1], row.seq)) continue;
    }
    items.push({
      type: 'fact',
      key: `${row.seq} ${event.kind} ${index}`,
      row,
      tone: interestOf(event) === 'error' ? 'error' : 'plain',
      by: deed?.seq === row.seq ? deed.by : null,
    });
    deed = null;
  }
  if (routine !== null && isWorthALine(routine))
    items.push(summary(trace[trace.length - 1]!, routine, items.length));
  return items.slice(-most);
}

/** Steps without records are not told even in sum. */
function isWorthALine({ appended, highWatermark, acknowledged, read }: RoutineCounts): boolean {
  return appended + highWatermark + acknowledged + read > 0;
}

function followsAtOnce(next: TraceRow | undefined, seq: number): boolean {
  return next?.seq === seq && isTold(interestOf(next.event), 'change');
}

function isByHand(row: TraceRow, commands: SimulationState['commands']): boolean {
  return (
    row.event.kind === 'CommandApplied' &&
    commands.some(
      ({ atUs, kind }) =>
        atUs === row.timeUs && row.event.kind === 'CommandApplied' && kind === row.event.command,
    )
  );
}

function summary(last: TraceRow, counts: RoutineCounts, place: number): SummaryItem {
  return { type: 'summary', key: `routine ${place} ${last.seq}`, timeUs: last.timeUs, counts };
}

export function emptyCounts(): RoutineCounts {
  return { appended: 0, highWatermark: 0, acknowledged: 0, read: 0, other: 0 };
}

/** Counts what the leader and the clients did; a follower's copy of the same is not counted twice. */
export function count(counts: RoutineCounts, event: TraceEvent): void {
  switch (event.kind) {
    case 'RecordsAppended':
      if (event.role === 'leader') counts.appended += event.count;
      return;
    case 'HighWatermarkAdvanced':
      if (event.role === 'leader') counts.highWatermark += event.to - event.from;
      return;
    case 'RecordsAcknowledged':
      counts.acknowledged += event.count;
      return;
    case 'RecordsDelivered':
      counts.read += event.count;
      return;
    default:
      counts.other += 1;
  }
}

/** The last fact worth telling that speaks of this entity; null when none does. */
export function lastFactAbout(trace: readonly TraceRow[], key: string): TraceRow | null {
  const [kind = '', name = ''] = key.split(':');
  const id = Number(name);
  const speaks = (event: TraceEvent): boolean => {
    if (kind === 'broker') {
      if ('broker' in event && event.broker === id) return true;
      if ('leader' in event && event.leader === id) return true;
      return (
        (event.kind === 'IsrShrunk' && event.removed.includes(id)) ||
        (event.kind === 'IsrExpanded' && event.added.includes(id))
      );
    }
    if (kind === 'producer')
      return 'producer' in event && (event.producer === name || event.producer === key);
    if (kind === 'consumer')
      return 'consumer' in event && (event.consumer === name || event.consumer === key);
    return event.kind === 'BrokerFenced' || event.kind === 'LeaderElected';
  };
  const isNews = (interest: Interest) => isTold(interest, 'change');
  return (
    trace.findLast(({ event }) => isNews(interestOf(event)) && speaks(event)) ??
    trace.findLast(({ event }) => speaks(event)) ??
    null
  );
}

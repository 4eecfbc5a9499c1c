import type { SimulationState } from '../state/Simulation.ts';
import type { LookUpFigures } from './EngineLike.ts';
import { evaluateGroupMeasure } from './groupMeasures.ts';
import { lagGoneMs, mostLag } from './lagOverTime.ts';
import { pausedPartitionMs } from './pausedPartitions.ts';
import { percentileOf, waitsInLogMs } from './waits.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import { matchesGoal } from '../scenario/TraceGoal.ts';
import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';

/** What predicates may look at: a run as the page sees it, and what happened since the step began. */
export interface LessonFacts {
  readonly entities: SimulationState['entities'];
  readonly ledger: SimulationState['ledger'];
  readonly nowUs: number;
  /** All rows since the step began, oldest first. */
  readonly rows: readonly TraceRow[];
  readonly ledgerAtStart: SimulationState['ledger'];
  readonly startUs: number;
  /** What the step looked up, by its name; absent until its acts are done. */
  readonly lookUps?: ReadonlyMap<string, LookUpFigures>;
}

/** Facts to look for; `where` compares fields, `before` keeps those ahead of the first fact that it describes. */
export interface FactPattern {
  readonly event: TraceGoal['event'];
  readonly where?: NonNullable<TraceGoal['where']>;
  readonly before?: { readonly event: TraceGoal['event']; readonly where?: NonNullable<TraceGoal['where']> };
  readonly after?: { readonly event: TraceGoal['event']; readonly where?: NonNullable<TraceGoal['where']> };
}

export type LedgerName = keyof SimulationState['ledger'];

/** A closed language: every number that a lesson speaks of is one of these, read from the run. */
export type Measure =
  | { readonly value: number }
  /** A number of the ledger as it stands. */
  | { readonly ledger: LedgerName }
  /** How much it grew since the step began. */
  | { readonly ledgerGrowth: LedgerName }
  /** How many facts fit. */
  | { readonly count: FactPattern }
  /** A field of the facts that fit: added up, the largest, the first or the last. */
  | { readonly sum: FactPattern; readonly field: string }
  | { readonly max: FactPattern; readonly field: string }
  | { readonly first: FactPattern; readonly field: string }
  | { readonly last: FactPattern; readonly field: string }
  /** Of 100 facts that fit, so many have at most this in a field: 50 the median, 99 the 99th percentile. */
  | { readonly percentile: FactPattern; readonly field: string; readonly percent: number }
  /**
   * How long records had stood in the log when poll() returned them, in ms, of the deliveries that fit: their mean, or the percentile. Those
   * that were written before the step began are not counted.
   */
  | { readonly readAfterMs: FactPattern; readonly percent?: number }
  /** When the first fact that fits happened, in ms from the start of the run. */
  | { readonly timeMs: FactPattern }
  /** From the first fact that fits one pattern to the first later one that fits another, in ms. */
  | { readonly betweenMs: readonly [FactPattern, FactPattern] }
  /** How many partitions the facts that fit name, each counted once. */
  | { readonly partitionsIn: FactPattern }
  /** For how long partitions of a group were without an owner, added up. */
  | { readonly pausedMs: { readonly group: string } }
  /** High watermark minus what the group has committed, of one partition or of all that it has committed. */
  | { readonly lag: { readonly group: string; readonly partition?: string } }
  /** The largest lag of a group since the step began, all partitions together; 0 before it committed anything. */
  | { readonly mostLag: { readonly group: string } }
  /** From a fact to the first commit of the group after it with which nothing was left to read, in ms. */
  | { readonly lagGoneMs: { readonly group: string; readonly after: FactPattern } }
  /** How long ago the first fact that fits happened, in ms. */
  | { readonly sinceMs: FactPattern }
  /** How many members of a group its coordinator has, and how many of them have no partition. */
  | { readonly members: { readonly group: string; readonly idle?: boolean } }
  /** What a group has committed of a partition. */
  | { readonly committed: { readonly group: string; readonly partition: string } }
  /** The position of a consumer in a partition. */
  | { readonly position: { readonly consumer: string; readonly partition: string } }
  /** A field of a thing, or of what it holds (`storage.sizeBytes`); of a list, how long it is. */
  | { readonly entity: string; readonly field: string }
  /** How many records of a type the metadata log shows, committed or not, with these fields. */
  | {
      readonly metadataRecords: {
        readonly type: string;
        readonly where?: Readonly<Record<string, string>>;
      };
    }
  /** What a look-up of the step took: a field of `LookUpFigures`. */
  | { readonly lookUp: string; readonly field: string }
  /** How many replicas hold everything below the given offset. */
  | { readonly replicasHolding: { readonly partition: string; readonly below: Measure } }
  /** How long ago a follower last held all that its leader held, as that leader has it. */
  | { readonly sinceCaughtUpMs: { readonly leader: string; readonly follower: number } }
  | { readonly minus: readonly [Measure, Measure] }
  | { readonly plus: readonly [Measure, Measure] };

export type Predicate =
  | { readonly all: readonly Predicate[] }
  | { readonly any: readonly Predicate[] }
  | { readonly not: Predicate }
  | { readonly saw: FactPattern }
  | ({ readonly measure: Measure } & Comparison)
  /** A field of a thing that is no number: a text, a truth, or a list item by item. */
  | {
      readonly entity: string;
      readonly field: string;
      readonly is: string | number | boolean | readonly number[];
    };

export interface Comparison {
  readonly eq?: number | Measure;
  readonly gt?: number | Measure;
  readonly gte?: number | Measure;
  readonly lt?: number | Measure;
  readonly lte?: number | Measure;
}

/** The number; null when the run does not have it (the fact never happened, no such thing). */
export function evaluateMeasure(measure: Measure, facts: LessonFacts): number | null {
  if ('value' in measure) return measure.value;
  if ('ledger' in measure) return facts.ledger[measure.ledger];
  if ('ledgerGrowth' in measure)
    return facts.ledger[measure.ledgerGrowth] - facts.ledgerAtStart[measure.ledgerGrowth];
  if ('count' in measure) return rowsLike(measure.count, facts.rows).length;
  if ('sum' in measure)
    return rowsLike(measure.sum, facts.rows).reduce(
      (sum, row) => sum + (numberOf(row, measure.field) ?? 0),
      0,
    );
  if ('max' in measure) {
    const values = rowsLike(measure.max, facts.rows).map((row) => numberOf(row, measure.field) ?? 0);
    return values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value));
  }
  if ('first' in measure) {
    const row = rowsLike(measure.first, facts.rows)[0];
    return row === undefined ? null : numberOf(row, measure.field);
  }
  if ('last' in measure) {
    const row = rowsLike(measure.last, facts.rows).at(-1);
    return row === undefined ? null : numberOf(row, measure.field);
  }
  if ('percentile' in measure) {
    const values = rowsLike(measure.percentile, facts.rows).flatMap(
      (row) => numberOf(row, measure.field) ?? [],
    );
    return percentileOf(values, measure.percent);
  }
  if ('readAfterMs' in measure) {
    const waits = waitsInLogMs(facts.rows, rowsLike(measure.readAfterMs, facts.rows));
    if (measure.percent !== undefined) return percentileOf(waits, measure.percent);
    return waits.length === 0 ? null : waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  }
  if ('timeMs' in measure) {
    const row = rowsLike(measure.timeMs, facts.rows)[0];
    return row === undefined ? null : row.timeUs / 1000;
  }
  if ('betweenMs' in measure) {
    const [from, to] = measure.betweenMs;
    const start = rowsLike(from, facts.rows)[0];
    if (start === undefined) return null;
    const end = rowsLike(to, facts.rows).find((row) => row.timeUs >= start.timeUs && row !== start);
    return end === undefined ? null : (end.timeUs - start.timeUs) / 1000;
  }
  if ('partitionsIn' in measure) {
    const rows = rowsLike(measure.partitionsIn, facts.rows);
    return new Set(
      rows.flatMap(({ event }) =>
        'partitions' in event && Array.isArray(event.partitions) ? (event.partitions as string[]) : [],
      ),
    ).size;
  }
  if ('pausedMs' in measure) return pausedPartitionMs(facts.rows, measure.pausedMs.group);
  if ('mostLag' in measure) return mostLag(facts.rows, measure.mostLag.group);
  if ('lagGoneMs' in measure) {
    const { group, after } = measure.lagGoneMs;
    const start = rowsLike(after, facts.rows)[0];
    return start === undefined ? null : lagGoneMs(facts.rows, group, start.timeUs);
  }
  if ('sinceMs' in measure) {
    const row = rowsLike(measure.sinceMs, facts.rows)[0];
    return row === undefined ? null : (facts.nowUs - row.timeUs) / 1000;
  }
  if ('lag' in measure || 'members' in measure || 'committed' in measure || 'position' in measure)
    return evaluateGroupMeasure(measure, facts.entities);
  if ('metadataRecords' in measure) {
    const { type, where = {} } = measure.metadataRecords;
    const log = facts.entities.get('metadata-log');
    if (log?.kind !== 'metadataLog') return null;
    const wanted = Object.entries(where);
    return log.records.filter(
      (record) =>
        record.type === type &&
        wanted.every(([field, value]) =>
          record.fields.some(([name, found]) => name === field && found === value),
        ),
    ).length;
  }
  if ('lookUp' in measure) {
    const figures = facts.lookUps?.get(measure.lookUp) as Readonly<Record<string, number>> | undefined;
    return figures?.[measure.field] ?? null;
  }
  if ('replicasHolding' in measure) {
    const { partition, below } = measure.replicasHolding;
    const end = evaluateMeasure(below, facts);
    if (end === null) return null;
    let holding = 0;
    for (const entity of facts.entities.values())
      if (entity.kind === 'replica' && entity.partition === partition && entity.logEndOffset >= end)
        holding++;
    return holding;
  }
  if ('sinceCaughtUpMs' in measure) {
    const leader = facts.entities.get(measure.sinceCaughtUpMs.leader);
    if (leader?.kind !== 'replica') return null;
    const known = leader.followers?.find(({ broker }) => broker === measure.sinceCaughtUpMs.follower);
    return known === undefined ? null : (facts.nowUs - known.lastCaughtUpUs) / 1000;
  }
  if ('entity' in measure) {
    const value = fieldOf(facts, measure.entity, measure.field);
    if (typeof value === 'number') return value;
    return Array.isArray(value) ? value.length : null;
  }
  const [left, right] = 'minus' in measure ? measure.minus : measure.plus;
  const a = evaluateMeasure(left, facts);
  const b = evaluateMeasure(right, facts);
  if (a === null || b === null) return null;
  return 'minus' in measure ? a - b : a + b;
}

export function evaluatePredicate(predicate: Predicate, facts: LessonFacts): boolean {
  if ('all' in predicate) return predicate.all.every((part) => evaluatePredicate(part, facts));
  if ('any' in predicate) return predicate.any.some((part) => evaluatePredicate(part, facts));
  if ('not' in predicate) return !evaluatePredicate(predicate.not, facts);
  if ('saw' in predicate) return rowsLike(predicate.saw, facts.rows).length > 0;
  if ('is' in predicate) return sameValue(fieldOf(facts, predicate.entity, predicate.field), predicate.is);
  const value = evaluateMeasure(predicate.measure, facts);
  return value !== null && holds(value, predicate, facts);
}

function holds(value: number, comparison: Comparison, facts: LessonFacts): boolean {
  const against = (bound: number | Measure | undefined, fits: (bound: number) => boolean): boolean => {
    if (bound === undefined) return true;
    const number = typeof bound === 'number' ? bound : evaluateMeasure(bound, facts);
    return number !== null && fits(number);
  };
  return (
    against(comparison.eq, (bound) => value === bound) &&
    against(comparison.gt, (bound) => value > bound) &&
    against(comparison.gte, (bound) => value >= bound) &&
    against(comparison.lt, (bound) => value < bound) &&
    against(comparison.lte, (bound) => value <= bound)
  );
}

/** The rows that fit, oldest first. */
export function rowsLike(pattern: FactPattern, rows: readonly TraceRow[]): readonly TraceRow[] {
  const matches = (part: Omit<FactPattern, 'before' | 'after'>, event: TraceEvent) =>
    matchesGoal({ event: part.event, ...(part.where === undefined ? {} : { where: part.where }) }, event);
  const { before, after } = pattern;
  const start = after === undefined ? 0 : rows.findIndex((row) => matches(after, row.event));
  if (start < 0) return [];
  const end =
    before === undefined ? -1 : rows.findIndex((row, i) => i >= start && matches(before, row.event));
  return rows.slice(start, end < 0 ? undefined : end).filter((row) => matches(pattern, row.event));
}

function numberOf(row: TraceRow, field: string): number | null {
  const value = (row.event as unknown as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'number' ? value : null;
}

function fieldOf(facts: LessonFacts, key: string, field: string): unknown {
  let found: unknown = facts.entities.get(key);
  for (const name of field.split('.'))
    found = (found as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return found;
}

function sameValue(found: unknown, wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return found === wanted;
  return (
    Array.isArray(found) && found.length === wanted.length && wanted.every((item, i) => item === found[i])
  );
}

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { groupHistories, pauseFigures } from '../group/groupHistory.ts';
import { GroupReaders, type ReadAgain } from './groupReaders.ts';

const S = 1_000_000;
type At = readonly [number, TraceEvent];

function told(facts: readonly At[]): readonly ReadAgain[] {
  const readers = new GroupReaders();
  return facts.flatMap(
    ([atS, event], seq) => readers.observe({ timeUs: atS * S, seq, causeSeq: 0, event }) ?? [],
  );
}

const has = (consumer: string, ...partitions: string[]): TraceEvent => ({
  kind: 'PartitionsAssigned',
  consumer,
  group: 'billing',
  generation: 1,
  partitions,
});
const givesUp = (consumer: string, ...partitions: string[]): TraceEvent => ({
  kind: 'PartitionsRevoked',
  consumer,
  group: 'billing',
  partitions,
});
const died = (name: string): TraceEvent => ({
  kind: 'ClientDied',
  client: `consumer:${name}`,
  cause: 'killed',
});

describe('a pause is told when its last partition is read again', () => {
  test.each<[string, readonly At[], readonly ReadAgain[]]>([
    ['the first assignment ends no pause', [[1, has('a', 'p-0', 'p-1')]], []],
    [
      'each partition counts by itself',
      [
        [1, has('a', 'p-0', 'p-1')],
        [5, givesUp('a', 'p-0', 'p-1')],
        [7, has('a', 'p-0')],
        [8, has('b', 'p-1')],
      ],
      [{ group: 'billing', partitions: ['p-0', 'p-1'], pausedUs: 5 * S }],
    ],
    [
      'one that nobody has yet holds it open',
      [
        [1, has('a', 'p-0', 'p-1')],
        [5, givesUp('a', 'p-0', 'p-1')],
        [7, has('a', 'p-0')],
      ],
      [],
    ],
    [
      'the next pause counts from nothing',
      [
        [1, has('a', 'p-0')],
        [2, givesUp('a', 'p-0')],
        [3, has('a', 'p-0')],
        [5, givesUp('a', 'p-0')],
        [9, has('b', 'p-0')],
      ],
      [
        { group: 'billing', partitions: ['p-0'], pausedUs: S },
        { group: 'billing', partitions: ['p-0'], pausedUs: 4 * S },
      ],
    ],
    [
      'given up and assigned at one instant: nobody was without a reader',
      [
        [1, has('a', 'p-0')],
        [2, givesUp('a', 'p-0')],
        [2, has('b', 'p-0')],
      ],
      [],
    ],
    [
      'from the end of a process',
      [
        [1, has('a', 'p-0')],
        [2, died('a')],
        [47, has('b', 'p-0')],
      ],
      [{ group: 'billing', partitions: ['p-0'], pausedUs: 45 * S }],
    ],
    [
      'a process that stands still reads nothing, and goes on with what nobody took',
      [
        [1, has('a', 'p-0')],
        [2, { kind: 'ProcessPaused', node: 'consumer:a', forMs: -1 }],
        [5, { kind: 'ProcessResumed', node: 'consumer:a', pausedForMs: 3000 }],
      ],
      [{ group: 'billing', partitions: ['p-0'], pausedUs: 3 * S }],
    ],
    [
      'what another has by now is not given up by who had it',
      [
        [1, has('a', 'p-0')],
        [2, has('b', 'p-0')],
        [3, givesUp('a', 'p-0')],
        [4, has('b', 'p-1')],
      ],
      [],
    ],
    [
      'a topic that is gone is waited for by nobody',
      [
        [1, has('a', 'p-0', 'q-0')],
        [2, givesUp('a', 'p-0', 'q-0')],
        [3, { kind: 'TopicDeleted', topic: 'q' }],
        [4, has('a', 'p-0')],
      ],
      [{ group: 'billing', partitions: ['p-0'], pausedUs: 2 * S }],
    ],
  ])('%s', (_, facts, expected) => {
    expect(told(facts)).toEqual(expected);
  });
});

// Until when the rebalance of each is over.
test.each([
  ['CON-04', 50 * S],
  ['CON-04.cooperative', 90 * S],
])('%s: what is told adds up to what the picture of the group counts', (name, untilUs) => {
  const parsed = parseScenario(JSON.parse(readFileSync(`content/scenarios/field/${name}.json`, 'utf8')));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { scenario } = parsed;
  const session = new EngineSession({ checkpointInterval: 0, invariantInterval: 0, traceRows: Infinity });
  session.load(scenario, []);
  session.advance({ untilUs: untilUs, budgetMs: Infinity });
  const rows: readonly TraceRow[] = session.allRows();
  const readers = new GroupReaders();
  const all = rows.flatMap((row) => readers.observe(row) ?? []);
  const groupOf = new Map(
    rows.flatMap(({ event }) => (event.kind === 'PartitionsAssigned' ? [[event.consumer, event.group]] : [])),
  );
  const [history] = groupHistories(rows, groupOf);
  const { pausedUs } = pauseFigures(history!, 0, untilUs);
  expect(all.reduce((sum, one) => sum + one.pausedUs, 0)).toBe(pausedUs);
  expect(pausedUs).toBeGreaterThan(0);
});

import { expect, test } from 'vitest';
import { matchesEvent, type EventFilter } from './eventFilter.ts';
import type { TraceEvent } from './traceEvents.ts';

const ALL: EventFilter = { interest: 'rpc', kind: null, node: null, partition: null, text: '' };
const SHRUNK: TraceEvent = {
  kind: 'IsrShrunk',
  partition: 'pay-1',
  leader: 1,
  isr: [1, 3],
  removed: [2],
} as unknown as TraceEvent;
const REFUSED: TraceEvent = {
  kind: 'ProduceRefused',
  partition: 'pay-0',
  broker: 1,
  producer: 'api',
  error: 'NOT_ENOUGH_REPLICAS',
} as unknown as TraceEvent;
const STARTED: TraceEvent = { kind: 'ControllerStarted', controller: 1 };

test.each<[string, TraceEvent, Partial<EventFilter>, boolean]>([
  ['nothing asked for', SHRUNK, {}, true],
  ['its kind', SHRUNK, { kind: 'IsrShrunk' }, true],
  ['another kind', SHRUNK, { kind: 'IsrExpanded' }, false],
  ['errors only, a change', SHRUNK, { interest: 'error' }, false],
  ['errors only, an error', REFUSED, { interest: 'error' }, true],
  ['its partition', SHRUNK, { partition: 'pay-1' }, true],
  ['its topic', SHRUNK, { partition: 'pay' }, true],
  ['another partition', SHRUNK, { partition: 'pay-11' }, false],
  ['a fact of no partition', STARTED, { partition: 'pay' }, false],
  ['the broker that leads', SHRUNK, { node: 'broker:1' }, true],
  ['a broker that left', SHRUNK, { node: 'broker:2' }, true],
  ['a broker that is not named', SHRUNK, { node: 'broker:4' }, false],
  ['a controller with the number of a broker', SHRUNK, { node: 'controller:1' }, false],
  ['a broker with the number of a controller', STARTED, { node: 'broker:1' }, false],
  ['a client', REFUSED, { node: 'producer:api' }, true],
  ['a client of another kind', REFUSED, { node: 'consumer:api' }, false],
  ['words that stand there', REFUSED, { text: 'not_enough API' }, true],
  ['a word that does not', REFUSED, { text: 'not_enough pay-7' }, false],
])('%s', (_, event, filter, expected) => {
  expect(matchesEvent({ timeUs: 0, seq: 1, causeSeq: 0, event }, { ...ALL, ...filter })).toBe(expected);
});

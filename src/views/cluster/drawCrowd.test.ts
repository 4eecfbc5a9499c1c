import { expect, test } from 'vitest';
import type { InFlightColumns } from '../../bridge/frame.ts';
import { collectCrowd, emptyCrowd, isCrowd, STYLES, Taken } from './drawCrowd.ts';
import { collectFlights } from './drawRpcs.ts';
import { createRoute, pointAt, type RouteMap } from './routes.ts';
import { IN_FLIGHT_ERROR, IN_FLIGHT_LOST, IN_FLIGHT_RESPONSE, RPC_KINDS } from './rpcKinds.ts';

test.each([
  [250, false, false],
  [251, false, true],
  [201, true, true],
  [200, true, false],
])('%i on their way, and a crowd before: %s', (count, wasCrowd, expected) => {
  expect(isCrowd(count, wasCrowd)).toBe(expected);
});

const ROUTE = createRoute([
  { x: 10, y: 10 },
  { x: 110, y: 10 },
  { x: 110, y: 60 },
]);
const routes: RouteMap = {
  between: (asking, answering) => (asking === 'client' && answering === 'broker:1' ? ROUTE : null),
};

function columns(
  rows: readonly (readonly [kind: string, flags: number, records: number, sentAtUs: number])[],
) {
  const source = rows.map(([, flags]) => (flags & IN_FLIGHT_RESPONSE ? 1 : 0));
  return {
    count: rows.length,
    nodeKeys: ['client', 'broker:1'],
    rpc: Uint8Array.from(rows, ([kind]) => RPC_KINDS.findIndex((one) => one === kind)),
    source: Uint16Array.from(source),
    target: Uint16Array.from(source, (one) => 1 - one),
    sentAtUs: Float64Array.from(rows, ([, , , sentAtUs]) => sentAtUs),
    deliverAtUs: Float64Array.from(rows, ([, , , sentAtUs]) => sentAtUs + 100),
    correlationId: Float64Array.from(rows, (_, i) => i),
    records: Float64Array.from(rows, ([, , records]) => records),
    sizeBytes: new Float64Array(rows.length),
    flags: Uint8Array.from(rows, ([, flags]) => flags),
  } satisfies InFlightColumns;
}

test('each of a crowd stands where it would stand by itself, and what fails stays single', () => {
  const inFlight = columns([
    ['Produce', 0, 4, 0],
    ['Produce', IN_FLIGHT_RESPONSE, 0, -20],
    ['Fetch', IN_FLIGHT_RESPONSE, 3, -50],
    ['Fetch', IN_FLIGHT_RESPONSE, 0, -10],
    ['Fetch', 0, 0, -30],
    ['Metadata', 0, 0, -40],
    ['Produce', IN_FLIGHT_RESPONSE | IN_FLIGHT_ERROR, 0, 0],
    ['Produce', IN_FLIGHT_LOST, 2, 0],
    // Not under way at that instant.
    ['Produce', 0, 4, 60],
    ['Produce', 0, 4, -90],
  ]);
  const crowd = emptyCrowd();
  const single = collectCrowd(inFlight, routes, 40, crowd);
  const all = collectFlights(inFlight, routes, 40);
  expect(single).toEqual(all.slice(6));
  const placesOf = (...flights: number[]) =>
    flights.flatMap((i) => {
      const { x, y } = pointAt(all[i]!.route, all[i]!.progress);
      return [expect.closeTo(x, 9), expect.closeTo(y, 9)] as unknown[];
    });
  expect(Object.fromEntries(STYLES.map(({ name }, style) => [name, crowd[style]]))).toEqual({
    batch: placesOf(0),
    ack: placesOf(1),
    records: placesOf(2),
    fetch: placesOf(3, 4),
    other: placesOf(5),
  });
  collectCrowd({ ...inFlight, count: 0 }, routes, 40, crowd);
  expect(crowd.flat()).toEqual([]);
});

test('of two that are alike one is drawn in one place, in each turn anew, and none outside', () => {
  const taken = new Taken(3);
  for (let turn = 0; turn < 8; turn += 1) {
    taken.next(9.5, 4);
    expect([taken.take(9, 3), taken.take(9, 3), taken.take(0, 0), taken.take(0, 0)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([taken.take(-1, 1), taken.take(10, 1), taken.take(2, -1), taken.take(2, 4)]).toEqual(
      Array(4).fill(false),
    );
  }
  taken.next(4, 9.5);
  expect([taken.take(3, 9), taken.take(4, 0), taken.take(0, 0)]).toEqual([true, false, true]);
});

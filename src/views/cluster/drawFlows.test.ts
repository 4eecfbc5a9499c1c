import { expect, test } from 'vitest';
import type { FlowColumns, LinkView } from '../../bridge/frame.ts';
import { collectFlows } from './drawFlows.ts';
import { createRoute, type RouteMap } from './routes.ts';

const NODES = ['producer:pay-api', 'broker:1', 'broker:2', 'consumer:a'];
const ways = new Map(
  [
    ['producer:pay-api', 'broker:1'],
    ['broker:2', 'broker:1'],
    ['consumer:a', 'broker:2'],
  ].map(([asking, answering], i) => [
    `${asking} ${answering}`,
    createRoute([
      { x: i, y: 0 },
      { x: i, y: 9 },
    ]),
  ]),
);
const routes: RouteMap = { between: (asking, answering) => ways.get(`${asking} ${answering}`) ?? null };
const PRODUCE = 0;
const FETCH = 1;
const columns = (...rows: readonly (readonly [number, number, number, number])[]): FlowColumns => ({
  count: rows.length,
  // As long as it likes: only `count` entries count.
  source: Uint16Array.from([...rows.map(([source]) => source), 3]),
  target: Uint16Array.from([...rows.map(([, target]) => target), 3]),
  rpc: Uint8Array.from([...rows.map(([, , rpc]) => rpc), 0]),
  bytesPerSecond: Float64Array.from([...rows.map(([, , , rate]) => rate), 7]),
});
const flows = columns([0, 1, PRODUCE, 400], [1, 2, FETCH, 9000], [2, 3, FETCH, 50], [0, 2, PRODUCE, 1]);
const shown = (links: readonly LinkView[] = []) =>
  collectFlows(flows, NODES, routes, links).map(({ route, colour, bytesPerSecond }) => [
    route.points[0]!.x,
    colour,
    bytesPerSecond,
  ]);

test('records lie on the way of who asked for them, the widest below; where the picture has no way is none', () => {
  expect(shown()).toEqual([
    [1, 'waterDeep', 9000],
    [0, 'produce', 400],
    [2, 'water', 50],
  ]);
});

test('nothing flows over a wire that is cut', () => {
  const cut: LinkView = {
    kind: 'link',
    key: 'link:1-2',
    between: ['broker:1', 'broker:2'],
    cut: 'both',
    slow: null,
    sinceUs: 0,
    slowness: null,
  };
  expect(shown([cut]).map(([, , rate]) => rate)).toEqual([400, 50]);
});

import type { FlowColumns, LinkView } from '../../bridge/frame.ts';
import { isCut } from '../clusterModel.ts';
import { drawLabel, type Picture } from './drawRpcs.ts';
import { shownWidth, WIDEST_RIBBON_BYTES_PER_SECOND } from './flowWidth.ts';
import { pointAt, type Route, type RouteMap } from './routes.ts';
import { RPC_KINDS } from './rpcKinds.ts';

/** What flows on one way of the picture. */
export interface Flow {
  readonly route: Route;
  /** Copies between brokers step back a little: there are most of them. */
  readonly colour: 'produce' | 'water' | 'waterDeep';
  readonly bytesPerSecond: number;
}

/** Over a wire that is cut nothing flows, whatever came just before. Narrow ones last: they lie over wide ones. */
export function collectFlows(
  flows: FlowColumns,
  nodeKeys: readonly string[],
  routes: RouteMap,
  links: readonly LinkView[],
): Flow[] {
  const found: Flow[] = [];
  for (let i = 0; i < flows.count; i += 1) {
    const source = nodeKeys[flows.source[i]!] ?? '';
    const target = nodeKeys[flows.target[i]!] ?? '';
    if (isCut(links, source, target)) continue;
    const isProduce = RPC_KINDS[flows.rpc[i]!] === 'Produce';
    // Ways are named from who asks: records come to it in the answer.
    const route = isProduce ? routes.between(source, target) : routes.between(target, source);
    if (route === null) continue;
    const read = target.startsWith('broker:') ? 'waterDeep' : 'water';
    found.push({ route, colour: isProduce ? 'produce' : read, bytesPerSecond: flows.bytesPerSecond[i]! });
  }
  return found.sort((a, b) => b.bytesPerSecond - a.bytesPerSecond);
}

const AT_REST_ALPHA = 0.34;
const RIBBON_ALPHA = 0.46;

export interface FlowLook {
  /** Too fast to see single RPCs they are ribbons: 1. Slow: 0. */
  readonly strength: number;
  /** Slow, they are lines at rest; else they are not drawn. */
  readonly isShownAtRest: boolean;
  /** What stands on the widest. */
  readonly rateText: (bytesPerSecond: number) => string;
}

/** Ways as wide as what flows on them. */
export function drawFlows(
  picture: Picture,
  flows: readonly Flow[],
  { strength, isShownAtRest, rateText }: FlowLook,
): void {
  const { context, palette } = picture;
  context.lineJoin = 'round';
  const atRestAlpha = isShownAtRest ? AT_REST_ALPHA : 0;
  context.globalAlpha = atRestAlpha + (RIBBON_ALPHA - atRestAlpha) * strength;
  for (const { route, colour, bytesPerSecond } of flows) {
    context.strokeStyle = palette[colour];
    context.lineWidth = shownWidth(bytesPerSecond, isShownAtRest ? strength : 1);
    context.beginPath();
    route.points.forEach(({ x, y }, index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.stroke();
  }
  context.globalAlpha = strength;
  if (strength > 0)
    for (const { route, bytesPerSecond } of flows) {
      if (bytesPerSecond <= WIDEST_RIBBON_BYTES_PER_SECOND) break;
      const middle = pointAt(route, 0.5);
      drawLabel(picture, middle.x, middle.y, rateText(bytesPerSecond), palette.ink2);
    }
  context.globalAlpha = 1;
}

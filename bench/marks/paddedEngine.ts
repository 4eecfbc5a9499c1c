// Stands in the place of src/bridge/engineClient.ts when bench/mark-cost.mjs builds the page: the product, with more RPCs on its wires.

import type { EntityKey, Frame, InFlightColumns } from '../../src/bridge/frame.ts';
import { IN_FLIGHT_RESPONSE, RPC_KINDS } from '../../src/bridge/frame.ts';
import { startEngine as startReal, type AsyncEngine } from '../../src/bridge/engineClient.ts';
import { DEFAULT_SPEED } from '../../src/state/playbackSpeed.ts';

export * from '../../src/bridge/engineClient.ts';

const MARKS = Number(new URLSearchParams(location.search).get('marks') ?? 0);
/** How long one is on its way across the stage: simulated µs of so many seconds on the wall. */
const FLIGHT_US = 4 * DEFAULT_SPEED;
/** The worker is this far ahead of the drawing at most: who has arrived by its clock is still drawn. */
const LEAD_US = 0.3 * DEFAULT_SPEED;
/** Those that are between two flights are not drawn. */
const SPARE = 1.1;

/** As the product starts it; its frames bring `?marks=` RPCs more. */
export function startEngine(): AsyncEngine {
  const engine = startReal();
  const padding = new Padding(Math.ceil(MARKS * SPARE));
  return Object.assign(Object.create(engine) as AsyncEngine, {
    load: async (...args: Parameters<AsyncEngine['load']>) => padding.into(await engine.load(...args)),
    seek: async (...args: Parameters<AsyncEngine['seek']>) => padding.into(await engine.seek(...args)),
    advance: async (...args: Parameters<AsyncEngine['advance']>) =>
      padding.into(await engine.advance(...args)),
    dispose: () => engine.dispose(),
  });
}

/** What is on the wires of a busy cluster: batches and their answers, fetches of followers and of a consumer. */
class Padding {
  private columns: InFlightColumns | null = null;

  constructor(private readonly count: number) {}

  into(frame: Frame): Frame {
    if (this.count === 0) return frame;
    const keysOf = (kind: string) => frame.upserts.flatMap((view) => (view.kind === kind ? [view.key] : []));
    if (frame.sinceFrame === 0)
      this.columns = this.begin(keysOf('broker'), keysOf('producer'), keysOf('consumer'), frame.nowUs);
    const { columns } = this;
    if (columns === null) return frame;
    const doneUs = frame.nowUs - LEAD_US;
    for (let i = 0; i < columns.count; i++) {
      if (columns.deliverAtUs[i]! > doneUs) continue;
      columns.sentAtUs[i] = doneUs;
      columns.deliverAtUs[i] = doneUs + FLIGHT_US;
    }
    return { ...frame, inFlight: columns };
  }

  private begin(
    brokers: readonly EntityKey[],
    producers: readonly EntityKey[],
    consumers: readonly EntityKey[],
    nowUs: number,
  ): InFlightColumns {
    const { count } = this;
    const nodeKeys = [...brokers, ...producers, ...consumers];
    const columns = {
      count,
      nodeKeys,
      rpc: new Uint8Array(count),
      source: new Uint16Array(count),
      target: new Uint16Array(count),
      sentAtUs: new Float64Array(count),
      deliverAtUs: new Float64Array(count),
      correlationId: new Float64Array(count),
      records: new Float64Array(count),
      sizeBytes: new Float64Array(count),
      flags: new Uint8Array(count),
    };
    for (let i = 0; i < count; i++) {
      const broker = i % brokers.length;
      const isProduce = i % 2 === 0;
      const isResponse = i % 4 >= 2;
      const isOfFollower = !isProduce && i % 8 < 6;
      const client = isOfFollower
        ? (broker + 1) % brokers.length
        : nodeKeys.indexOf((isProduce ? producers[0] : consumers[0]) ?? '');
      columns.rpc[i] = RPC_KINDS.indexOf(isProduce ? 'Produce' : 'Fetch');
      columns.source[i] = isResponse ? broker : client;
      columns.target[i] = isResponse ? client : broker;
      columns.flags[i] = isResponse ? IN_FLIGHT_RESPONSE : 0;
      columns.records[i] = isProduce !== isResponse ? 1 + (i % 6) : 0;
      columns.correlationId[i] = -i;
      // Spread over the whole way.
      columns.sentAtUs[i] = nowUs - LEAD_US - FLIGHT_US * ((i * 0.618_034) % 1);
      columns.deliverAtUs[i] = columns.sentAtUs[i]! + FLIGHT_US;
    }
    return columns;
  }
}

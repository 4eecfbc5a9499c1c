import type { AsyncEngine } from './AsyncEngine.ts';
import { BufferPool, buffersOf, packFrame, unpackFrame } from './columns.ts';
import type { EngineApi } from './EngineApi.ts';
import type { Frame } from './frame.ts';

/**
 * An engine of this very thread behind the interface of a worker's, for tests and Node. Frames go through the same packing,
 * so that nobody comes to rely on arrays that the engine writes to later.
 */
export function directEngine(engine: EngineApi): AsyncEngine {
  const later = <T>(call: () => T): Promise<T> => Promise.resolve().then(call);
  const frame = <F extends Frame>(call: () => F): Promise<F> => later(() => copyColumns(call()));
  return {
    load: (scenario, commands, to) => frame(() => engine.load(scenario, commands, to)),
    advance: (request) => frame(() => engine.advance(request)),
    advanceUntil: (goal, limitUs) => frame(() => engine.advanceUntil(goal, limitUs)),
    stepEvent: () => frame(() => engine.stepEvent()),
    stepInteresting: (limitUs) => frame(() => engine.stepInteresting(limitUs)),
    seek: (to) => frame(() => engine.seek(to)),
    stepRpc: (limitUs) => frame(() => engine.stepRpc(limitUs)),
    stepBack: (by) => frame(() => engine.stepBack(by)),
    apply: (body) => frame(() => engine.apply(body)),
    undo: () => frame(() => engine.undo()),
    digest: () => later(() => engine.digest()),
    result: () => later(() => engine.result()),
    ledgerRanges: (of, limit) => later(() => engine.ledgerRanges(of, limit)),
    why: (seq) => later(() => engine.why(seq)),
    watchMetrics: (names) => later(() => engine.watchMetrics(names)),
    watchReplicas: (watch) => later(() => engine.watchReplicas(watch)),
    describeConfigs: (key) => later(() => engine.describeConfigs(key)),
    metricNames: () => later(() => engine.metricNames()),
    metadataRecords: (controller, fromOffset, limit) =>
      later(() => engine.metadataRecords(controller, fromOffset, limit)),
    lookUpFigures: (of) => later(() => engine.lookUpFigures(of)),
    traceRows: (fromUs, toUs, limit, withoutRoutine) =>
      later(() => engine.traceRows(fromUs, toUs, limit, withoutRoutine)),
    inspectDirectory: (query) => later(() => engine.inspectDirectory(query)),
    inspectRun: (query) => later(() => engine.inspectRun(query)),
    whenFailed: new Promise<Error>(() => {}),
    dispose: () => {},
  };
}

/** Transferred, as on a real port: what still points at the old buffers would show at once. */
function copyColumns<F extends Frame>(frame: F): F {
  const packed = packFrame(frame, new BufferPool());
  return unpackFrame(structuredClone(packed, { transfer: buffersOf(packed) }));
}

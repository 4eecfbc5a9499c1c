import { EngineSession } from '../src/bridge/EngineSession.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';
import { threadCpuMs } from './threadCpu.ts';

/** The page asks for a frame 60 times a second; at 15 times the speed of the clock that is one for so much simulated time. */
export const FRAME_US = 250_000;

/** As in the product, with trace, checkpoints and frames, but without laws, as in a sweep. */
export function session(): EngineSession {
  return new EngineSession({ invariantInterval: Infinity });
}

export interface Speed {
  readonly eventsPerSecond: number;
  readonly simulatedPerCpu: number;
}

/** Speed from one instant to another, or until so much CPU time is spent. */
export function speedOf(scenario: Scenario, fromUs: number, toUs: number, mostCpuMs = Infinity): Speed {
  const engine = session();
  engine.load(scenario, []);
  let frame = engine.advance({ untilUs: fromUs, budgetMs: Infinity });
  const before = frame;
  const started = threadCpuMs();
  let cpuMs = 0;
  while (frame.nowUs < toUs && cpuMs < mostCpuMs) {
    frame = engine.advance({ untilUs: Math.min(toUs, frame.nowUs + FRAME_US), budgetMs: Infinity });
    cpuMs = threadCpuMs() - started;
  }
  return {
    eventsPerSecond: ((frame.eventCount - before.eventCount) / cpuMs) * 1000,
    simulatedPerCpu: (frame.nowUs - before.nowUs) / 1000 / cpuMs,
  };
}

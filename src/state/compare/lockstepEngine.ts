import type { AsyncEngine } from '../../bridge/engineClient.ts';
import type { AdvanceFrame, AdvanceRequest, Instant } from '../../bridge/EngineApi.ts';
import type { Frame } from '../../bridge/frame.ts';
import type { Micros } from '../../shared/units.ts';
import { allTraceRows } from '../allTraceRows.ts';
import type { RunState } from '../futures/Future.ts';
import { DifferenceFinder, type Difference } from './findDifferences.ts';

/** Wall time that the second engine has to come to where the first one stands. */
const FOLLOW_MS = 10_000;
/** Of time that nobody has seen, gone over at once. */
const SLICE_MS = 100;
/** All events of an instant, however many. */
const ALL_OF_INSTANT = Number.MAX_SAFE_INTEGER;

export interface LockstepOptions {
  /** What the second one runs. */
  readonly second: Pick<RunState, 'scenario' | 'commands'>;
  /** Up to here the two are the same. */
  readonly sharedUntilUs: Micros;
  /** Each frame of the second, in order, before that of the first is answered. */
  readonly onSecondFrame: (frame: Frame) => void;
  readonly onDifferences: (all: readonly Difference[], untilUs: Micros) => void;
}

/**
 * Two engines behind the interface of one: whatever is asked of it, both do, and both stand at the same instant when it answers
 * with the frame of the first. What they have never gone over before is gone over step by step, and their traces are compared
 * on the way.
 */
export function lockstepEngine(
  first: AsyncEngine,
  second: AsyncEngine,
  options: LockstepOptions,
): AsyncEngine {
  const finder = new DifferenceFinder(options.sharedUntilUs);
  let nowUs: Micros = 0;
  /** Of the instant that they stand at some events were carried out. */
  let isWithinInstant = false;
  /** The instant whose end they were brought to, if they stand there. */
  let overUs: Micros | null = null;

  function shown(frame: Frame): Frame {
    options.onSecondFrame(frame);
    return frame;
  }

  /** Both from where they stand up to an instant; the frames are of one stretch each. */
  async function stretch(ask: () => Promise<Frame>, stopAtInteresting: boolean): Promise<Frame> {
    const one = await ask();
    const other = shown(await second.advance({ untilUs: one.nowUs, budgetMs: FOLLOW_MS, stopAtInteresting }));
    nowUs = Math.min(one.nowUs, other.nowUs);
    await compare();
    if (other.nowUs >= one.nowUs) {
      isWithinInstant = one.after > 0 || other.after > 0;
      return one;
    }
    // Something came first in the second: there both stand still.
    isWithinInstant = true;
    return await first.seek({ timeUs: other.nowUs, after: ALL_OF_INSTANT });
  }

  async function together(ask: () => Promise<Frame>, stopAtInteresting: boolean): Promise<Frame> {
    const one = await stretch(ask, stopAtInteresting);
    return isWithinInstant && one.violations.length === 0 ? await afterInstant() : one;
  }

  /**
   * Both to where the instant they stand at is over. Within it an application may have called send() in the one and not yet in the other,
   * as an event makes the call or nobody but who looks: the two would differ by a record that both send.
   */
  async function afterInstant(): Promise<Frame> {
    overUs = nowUs;
    const to = { timeUs: nowUs + 1, after: 0 };
    const [one, two] = await Promise.all([first.seek(to), second.seek(to)]);
    shown(two);
    nowUs = Math.min(one.nowUs, two.nowUs);
    await compare();
    return one;
  }

  /** Play: both by deltas alone, each time to where an instant is over. What one of them meets is met by the pair. */
  async function onward(request: AdvanceRequest): Promise<AdvanceFrame> {
    const one = await first.advance({ ...request, endsInstant: true });
    const isPaced = request.stopAtInteresting === true;
    const follow = { untilUs: one.nowUs - 1, budgetMs: FOLLOW_MS, stopAtInteresting: isPaced };
    const other = await second.advance({ ...follow, endsInstant: true });
    shown(other);
    nowUs = Math.min(one.nowUs, other.nowUs);
    isWithinInstant = false;
    overUs = nowUs - 1;
    await compare();
    if (other.nowUs >= one.nowUs) return { ...one, metAtUs: one.metAtUs ?? other.metAtUs ?? null };
    // Something came first in the second: there both stand still.
    return { ...(await first.seek({ timeUs: other.nowUs, after: 0 })), metAtUs: other.metAtUs ?? null };
  }

  /** The stretch since the last comparison; of the last instant there may be more to come. */
  async function compare(): Promise<void> {
    const untilUs = nowUs - 1;
    if (untilUs <= finder.untilUs) return;
    const fromUs = Math.max(0, finder.untilUs + 1);
    const withoutRoutine = !finder.needsEveryRow;
    const rowsOf = (engine: AsyncEngine) => allTraceRows(engine, untilUs, undefined, fromUs, withoutRoutine);
    const [a, b] = await Promise.all([rowsOf(first), rowsOf(second)]);
    finder.read(a, b, untilUs);
    options.onDifferences(finder.all, finder.untilUs);
  }

  async function seekBoth(to: Instant): Promise<Frame> {
    const other: Instant = to.after === 0 ? to : { timeUs: to.timeUs, after: ALL_OF_INSTANT };
    const [one, two] = await Promise.all([first.seek(to), second.seek(other)]);
    shown(two);
    nowUs = to.timeUs;
    overUs = null;
    return one;
  }

  /** On over time that was never looked at, then to the very instant. */
  async function seek(to: Instant): Promise<Frame> {
    if (to.timeUs - 1 > finder.untilUs) {
      if (nowUs - 1 < finder.untilUs) await seekBoth({ timeUs: finder.untilUs + 1, after: 0 });
      for (let beforeUs = -1; nowUs < to.timeUs && nowUs > beforeUs;) {
        beforeUs = nowUs;
        const frame = await stretch(() => first.advance({ untilUs: to.timeUs, budgetMs: SLICE_MS }), false);
        if (frame.violations.length > 0) break;
      }
    }
    return await seekBoth(to);
  }

  const refuse = (): Promise<never> =>
    Promise.reject(new Error('two runs that are compared take no commands'));
  return {
    async load(scenario, commands, to) {
      const start: Instant = { timeUs: Math.max(0, options.sharedUntilUs - 1), after: 0 };
      const [, two] = await Promise.all([
        first.load(scenario, commands, start),
        second.load(options.second.scenario, options.second.commands, start),
      ]);
      shown(two);
      nowUs = start.timeUs;
      return await seek(to ?? start);
    },
    advance: onward,
    stepEvent: () => together(() => first.stepEvent(), false),
    stepRpc: (limitUs) => together(() => first.stepRpc(limitUs), false),
    async stepBack(by) {
      // What was brought to the end of its instant steps back from its beginning.
      if (overUs !== null && nowUs === overUs + 1) await first.seek({ timeUs: overUs, after: 0 });
      const one = await first.stepBack(by);
      nowUs = one.nowUs;
      if (one.after > 0) return await afterInstant();
      shown(await second.seek({ timeUs: nowUs, after: 0 }));
      return one;
    },
    stepInteresting: (limitUs) => together(() => first.stepInteresting(limitUs), true),
    seek,
    async advanceUntil(goal, limitUs) {
      let reached = false;
      const frame = await together(async () => {
        const answer = await first.advanceUntil(goal, limitUs);
        reached = answer.reached;
        return answer;
      }, false);
      return { ...frame, reached };
    },
    apply: refuse,
    undo: refuse,
    digest: () => first.digest(),
    result: () => first.result(),
    ledgerRanges: (of, limit) => first.ledgerRanges(of, limit),
    why: (seq) => first.why(seq),
    async watchMetrics(names) {
      await Promise.all([first.watchMetrics(names), second.watchMetrics(names)]);
    },
    async watchReplicas(watch) {
      await Promise.all([first.watchReplicas(watch), second.watchReplicas(watch)]);
    },
    metricNames: () => first.metricNames(),
    describeConfigs: (key) => first.describeConfigs(key),
    metadataRecords: (controller, fromOffset, limit) => first.metadataRecords(controller, fromOffset, limit),
    lookUpFigures: (of) => first.lookUpFigures(of),
    traceRows: (fromUs, toUs, limit, withoutRoutine) => first.traceRows(fromUs, toUs, limit, withoutRoutine),
    inspectDirectory: (query) => first.inspectDirectory(query),
    inspectRun: (query) => first.inspectRun(query),
    whenFailed: Promise.race([first.whenFailed, second.whenFailed]),
    dispose() {
      first.dispose();
      second.dispose();
    },
  };
}

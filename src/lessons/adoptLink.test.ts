import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { directEngine } from '../bridge/directEngine.ts';
import { EngineSession } from '../bridge/EngineSession.ts';
import { commandsOf, singleBranch } from '../link/commandTree.ts';
import { decodeLink } from '../link/decodeLink.ts';
import { encodeLink } from '../link/encodeLink.ts';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { createSimulation } from '../state/createSimulation.ts';
import { FakeClock } from '../state/FakeClockTestContext.ts';
import type { Simulation } from '../state/Simulation.ts';
import { LessonRuntime, type LinkedRun } from './LessonRuntime.ts';
import { parseLesson, type Lesson } from './lessonSchema.ts';
import { ENGINE_VERSION } from '../shared/engineVersion.ts';

const FOLDER = 'content/lessons/06-acks-and-min-insync';
const readJson = (file: string): unknown => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
const LESSON: Lesson = parseLesson(readJson('steps.json'), 'steps.json');
const SCENARIO: Scenario = (() => {
  const parsed = parseScenario(readJson('scenario.json'));
  if (!parsed.ok) throw new Error('the lesson has no scenario');
  return parsed.scenario;
})();
const indexOf = (id: string) => LESSON.steps.findIndex((step) => step.id === id);

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

interface Reader {
  readonly runtime: LessonRuntime;
  readonly simulation: Simulation;
}

/** Somebody with the lesson open, in a browser of their own. */
function reader(): Reader {
  const startEngine = () => directEngine(new EngineSession());
  const simulation = createSimulation({ startEngine, clock: new FakeClock() });
  const runtime = new LessonRuntime(simulation, LESSON, SCENARIO);
  const stop = runtime.start();
  stops.push(() => {
    stop();
    simulation.dispose();
  });
  return { runtime, simulation };
}

async function at(stepId: string): Promise<Reader> {
  const sender = reader();
  await sender.runtime.open(indexOf(stepId));
  return sender;
}

/** What the other side gets, through the text of a link. */
async function send({ runtime, simulation }: Reader): Promise<{ run: LinkedRun; digest: string }> {
  const { scenario, commands, nowUs, after } = simulation.store.getState();
  const moment = runtime.moment();
  const encoded = await encodeLink({
    scenario,
    tree: singleBranch(commands),
    instant: { timeUs: nowUs, after },
    place: {
      kind: 'lesson',
      lesson: 'acks-and-min-insync',
      stepId: runtime.step.id,
      ...(moment === null ? {} : { moment }),
    },
    engineVersion: ENGINE_VERSION,
    digest: await simulation.digest(),
  });
  const decoded = encoded.ok ? await decodeLink(encoded.hash) : null;
  if (decoded?.ok !== true || decoded.link.place.kind !== 'lesson') throw new Error('the link is broken');
  const { link } = decoded;
  return {
    run: {
      scenario: link.scenario,
      commands: commandsOf(link.tree),
      instant: link.instant,
      moment: decoded.link.place.moment ?? null,
    },
    digest: link.digest,
  };
}

async function openedBy(sender: Reader): Promise<Reader> {
  const { run, digest } = await send(sender);
  const receiver = reader();
  expect(await receiver.runtime.adopt(sender.runtime.store.getState().stepIndex, run)).toBe(true);
  expect(await receiver.simulation.digest()).toBe(digest);
  const [there, here] = [receiver, sender].map(({ simulation }) => simulation.store.getState());
  expect(there!.commands).toEqual(here!.commands);
  expect([there!.nowUs, there!.after]).toEqual([here!.nowUs, here!.after]);
  return receiver;
}

/** What the text of a step shows; what a reader answered stays theirs. */
const shown = ({ runtime }: Reader) => ({
  ...runtime.store.getState(),
  answers: null,
  skippedPrediction: null,
});

// Each replays minutes of a cluster several times over, which takes its time on a busy machine.
describe('a link made in a lesson', { timeout: 60_000 }, () => {
  it.each(LESSON.steps.filter((step) => step.acts !== undefined).map((step) => step.id))(
    'shows step %s with its deed done, as the sender saw it',
    async (id) => {
      const sender = await at(id);
      await sender.runtime.doDeed();
      expect(sender.runtime.store.getState().phase).toBe('done');
      const receiver = await openedBy(sender);
      expect(shown(receiver)).toEqual(shown(sender));
    },
  );

  it('opens a step before its deed, which can then be done and comes to the same', async () => {
    const sender = await at('one-down');
    const receiver = await openedBy(sender);
    expect(receiver.runtime.store.getState()).toMatchObject({ phase: 'ready', grade: null, changed: false });
    await sender.runtime.doDeed();
    await receiver.runtime.doDeed();
    expect(shown(receiver)).toEqual(shown(sender));
    expect(await receiver.simulation.digest()).toBe(await sender.simulation.digest());
  });

  it('goes on to the next step from where the linked one ended', async () => {
    const sender = await at('one-down');
    await sender.runtime.doDeed();
    const receiver = await openedBy(sender);
    const { scenario } = receiver.simulation.store.getState();
    for (const { runtime } of [sender, receiver]) {
      await runtime.open(indexOf('two-down'));
      await runtime.doDeed();
    }
    expect(receiver.simulation.store.getState().scenario).toBe(scenario);
    expect(shown(receiver)).toEqual(shown(sender));
  });

  it('keeps what the sender turned and did, before the deed and after it', async () => {
    const sender = await at('lose-a-record');
    await sender.runtime.apply({ kind: 'RestartProducer', producer: 'pay-api', configs: { acks: 'all' } });
    const early = await openedBy(sender);
    expect(early.runtime.store.getState()).toMatchObject({ phase: 'ready', changed: true });

    await sender.runtime.doDeed();
    expect(shown(await openedBy(sender))).toEqual(shown(sender));
    await sender.runtime.apply({ kind: 'KillBroker', broker: 3 });
    const late = await openedBy(sender);
    expect(late.runtime.store.getState()).toMatchObject({ phase: 'done', changed: true });
    expect(shown(late)).toEqual(shown(sender));
  });

  it('stands where the sender had scrubbed back to, and knows the result that lies ahead', async () => {
    const sender = await at('lose-a-record');
    await sender.runtime.doDeed();
    const endUs = sender.simulation.store.getState().nowUs;
    await sender.simulation.seek({ timeUs: 4_000_000, after: 0 });
    const receiver = await openedBy(sender);
    expect(shown(receiver)).toEqual(shown(sender));
    await receiver.runtime.toResult();
    expect(receiver.simulation.store.getState().nowUs).toBe(endUs);
    expect(receiver.runtime.store.getState()).toMatchObject({ phase: 'done', changed: false });
  });

  it('asks again when the sender went back and did something else instead of the deed', async () => {
    const sender = await at('lose-a-record');
    await sender.runtime.doDeed();
    await sender.simulation.seek(sender.runtime.moment()!.began);
    await sender.simulation.undo();
    await sender.runtime.apply({ kind: 'StopBroker', broker: 2 });
    const receiver = await openedBy(sender);
    expect(receiver.runtime.store.getState()).toMatchObject({
      phase: 'ready',
      grade: null,
      facts: {},
      changed: true,
    });
  });

  it('opens a run of which the link says nothing else as one that was changed', async () => {
    const sender = await at('lose-a-record');
    await sender.runtime.doDeed();
    const { run } = await send(sender);
    const receiver = reader();
    await receiver.runtime.adopt(indexOf('lose-a-record'), { ...run, moment: null });
    expect(receiver.runtime.store.getState()).toMatchObject({ phase: 'ready', changed: true, grade: null });
    expect(receiver.simulation.store.getState().nowUs).toBe(run.instant.timeUs);
  });

  it('finds the goals met that the run meets', async () => {
    const sender = await at('break-it');
    const goals = LESSON.steps[indexOf('break-it')]!.goals!;
    const kill = goals[0]!.solution;
    for (const act of kill) {
      for (const command of act.commands ?? []) await sender.runtime.apply(command);
      const { nowUs } = sender.simulation.store.getState();
      if (act.until !== undefined && 'event' in act.until)
        await sender.simulation.advanceUntil(act.until, nowUs + act.limitMs * 1000);
      else if (act.until !== undefined && 'forMs' in act.until)
        await sender.simulation.advanceUntil({ event: 'InvariantBroken' }, nowUs + act.until.forMs * 1000);
    }
    expect(sender.runtime.store.getState().goalsMet).toContain(goals[0]!.id);
    expect(shown(await openedBy(sender))).toEqual(shown(sender));
  });

  it('is dropped when another step is opened meanwhile', async () => {
    const sender = await at('keep-it');
    const { run } = await send(sender);
    const receiver = reader();
    const left = receiver.runtime.adopt(indexOf('keep-it'), run);
    await receiver.runtime.open(0);
    expect(await left).toBe(false);
    expect(receiver.runtime.store.getState()).toMatchObject({ stepIndex: 0, phase: 'ready' });
  });
});

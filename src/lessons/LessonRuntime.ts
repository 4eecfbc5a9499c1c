import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Command, CommandBody, Scenario } from '../scenario/Scenario.ts';
import { matchesGoal, type TraceGoal } from '../scenario/TraceGoal.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import type { Simulation, SimulationState } from '../state/Simulation.ts';
import { factsOf, gradeQuestion, type Answer, type Grade } from './grade.ts';
import { stepsBefore, type Lesson, type Step, type StepConfigs } from './lessonSchema.ts';
import { lookUpsOf, NEVER, playActs, scenarioForStep, type LessonDriver } from './playActs.ts';
import { isLater } from './rowOrder.ts';
import { SliceLength } from './SliceLength.ts';
import { evaluatePredicate, rowsLike, type LessonFacts } from './predicates.ts';

export type StepPhase =
  /** The run is being brought to where the step begins. */
  | 'preparing'
  /** The stage stands at the moment before the deed. */
  | 'ready'
  | 'running'
  /** The deed is done and graded. */
  | 'done'
  /** The simulation cannot go on. */
  | 'failed';

export interface LessonRuntimeState {
  readonly stepIndex: number;
  readonly phase: StepPhase;
  /** By question id; kept while the lesson is open. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The reader wants to see this step without predicting. */
  readonly skippedPrediction: boolean;
  readonly grade: Grade | null;
  readonly facts: Readonly<Record<string, number | null>>;
  /** The acts came to their goals. False: with the reader's own settings, what the text tells did not happen. */
  readonly reached: boolean;
  /** The reader changed the cluster since the step was set up. */
  readonly changed: boolean;
  /** Row whose chain of causes explains the outcome. */
  readonly explainSeq: number | null;
  readonly goalsMet: readonly string[];
}

/** Answers given before, and who wants to know of new ones. */
export interface LessonMemory {
  readonly answers: Readonly<Record<string, Answer>>;
  readonly onAnswer: (questionId: string, answer: Answer) => void;
}

const FORGETS: LessonMemory = { answers: {}, onAnswer: () => undefined };

/** A run as a step of a lesson sees it: where the step began in it, and its deed. A link holds it; all else comes of the replay. */
export interface StepMoment {
  readonly began: Instant;
  /** So many commands, counted from the first, had brought it there. */
  readonly commandsBefore: number;
  /** null: the deed of the step is not in this run. */
  readonly deed: {
    readonly ended: Instant;
    /** So many commands, counted from the first, were given up to its end. */
    readonly commands: number;
    readonly reached: boolean;
  } | null;
}

/** Somebody else's run, to go on from. */
export interface LinkedRun {
  readonly scenario: Scenario;
  readonly commands: readonly Command[];
  readonly instant: Instant;
  /** null: nobody knows what of it the step did. */
  readonly moment: StepMoment | null;
}

interface Instant {
  readonly timeUs: number;
  readonly after: number;
}

/** A step that was just opened. */
const UNTOUCHED = {
  phase: 'preparing',
  skippedPrediction: false,
  grade: null,
  facts: {},
  reached: true,
  changed: false,
  explainSeq: null,
  goalsMet: [],
} as const;

/** Plays the steps of one lesson on the page's simulation. */
export class LessonRuntime {
  readonly store: StoreApi<LessonRuntimeState>;
  private readonly simulation: Simulation;
  private readonly lesson: Lesson;
  private readonly scenario: Scenario;
  private readonly memory: LessonMemory;

  /** Rises with each new task; a task that sees another number stops. */
  private task = 0;
  private rows: TraceRow[] = [];
  private lastRow: TraceRow | null = null;
  private ledgerAtStart: SimulationState['ledger'];
  private startUs = 0;
  /** Commands that belong to the step; any other is the reader's own. */
  private ownCommands: readonly Command[] = [];
  private resultAt: Instant | null = null;
  private readyAt: Instant = { timeUs: 0, after: 0 };
  private commandsBefore: readonly Command[] = [];
  /** What the reader changed of the open step's configs; they hold until another step is opened. */
  private chosen: StepConfigs = {};

  constructor(
    simulation: Simulation,
    lesson: Lesson,
    scenario: Scenario,
    memory: LessonMemory = FORGETS,
    /** The step that will be opened first: until it is, no other one shows. */
    firstStep = 0,
  ) {
    this.memory = memory;
    this.simulation = simulation;
    this.lesson = lesson;
    this.scenario = scenario;
    this.ledgerAtStart = simulation.store.getState().ledger;
    this.store = createStore<LessonRuntimeState>(() => ({
      stepIndex: firstStep,
      answers: memory.answers,
      ...UNTOUCHED,
    }));
  }

  get step(): Step {
    return this.lesson.steps[this.store.getState().stepIndex]!;
  }

  /** From here on it follows the run; the answer stops that. */
  start(): () => void {
    const stopListening = this.simulation.store.subscribe((state, before) => this.onState(state, before));
    return () => {
      this.task++;
      stopListening();
    };
  }

  /** Brings the run to where a step begins. From the end of the step before, when the run stands there untouched. */
  async open(stepIndex: number): Promise<void> {
    const task = ++this.task;
    const step = this.lesson.steps[stepIndex];
    if (step === undefined) return;
    const { stepIndex: current, phase, changed } = this.store.getState();
    if (current !== stepIndex) this.chosen = {};
    const goesOn = step.from === 'previous' && current === stepIndex - 1 && phase === 'done' && !changed;
    this.simulation.pause();
    this.store.setState({ stepIndex, ...UNTOUCHED });
    await this.guarded(task, async () => {
      if (goesOn) await this.toResult();
      else await this.loadFor(stepIndex, task);
      if (task !== this.task) return;
      await playActs(this.driver(task), step.before ?? [], () => task !== this.task);
      if (task === this.task) this.becomeReady();
    });
  }

  /**
   * Opens a step on somebody else's run instead of its own preparation: what the step did in it is found out anew, by replaying
   * it. The run stands at the link's instant when this is done; false when another task came in between.
   */
  async adopt(stepIndex: number, { scenario, commands, instant, moment }: LinkedRun): Promise<boolean> {
    const task = ++this.task;
    if (this.lesson.steps[stepIndex] === undefined) return false;
    const isOver = () => task !== this.task;
    const { began, commandsBefore, deed } = moment ?? {
      began: instant,
      commandsBefore: commands.length,
      deed: null,
    };
    this.simulation.pause();
    this.store.setState({ stepIndex, ...UNTOUCHED });
    await this.guarded(task, async () => {
      // Without what was done in the step, which may stand at the very instant where it began.
      await this.simulation.load(scenario, commands.slice(0, commandsBefore), began);
      if (isOver()) return;
      this.beginHere();
      await this.simulation.load(scenario, commands, began);
      if (isOver()) return;
      this.takeRows(this.simulation.store.getState());
      this.store.setState({ phase: 'running' });
      if (deed !== null) {
        await this.runTo(deed.ended, isOver);
        if (isOver()) return;
        this.resultAt = deed.ended;
        this.ownCommands = commands.slice(0, deed.commands);
        const outcome = await this.outcome();
        if (isOver()) return;
        this.store.setState({ reached: deed.reached, ...outcome });
      }
      await this.runTo(instant, isOver);
      if (isOver()) return;
      const { status } = this.simulation.store.getState();
      const isOwn = moment !== null && isBeginningOf(commands, this.ownCommands);
      this.store.setState({
        phase: status === 'failed' ? 'failed' : deed === null ? 'ready' : 'done',
        changed: !isOwn,
      });
    });
    return !isOver();
  }

  /** What a link must hold beside the run, so that `adopt` shows this step as it is now; null while it is not there yet. */
  moment(): StepMoment | null {
    const { phase, reached } = this.store.getState();
    if (phase === 'preparing' || phase === 'failed') return null;
    const { commands } = this.simulation.store.getState();
    // Who set the run back and did something else has left the deed's future.
    const ended = phase === 'done' && isBeginningOf(this.ownCommands, commands) ? this.resultAt : null;
    return {
      began: this.readyAt,
      commandsBefore: sharedBeginning(this.commandsBefore, commands),
      deed: ended === null ? null : { ended, commands: this.ownCommands.length, reached },
    };
  }

  /** Sets the open step up again with configs of consumers changed, as if they had always been so. */
  reconfigure({ consumers = {}, prefetch = {} }: StepConfigs): Promise<void> {
    const merged = { ...this.chosen.consumers };
    for (const [clientId, configs] of Object.entries(consumers))
      merged[clientId] = { ...merged[clientId], ...configs };
    this.chosen = { consumers: merged, prefetch: { ...this.chosen.prefetch, ...prefetch } };
    return this.restart();
  }

  /** Sets the open step up again. */
  restart(): Promise<void> {
    const { stepIndex } = this.store.getState();
    this.store.setState({ changed: true });
    return this.open(stepIndex);
  }

  answer(value: Answer): void {
    const { predict } = this.step;
    if (predict === undefined || this.store.getState().phase !== 'ready') return;
    this.store.setState((state) => ({ answers: { ...state.answers, [predict.id]: value } }));
    this.memory.onAnswer(predict.id, value);
  }

  skipPrediction(): void {
    this.store.setState({ skippedPrediction: true });
  }

  /** Does what the button names and lets the run say what came of it. */
  async doDeed(): Promise<void> {
    const { acts } = this.step;
    if (acts === undefined || this.store.getState().phase !== 'ready') return;
    const task = ++this.task;
    this.simulation.pause();
    this.store.setState({ phase: 'running' });
    await this.guarded(task, async () => {
      // Whoever only looked around starts from the moment that the text speaks of.
      if (!this.store.getState().changed) await this.goTo(this.readyAt);
      const reached = await playActs(this.driver(task), acts, () => task !== this.task);
      if (task !== this.task) return;
      const outcome = await this.outcome();
      if (task !== this.task) return;
      const { nowUs, after, commands } = this.simulation.store.getState();
      this.resultAt = { timeUs: nowUs, after };
      this.ownCommands = commands;
      this.store.setState({ phase: 'done', reached, changed: false, ...outcome });
    });
  }

  /** Shows what was just done from its beginning, at the reader's own pace. */
  async watch(): Promise<void> {
    await this.goTo(this.readyAt);
    this.simulation.play();
  }

  async toResult(): Promise<void> {
    this.simulation.pause();
    if (this.resultAt !== null) await this.goTo(this.resultAt);
  }

  apply(body: CommandBody): Promise<void> {
    return this.simulation.apply(body);
  }

  private async loadFor(stepIndex: number, task: number): Promise<void> {
    const chain = [...stepsBefore(this.lesson, stepIndex), this.lesson.steps[stepIndex]!];
    this.lastRow = null;
    await this.simulation.load(scenarioForStep(this.scenario, chain[0]!, this.chosen));
    for (const earlier of chain.slice(0, -1)) {
      const acts = [...(earlier.before ?? []), ...(earlier.acts ?? [])];
      await playActs(this.driver(task), acts, () => task !== this.task);
    }
  }

  private becomeReady(): void {
    this.beginHere();
    const { status } = this.simulation.store.getState();
    this.store.setState({ phase: status === 'failed' ? 'failed' : 'ready' });
  }

  /** From this point of the run on facts count for the step. */
  private beginHere(): void {
    const state = this.simulation.store.getState();
    this.rows = [];
    this.lastRow = state.trace.at(-1) ?? null;
    this.ledgerAtStart = state.ledger;
    this.startUs = state.nowUs;
    this.ownCommands = state.commands;
    this.commandsBefore = state.commands;
    this.readyAt = { timeUs: state.nowUs, after: state.after };
    this.resultAt = null;
  }

  private driver(task: number): LessonDriver {
    const { simulation } = this;
    return {
      nowUs: () => simulation.store.getState().nowUs,
      apply: (body) => simulation.apply(body),
      advanceUntil: (goal, limitUs) => this.advanceInSlices(goal, limitUs, task),
      lookUpFigures: (of) => simulation.lookUpFigures(of),
    };
  }

  private async advanceInSlices(goal: TraceGoal, limitUs: number, task: number): Promise<boolean> {
    const { store } = this.simulation;
    let missing = goal.times ?? 1;
    let lastRow = store.getState().trace.at(-1) ?? null;
    const slice = new SliceLength();
    while (task === this.task) {
      const { nowUs, status } = store.getState();
      if (nowUs >= limitUs || status === 'failed') return false;
      const sliceEnd = Math.min(limitUs, nowUs + slice.us);
      if (await this.simulation.advanceUntil({ ...goal, times: missing }, sliceEnd)) return true;
      const news = store.getState().trace.filter((row) => isLater(row, lastRow));
      if (store.getState().nowUs <= nowUs) return false;
      slice.brought(news.length);
      missing -= news.filter((row) => matchesGoal(goal, row.event)).length;
      lastRow = news.at(-1) ?? lastRow;
    }
    return false;
  }

  /** On in slices, so that no row is missed, or back. */
  private async runTo(instant: Instant, isOver: () => boolean): Promise<void> {
    const { store } = this.simulation;
    const slice = new SliceLength();
    while (!isOver()) {
      const { nowUs, status, trace } = store.getState();
      const sliceEnd = nowUs + slice.us;
      if (status === 'failed' || sliceEnd >= instant.timeUs) break;
      await this.simulation.advanceUntil(NEVER, sliceEnd);
      if (store.getState().nowUs <= nowUs) break;
      const lastRow = trace.at(-1) ?? null;
      slice.brought(store.getState().trace.filter((row) => isLater(row, lastRow)).length);
    }
    if (!isOver()) await this.goTo(instant);
  }

  private async goTo(instant: Instant): Promise<void> {
    const { nowUs, after } = this.simulation.store.getState();
    if (nowUs !== instant.timeUs || after !== instant.after) await this.simulation.seek(instant);
  }

  /** What goes wrong in the worker is told by the simulation itself; the step only says that it cannot go on. */
  private async guarded(task: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (task !== this.task) return;
      this.store.setState({ phase: 'failed' });
      if (this.simulation.store.getState().status !== 'failed') throw error;
    }
  }

  private onState(state: SimulationState, before: SimulationState): void {
    const { phase } = this.store.getState();
    if (phase === 'preparing') return;
    if (state.nowUs < this.startUs || state.trace !== before.trace) this.takeRows(state);
    if (phase !== 'running' && state.commands !== before.commands)
      this.store.setState({ changed: !isBeginningOf(state.commands, this.ownCommands) });
    const { goals } = this.step;
    if (goals === undefined) return;
    const facts = this.facts();
    const met = goals.filter((goal) => evaluatePredicate(goal.when, facts)).map((goal) => goal.id);
    // Once done it stays done, also when the reader scrubs back.
    const goalsMet = goals
      .map((goal) => goal.id)
      .filter((id) => met.includes(id) || this.store.getState().goalsMet.includes(id));
    if (goalsMet.length !== this.store.getState().goalsMet.length) this.store.setState({ goalsMet });
  }

  private takeRows(state: SimulationState): void {
    const last = state.trace.at(-1);
    if (last === undefined) return;
    // The run was set back: what lies ahead of it has not happened.
    if (this.lastRow !== null && isLater(this.lastRow, last))
      this.rows = this.rows.filter((row) => !isLater(row, last));
    else
      for (const row of state.trace)
        if (isLater(row, this.lastRow) && row.timeUs >= this.startUs) this.rows.push(row);
    this.lastRow = last;
  }

  private facts(): LessonFacts {
    const { entities, ledger, nowUs } = this.simulation.store.getState();
    return {
      entities,
      ledger,
      nowUs,
      rows: this.rows,
      ledgerAtStart: this.ledgerAtStart,
      startUs: this.startUs,
    };
  }

  private async outcome(): Promise<Pick<LessonRuntimeState, 'grade' | 'facts' | 'explainSeq'>> {
    const facts = { ...this.facts(), lookUps: await lookUpsOf(this.simulation, this.step) };
    const { predict, explain } = this.step;
    return {
      grade: predict === undefined ? null : gradeQuestion(predict, facts),
      facts: factsOf(this.step, facts),
      explainSeq: explain === undefined ? null : (rowsLike(explain, facts.rows).at(-1)?.seq ?? null),
    };
  }
}

/** Scrubbing back may shorten the list of commands; only another one makes the run the reader's own. */
function isBeginningOf(part: readonly Command[], whole: readonly Command[]): boolean {
  return sharedBeginning(part, whole) === part.length;
}

/** How many commands two lists have in common before they part. */
function sharedBeginning(a: readonly Command[], b: readonly Command[]): number {
  const parted = a.findIndex((command, i) => JSON.stringify(command) !== JSON.stringify(b[i]));
  return parted < 0 ? a.length : parted;
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Instant } from '../../bridge/EngineApi.ts';
import type { Command, CommandBody, Scenario } from '../../scenario/Scenario.ts';
import type { Simulation } from '../Simulation.ts';
import type { Future, Futures, RunState } from './Future.ts';
import {
  appliedCommands,
  begin,
  firstFuture,
  followRun,
  forkAt,
  openFutureOf,
  open,
  redoOf,
  rename,
  standsAt,
  undoOf,
  without,
} from './futures.ts';

export interface NextRun {
  readonly scenario: Scenario;
  /** Default: none, from the start. */
  readonly commands?: readonly Command[];
  readonly instant?: Instant;
  /** Given once it stands there: a part of the same deed. */
  readonly deed?: CommandBody;
}

/** All that was tried in one simulation, and the way between. Whatever is done to the simulation, the futures follow. */
export interface FutureKeeper {
  readonly store: StoreApi<Futures>;
  /** The futures with the open one where it stands now: what is kept and shared. */
  now(): Futures;
  /** Begins a future with another scenario, or the same from the start. */
  replace(next: NextRun): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  canUndo(): boolean;
  canRedo(): boolean;
  /** A future with what was done so far, open from here on. */
  fork(): Promise<void>;
  open(id: string): Promise<void>;
  rename(id: string, name: string): void;
  /** Lets one go; the answer brings it back. The open one stays. */
  remove(id: string): () => void;
  dispose(): void;
}

/** `kept`: what was there before; its open future is the one that was or is being loaded. */
export function createFutures(simulation: Simulation, kept: Futures | null = null): FutureKeeper {
  const runNow = (): RunState => {
    const { scenario, commands, nowUs, after } = simulation.store.getState();
    return { scenario, commands, instant: { timeUs: nowUs, after } };
  };
  const store = createStore<Futures>(() => kept ?? firstFuture(runNow()));
  const isReady = () => simulation.store.getState().status === 'ready';
  const now = () => (isReady() ? standsAt(store.getState(), runNow().instant) : store.getState());
  const applied = () => {
    const { commands, instant } = runNow();
    return appliedCommands(commands, instant);
  };

  let last = { scenario: null as Scenario | null, commands: null as readonly Command[] | null };
  /** Parts of one deed of ours: looked at when it is done. */
  let isBusy = false;
  function follow(): void {
    const run = runNow();
    if (isBusy || !isReady() || (run.scenario === last.scenario && run.commands === last.commands)) return;
    last = run;
    store.setState(followRun(store.getState(), run), true);
  }
  const unsubscribe = simulation.store.subscribe(follow);
  follow();

  async function show({ scenario, commands }: Future, instant: Instant): Promise<void> {
    await simulation.load(scenario, commands, instant);
  }
  async function openAt(id: string, instant: Instant | null): Promise<void> {
    store.setState(open(now(), id), true);
    const future = openFutureOf(store.getState());
    await show(future, instant ?? future.instant);
  }

  const keeper: FutureKeeper = {
    store,
    now,
    async replace({ scenario, commands = [], instant = { timeUs: 0, after: 0 }, deed }) {
      store.setState(begin(now(), { scenario, commands, instant }, commands.length), true);
      const { id } = openFutureOf(store.getState());
      isBusy = true;
      try {
        await simulation.load(scenario, commands, instant);
        if (deed !== undefined) await simulation.apply(deed);
      } finally {
        isBusy = false;
      }
      follow();
      const futures = store.getState();
      const done = { ...openFutureOf(futures), bornWith: openFutureOf(futures).commands.length };
      if (futures.open === id)
        store.setState({ ...futures, list: futures.list.map((one) => (one.id === id ? done : one)) });
    },
    async undo() {
      const undo = undoOf(store.getState(), applied());
      if (undo?.kind === 'command') await simulation.undo();
      if (undo?.kind === 'open') await openAt(undo.id, null);
    },
    async redo() {
      const redo = redoOf(store.getState(), applied());
      if (redo === null) return;
      if (redo.id === store.getState().open) await simulation.seek(redo.instant ?? runNow().instant);
      else await openAt(redo.id, redo.instant);
    },
    canUndo: () => undoOf(store.getState(), applied()) !== null,
    canRedo: () => redoOf(store.getState(), applied()) !== null,
    async fork() {
      simulation.pause();
      const { instant, commands } = runNow();
      store.setState(forkAt(now(), instant), true);
      const future = openFutureOf(store.getState());
      // The run goes on where it stands, unless it has deeds ahead that the new one has not.
      if (future.commands.length !== commands.length) await show(future, instant);
    },
    open: (id) => (id === store.getState().open ? Promise.resolve() : openAt(id, null)),
    rename: (id, name) => store.setState(rename(store.getState(), id, name), true),
    remove(id) {
      const before = store.getState();
      store.setState(without(before, id), true);
      return () => bringBack(store, before, id);
    },
    dispose: unsubscribe,
  };
  return keeper;
}

function bringBack(store: StoreApi<Futures>, before: Futures, id: string): void {
  const futures = store.getState();
  const gone = before.list.find((future) => future.id === id);
  if (gone === undefined || futures.list.some((future) => future.id === id)) return;
  const origin = futures.list.some((future) => future.id === gone.origin) ? gone.origin : null;
  const place = before.list.indexOf(gone);
  const list = futures.list.map((future) => {
    const was = before.list.find((other) => other.id === future.id);
    return was?.origin === id ? { ...future, origin: id } : future;
  });
  store.setState({ ...futures, list: list.toSpliced(place, 0, { ...gone, origin }) }, true);
}

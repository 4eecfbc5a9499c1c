import type { Instant } from '../../bridge/EngineApi.ts';
import { formatCommand } from '../../scenario/formatScenario.ts';
import type { Command, Scenario } from '../../scenario/Scenario.ts';
import type { Micros } from '../../shared/units.ts';
import { writtenScenario } from '../writtenScenario.ts';
import type { Future, Futures, RunState } from './Future.ts';

/** Futures beyond this many: those without a name that were left longest ago go. */
export const MOST_FUTURES = 100;

/** Of a future that shares what its origin did. */
const NEW = { bornWith: null, isUndone: false } as const;

export function firstFuture(run: RunState): Futures {
  const future: Future = { id: 'f1', letter: 'A', name: null, ...run, ...NEW, origin: null };
  return { list: [future], open: future.id, left: [], born: 1 };
}

export function openFutureOf(futures: Futures): Future {
  return futureOf(futures, futures.open) ?? futures.list[0]!;
}

export function futureOf({ list }: Futures, id: string): Future | undefined {
  return list.find((future) => future.id === id);
}

/**
 * What becomes of the futures when the run that is open has these commands now. A deed at its end belongs to it. A deed in its
 * past, and undo, begin another: nothing that was tried is written over.
 */
export function followRun(futures: Futures, now: RunState): Futures {
  const open = openFutureOf(futures);
  if (!isSameScenario(open.scenario, now.scenario)) return begin(futures, now, now.commands.length);
  const isSame = now.commands.length === open.commands.length;
  if (startsWith(now.commands, open.commands))
    return change(futures, { ...open, ...now, isUndone: open.isUndone && isSame });
  const isUndone = startsWith(open.commands, now.commands);
  // What was left by undo before may go on being undone.
  if (isUndone && addsNothing(futures, open)) return change(futures, { ...open, ...now });
  return begin(futures, now, null, isUndone);
}

/** Where the open one stands. */
export function standsAt(futures: Futures, instant: Instant): Futures {
  return change(futures, { ...openFutureOf(futures), instant });
}

/** Another future, open from here on; the one that was open stays as it is. */
export function begin(futures: Futures, run: RunState, bornWith: number | null, isUndone = false): Futures {
  const born = futures.born + 1;
  const future: Future = {
    id: freeId(futures, born),
    letter: letterOf(born),
    name: null,
    ...run,
    origin: futures.open,
    bornWith,
    isUndone,
  };
  return limited(open({ ...futures, list: [...futures.list, future], born }, future.id));
}

/** A future with the deeds up to this instant: what is done from here on is done in it alone. */
export function forkAt(futures: Futures, instant: Instant): Futures {
  const { scenario, commands } = openFutureOf(futures);
  const done = commands.filter((command) => isUpTo(command, instant));
  return begin(futures, { scenario, commands: done, instant }, null);
}

/** Another one on the stage. One that was left by undo and in which nothing was done is let go. */
export function open(futures: Futures, id: string): Futures {
  if (id === futures.open || futureOf(futures, id) === undefined) return futures;
  const before = openFutureOf(futures);
  const left = [before.id, ...futures.left.filter((other) => other !== before.id && other !== id)];
  const next = { ...futures, open: id, left };
  return addsNothing(next, before) ? without(next, before.id) : next;
}

/** Gives it a name, or takes the name away. */
export function rename(futures: Futures, id: string, name: string): Futures {
  const future = futureOf(futures, id);
  const given = name.trim();
  return future === undefined ? futures : change(futures, { ...future, name: given === '' ? null : given });
}

/** Without one that is not open. What began in it began in its origin from now on. */
export function without(futures: Futures, id: string): Futures {
  const gone = futureOf(futures, id);
  if (gone === undefined || id === futures.open) return futures;
  return {
    ...futures,
    list: futures.list
      .filter((future) => future.id !== id)
      .map((future) => (future.origin === id ? { ...future, origin: gone.origin } : future)),
    left: futures.left.filter((other) => other !== id),
  };
}

export type Undo =
  /** To just before the last deed. */
  | { readonly kind: 'command' }
  /** What was changed is the scenario itself: back to the run in which that was done. */
  | { readonly kind: 'open'; readonly id: string };

/** What undo does now; null: nothing was done. `applied`: so many commands lie behind the playhead. */
export function undoOf(futures: Futures, applied: number): Undo | null {
  const { bornWith, origin } = bornAs(futures, openFutureOf(futures));
  const isOrigin = origin !== null && futureOf(futures, origin) !== undefined;
  if (isOrigin && bornWith !== null && applied <= bornWith) return { kind: 'open', id: origin };
  return applied > 0 ? { kind: 'command' } : null;
}

/** One that shares what its origin did was born as that was: what undo left goes on being undone, back to the scenario before. */
function bornAs(futures: Futures, future: Future): Future {
  const origin = future.origin === null ? undefined : futureOf(futures, future.origin);
  if (future.bornWith !== null || origin === undefined) return future;
  return isSameScenario(origin.scenario, future.scenario) ? bornAs(futures, origin) : future;
}

export interface Redo {
  readonly id: string;
  /** Right after the deed; null: where that future was left. */
  readonly instant: Instant | null;
}

/** What redo does now: on to the next deed of this future, or of the one left last that goes on from here; null: there is none. */
export function redoOf(futures: Futures, applied: number): Redo | null {
  const here = openFutureOf(futures);
  const ahead = here.commands[applied];
  if (ahead !== undefined) return { id: here.id, instant: instantOf(ahead) };
  for (const id of futures.left) {
    const other = futureOf(futures, id);
    if (other === undefined) continue;
    const isReplaced = other.origin === here.id && !isSameScenario(other.scenario, here.scenario);
    if (isReplaced) return { id, instant: null };
    const next = other.commands[here.commands.length];
    if (next !== undefined && isSameScenario(other.scenario, here.scenario)) {
      if (startsWith(other.commands, here.commands)) return { id, instant: instantOf(next) };
    }
  }
  return null;
}

/** Commands that are carried out at or before an instant. */
export function appliedCommands(commands: readonly Command[], instant: Instant): number {
  return commands.filter((command) => isUpTo(command, instant)).length;
}

/** When a future leaves its origin: its first command of its own, or what the origin does where it has none. */
export function forkTimeUs(futures: Futures, future: Future): Micros | null {
  const origin = future.origin === null ? undefined : futureOf(futures, future.origin);
  if (origin === undefined) return null;
  if (!isSameScenario(origin.scenario, future.scenario)) return 0;
  const shared = sharedCommands(origin.commands, future.commands);
  const times = [future.commands[shared], origin.commands[shared]].flatMap((command) => command?.atUs ?? []);
  return times.length === 0 ? future.instant.timeUs : Math.min(...times);
}

/** So many commands are the same in both, from the first on. */
export function sharedCommands(a: readonly Command[], b: readonly Command[]): number {
  let count = 0;
  while (count < a.length && count < b.length && isSameCommand(a[count]!, b[count]!)) count += 1;
  return count;
}

export function isSameScenario(a: Scenario, b: Scenario): boolean {
  return a === b || JSON.stringify(writtenScenario(a)) === JSON.stringify(writtenScenario(b));
}

/** A, B, …, Z, AA, AB, … for 1, 2, … */
export function letterOf(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? letterOf(rest) : '') + String.fromCharCode(65 + ((number - 1) % 26));
}

function isSameCommand(a: Command, b: Command): boolean {
  return a === b || JSON.stringify(formatCommand(a)) === JSON.stringify(formatCommand(b));
}

function startsWith(commands: readonly Command[], beginning: readonly Command[]): boolean {
  return sharedCommands(commands, beginning) === beginning.length;
}

/** Undo left it, nobody called it anything, and another one of the same scenario does all that it does. */
function addsNothing({ list }: Futures, future: Future): boolean {
  return (
    future.isUndone &&
    future.name === null &&
    list.some(
      (other) =>
        other.id !== future.id &&
        startsWith(other.commands, future.commands) &&
        isSameScenario(other.scenario, future.scenario),
    )
  );
}

function change(futures: Futures, changed: Future): Futures {
  const { list } = futures;
  return { ...futures, list: list.map((future) => (future.id === changed.id ? changed : future)) };
}

function limited(futures: Futures): Futures {
  if (futures.list.length <= MOST_FUTURES) return futures;
  const oldest =
    futures.left.findLast((id) => futureOf(futures, id)?.name === null) ??
    futures.list.find(({ id }) => id !== futures.open)?.id;
  return oldest === undefined ? futures : without(futures, oldest);
}

function freeId({ list }: Futures, from: number): string {
  let number = from;
  while (list.some(({ id }) => id === `f${number}`)) number += 1;
  return `f${number}`;
}

function isUpTo({ atUs, after = 0 }: Command, instant: Instant): boolean {
  return atUs < instant.timeUs || (atUs === instant.timeUs && after <= instant.after);
}

/** The command stands at this very point and belongs to it. */
function instantOf({ atUs, after = 0 }: Command): Instant {
  return { timeUs: atUs, after };
}

/** How far any of them has come. */
export function latestOf({ list }: Futures): Micros {
  return Math.max(0, ...list.map(({ instant }) => instant.timeUs));
}

import { formatCommand } from '../scenario/formatScenario.ts';
import type { Command } from '../scenario/Scenario.ts';
import type { CommandBranch, CommandTree } from './SharedLink.ts';

/** A tree of one branch: the run as it is. */
export function singleBranch(commands: readonly Command[]): CommandTree {
  return { branches: [{ id: 'a', parent: null, commands }], open: 'a' };
}

/** Commands of a branch from the start of the run: those of its ancestors, then its own. */
export function commandsOf(tree: CommandTree, id: string = tree.open): readonly Command[] {
  const byId = new Map(tree.branches.map((branch) => [branch.id, branch]));
  const path: Command[][] = [];
  for (let branch = byId.get(id); branch !== undefined; branch = byId.get(branch.parent ?? '')) {
    path.unshift([...branch.commands]);
  }
  return path.flat();
}

/** A run that was tried, with all its commands from the start. */
export interface TriedRun {
  readonly id: string;
  readonly name: string | null;
  readonly commands: readonly Command[];
}

/** The tree of several runs: what they share stands in it once. The ids of the runs are those of the branches at whose ends they are. */
export function treeOf(runs: readonly TriedRun[], open: string): CommandTree {
  const branches: CommandBranch[] = [];
  let splits = 0;
  const grow = (some: readonly TriedRun[], from: number, parent: string | null): void => {
    const shared = sharedLength(some, from);
    const ended = some.filter(({ commands }) => commands.length === shared);
    const [end, ...copies] = ended;
    const id = end?.id ?? `split-${++splits}`;
    const commands = some[0]?.commands.slice(from, shared) ?? [];
    branches.push({ id, parent, commands, ...nameOf(end) });
    for (const copy of copies) branches.push({ id: copy.id, parent: id, commands: [], ...nameOf(copy) });
    const next = new Map<string, TriedRun[]>();
    for (const run of some) {
      const command = run.commands[shared];
      if (command === undefined) continue;
      const key = JSON.stringify(formatCommand(command));
      next.set(key, [...(next.get(key) ?? []), run]);
    }
    for (const group of next.values()) grow(group, shared, id);
  };
  grow(runs, 0, null);
  return { branches, open };
}

/** The runs of a tree: the ends of its branches, the open one, and those that have a name. */
export function runsOf(tree: CommandTree): readonly TriedRun[] {
  const parents = new Set(tree.branches.map(({ parent }) => parent));
  return tree.branches
    .filter(({ id, name }) => !parents.has(id) || id === tree.open || name !== undefined)
    .map(({ id, name }) => ({ id, name: name ?? null, commands: commandsOf(tree, id) }));
}

function nameOf(run: TriedRun | undefined): { readonly name?: string } {
  return run?.name === null || run === undefined ? {} : { name: run.name };
}

/** So many commands all of them begin with. */
function sharedLength(runs: readonly TriedRun[], from: number): number {
  const least = Math.min(...runs.map(({ commands }) => commands.length));
  let length = from;
  while (length < least) {
    const wanted = JSON.stringify(formatCommand(runs[0]!.commands[length]!));
    if (!runs.every(({ commands }) => JSON.stringify(formatCommand(commands[length]!)) === wanted)) break;
    length += 1;
  }
  return length;
}

/** Whether `later` may stand after `earlier`: a command in the past would have started another branch. */
export function isInOrder(earlier: Command, later: Command): boolean {
  return (
    earlier.atUs < later.atUs || (earlier.atUs === later.atUs && (earlier.after ?? 0) <= (later.after ?? 0))
  );
}

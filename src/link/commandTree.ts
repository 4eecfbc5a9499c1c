import type { Command } from '../scenario/Scenario.ts';
import type { CommandTree } from './SharedLink.ts';

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

/** Whether `later` may stand after `earlier`: a command in the past would have started another branch. */
export function isInOrder(earlier: Command, later: Command): boolean {
  return (
    earlier.atUs < later.atUs || (earlier.atUs === later.atUs && (earlier.after ?? 0) <= (later.after ?? 0))
  );
}

import { runsOf, treeOf } from '../../../link/commandTree.ts';
import type { CommandTree, SharedLink } from '../../../link/SharedLink.ts';
import type { Future, Futures } from '../../../state/futures/Future.ts';
import { isSameScenario, letterOf, openFutureOf, sharedCommands } from '../../../state/futures/futures.ts';

/** What a link can say of the futures: those of the scenario that is open. */
export function treeOfFutures(futures: Futures): CommandTree {
  const { scenario } = openFutureOf(futures);
  const same = futures.list.filter((future) => isSameScenario(future.scenario, scenario));
  return treeOf(same, futures.open);
}

/** The futures that a link brings; each begins in the earlier one with which it has most in common. */
export function futuresOfLink({ scenario, tree, instant }: SharedLink): Futures {
  const list: Future[] = [];
  for (const [index, { id, name, commands }] of runsOf(tree).entries()) {
    const last = commands.at(-1);
    list.push({
      id,
      letter: letterOf(index + 1),
      name,
      scenario,
      commands,
      instant: id === tree.open ? instant : { timeUs: last?.atUs ?? 0, after: last?.after ?? 0 },
      origin: nearest(list, commands),
      bornWith: null,
      isUndone: false,
    });
  }
  return { list, open: tree.open, left: [], born: list.length };
}

function nearest(earlier: readonly Future[], commands: Future['commands']): string | null {
  let best: Future | null = null;
  for (const future of earlier) {
    if (best === null || sharedCommands(future.commands, commands) > sharedCommands(best.commands, commands))
      best = future;
  }
  return best?.id ?? null;
}

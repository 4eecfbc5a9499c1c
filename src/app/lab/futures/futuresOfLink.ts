import { runsOf, treeOf, type TriedRun } from '../../../link/commandTree.ts';
import type { OtherFutures, SharedLink } from '../../../link/SharedLink.ts';
import type { Scenario } from '../../../scenario/Scenario.ts';
import type { Future, Futures } from '../../../state/futures/Future.ts';
import { isSameScenario, letterOf, openFutureOf, sharedCommands } from '../../../state/futures/futures.ts';

/** What a link says of the futures: those of the scenario that is open as its tree, and behind them those of each other one. */
export function linkedFutures(futures: Futures): Pick<SharedLink, 'tree' | 'others'> {
  const { scenario } = openFutureOf(futures);
  const same = futures.list.filter((future) => isSameScenario(future.scenario, scenario));
  const tree = treeOf(same, futures.open);
  const others = byScenario(futures.list.filter((future) => !same.includes(future)));
  return others.length === 0 ? { tree } : { tree, others };
}

function byScenario(futures: readonly Future[]): readonly OtherFutures[] {
  const groups: Future[][] = [];
  for (const future of futures) {
    const group = groups.find(([first]) => first && isSameScenario(first.scenario, future.scenario));
    if (group) group.push(future);
    else groups.push([future]);
  }
  return groups.flatMap((group) =>
    group[0] === undefined
      ? []
      : [{ scenario: group[0].scenario, branches: treeOf(group, group[0].id).branches }],
  );
}

/**
 * The futures that a link brings. Each begins in the earlier one of its scenario with which it has most in common; the first one of another
 * scenario begins anew in the first of all.
 */
export function futuresOfLink({ scenario, tree, instant, others = [] }: SharedLink): Futures {
  const list: Future[] = [];
  for (const run of runsOf(tree)) {
    const future = futureFrom(run, scenario, list);
    list.push(run.id === tree.open ? { ...future, instant } : future);
  }
  const [first] = list;
  for (const other of others)
    for (const run of runsOf({ branches: other.branches, open: '' })) {
      const future = futureFrom(run, other.scenario, list);
      const begun = { origin: first?.id ?? null, bornWith: run.commands.length };
      list.push(future.origin === null ? { ...future, ...begun } : future);
    }
  return { list, open: tree.open, left: [], born: list.length };
}

function futureFrom(run: TriedRun, scenario: Scenario, earlier: readonly Future[]): Future {
  const last = run.commands.at(-1);
  const ofScenario = earlier.filter((future) => isSameScenario(future.scenario, scenario));
  return {
    ...run,
    id: freeId(run.id, earlier),
    letter: letterOf(earlier.length + 1),
    scenario,
    instant: { timeUs: last?.atUs ?? 0, after: last?.after ?? 0 },
    origin: nearest(ofScenario, run.commands),
    bornWith: null,
    isUndone: false,
  };
}

/** Two scenarios may call their branches alike. */
function freeId(id: string, earlier: readonly Future[]): string {
  return earlier.some((future) => future.id === id) ? freeId(`${id}'`, earlier) : id;
}

function nearest(earlier: readonly Future[], commands: Future['commands']): string | null {
  let best: Future | null = null;
  for (const future of earlier) {
    if (best === null || sharedCommands(future.commands, commands) > sharedCommands(best.commands, commands))
      best = future;
  }
  return best?.id ?? null;
}

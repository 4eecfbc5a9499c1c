import type { EntityKey } from '../../../bridge/frame.ts';
import type { Catalogue } from '../../../i18n/Catalogue.ts';
import type { SimulationState } from '../../../state/Simulation.ts';
import { selectCluster, type ClusterModel } from '../../../views/clusterModel.ts';
import { deedsOfCluster, type LabCommand } from '../commands/labCommands.ts';

/** One line of the list: a deed, with all that it can be done to now. */
export interface DeedLine {
  readonly id: string;
  readonly verb: LabCommand['verb'];
  readonly group: LabCommand['group'];
  readonly targets: readonly LabCommand[];
}

/** The deeds of Ctrl+K on things that stand on the stage, one line a deed, of each target once. */
export function deedLines(stage: Catalogue['stage'], cluster: ClusterModel): readonly DeedLine[] {
  const lines = new Map<string, LabCommand[]>();
  for (const command of deedsOfCluster(stage, cluster)) {
    const same = lines.get(command.verb.id);
    if (same === undefined) lines.set(command.verb.id, [command]);
    else if (!same.some(({ target }) => target === command.target)) same.push(command);
  }
  return [...lines.values()].map((targets) => {
    const { verb, group } = targets[0]!;
    return { id: verb.id, verb, group, targets };
  });
}

/** Those that a thing on the stage is part of. */
export function targetsWith(targets: readonly LabCommand[], key: EntityKey): readonly LabCommand[] {
  return targets.filter(({ on }) => on?.includes(key) === true);
}

/**
 * Which deeds there are, as far as the state of things decides that, in one text: other figures of the same things give the same, and
 * the lists are not made anew with each sample.
 */
export function whatDecidesDeeds({ entities }: SimulationState): string {
  const { brokers, controllers, producers, consumers, links } = selectCluster(entities);
  return JSON.stringify([
    brokers.map((b) => [
      b.key,
      b.process,
      b.rack,
      b.pausedSinceUs !== null,
      b.diskFactor === 1,
      b.hasDiskFailed,
    ]),
    controllers.map((c) => [c.key, c.process, c.pausedSinceUs !== null, c.active]),
    producers.map((p) => [
      p.key,
      p.process,
      p.paused,
      p.pausedSinceUs !== null,
      p.transaction?.state ?? null,
    ]),
    consumers.map((c) => [
      c.key,
      c.process,
      c.pausedSinceUs !== null,
      c.stalledSinceUs !== null,
      c.positions.length > 0,
      c.paused !== undefined,
    ]),
    links.map((link) => [link.key, link.cut, link.slow]),
  ]);
}

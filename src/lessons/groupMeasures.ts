import type { SimulationState } from '../state/Simulation.ts';
import type { Measure } from './predicates.ts';

type Named<Name extends string> = Extract<Measure, { readonly [name in Name]: unknown }>;
export type GroupMeasure = Named<'lag'> | Named<'members'> | Named<'committed'> | Named<'position'>;

/** A number of a group, as its coordinator and its members have it; null when there is no such thing. */
export function evaluateGroupMeasure(
  measure: GroupMeasure,
  entities: SimulationState['entities'],
): number | null {
  if ('position' in measure) {
    const consumer = entities.get(`consumer:${measure.position.consumer}`);
    if (consumer?.kind !== 'consumer') return null;
    const place = consumer.positions.find(({ partition }) => partition === measure.position.partition);
    return place === undefined || place.position < 0 ? null : place.position;
  }
  const name =
    'lag' in measure
      ? measure.lag.group
      : 'members' in measure
        ? measure.members.group
        : measure.committed.group;
  const group = entities.get(`group:${name}`);
  if (group?.kind !== 'group') return null;
  if ('members' in measure)
    return group.members.filter(({ partitions }) => measure.members.idle !== true || partitions.length === 0)
      .length;
  if ('committed' in measure)
    return group.committed.find(({ partition }) => partition === measure.committed.partition)?.offset ?? null;
  const counted = group.committed.filter(
    ({ partition }) => measure.lag.partition === undefined || partition === measure.lag.partition,
  );
  if (counted.length === 0) return null;
  const ends = new Map<string, number>();
  for (const entity of entities.values())
    if (entity.kind === 'partition') ends.set(entity.name, entity.highWatermark);
  return counted.reduce((lag, { partition, offset }) => lag + (ends.get(partition) ?? offset) - offset, 0);
}

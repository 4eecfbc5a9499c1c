import type { Scenario } from '../../src/scenario/Scenario.ts';
import { MICROS_PER_MILLI } from '../../src/shared/units.ts';

/** Two processes that are far from each other, one way each. */
export interface SlowPair {
  readonly between: readonly [string, string];
  readonly latencyMs: number;
}

/** The loopback takes less than that by itself; nothing is added for it. */
const LEAST_LATENCY_US = 1_000;

/** Pairs whose latency in the scenario is more than that of the loopback: by its links, by its racks, or all of them. */
export function slowPairsOf({ network, brokers, controllers, producers, consumers }: Scenario): SlowPair[] {
  const nodes = [
    ...brokers.map(({ nodeId, rack }) => ({ name: `broker:${String(nodeId)}`, rack })),
    ...controllers.map(({ nodeId }) => ({ name: `controller:${String(nodeId)}`, rack: null })),
    ...producers.map(({ clientId, rack }) => ({ name: `producer:${clientId}`, rack })),
    ...consumers.map(({ clientId, rack }) => ({ name: `consumer:${clientId}`, rack })),
  ];
  return nodes.flatMap((a, index) =>
    nodes.slice(index + 1).flatMap((b): SlowPair[] => {
      const link = network.links.find(({ between }) => between.includes(a.name) && between.includes(b.name));
      const apart = a.rack !== null && b.rack !== null && a.rack !== b.rack;
      const latencyUs = link?.latencyUs ?? (apart ? network.latencyAcrossRacksUs : network.latencyUs);
      return latencyUs < LEAST_LATENCY_US
        ? []
        : [{ between: [a.name, b.name], latencyMs: latencyUs / MICROS_PER_MILLI }];
    }),
  );
}

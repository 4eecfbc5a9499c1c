import type { LinkSlowness, Scenario } from '../../scenario/Scenario.ts';
import { MICROS_PER_MILLI, type Micros } from '../../shared/units.ts';

/** A network inside one machine is about as fast as this anyway; less is not worth a queue. */
const NEAR_LATENCY_US = MICROS_PER_MILLI;
const WIDE_BITS_PER_SECOND = 1_000_000_000;
/** Packets that may wait: enough for a fast link with a long latency. */
const QUEUE_PACKETS = 100_000;

/** What the scenario says of the link between two nodes from the start, as arguments of `tc … netem`; null: nothing that can be felt. */
export function baseNetem(scenario: Scenario, a: string, b: string): string | null {
  const { latencyUs, bandwidthBitsPerSecond } = baseLink(scenario, a, b);
  const isFar = latencyUs >= NEAR_LATENCY_US;
  const isNarrow = bandwidthBitsPerSecond < WIDE_BITS_PER_SECOND;
  if (!isFar && !isNarrow) return null;
  return netem({
    latencyUs: isFar ? latencyUs : null,
    jitterUs: 0,
    bandwidthBitsPerSecond: isNarrow ? bandwidthBitsPerSecond : null,
    lossPercent: 0,
  });
}

/** A slow link; what the command leaves open is as it was from the start. */
export function slowNetem(scenario: Scenario, a: string, b: string, slowness: LinkSlowness): string {
  const base = baseLink(scenario, a, b);
  const latencyUs = slowness.latencyUs ?? (base.latencyUs >= NEAR_LATENCY_US ? base.latencyUs : null);
  const bandwidthBitsPerSecond =
    slowness.bandwidthBitsPerSecond ??
    (base.bandwidthBitsPerSecond < WIDE_BITS_PER_SECOND ? base.bandwidthBitsPerSecond : null);
  return netem({ ...slowness, latencyUs, bandwidthBitsPerSecond });
}

/** Whether any link of the scenario is slow from the start. */
export function hasFarLinks(scenario: Scenario): boolean {
  const { network, brokers, producers, consumers } = scenario;
  const racks = new Set([...brokers, ...producers, ...consumers].flatMap(({ rack }) => rack ?? []));
  const latencies = [
    network.latencyUs,
    ...(racks.size > 1 ? [network.latencyAcrossRacksUs] : []),
    ...network.links.flatMap((link) => link.latencyUs ?? []),
  ];
  const bandwidths = [
    network.bandwidthBitsPerSecond,
    ...network.links.flatMap((link) => link.bandwidthBitsPerSecond ?? []),
  ];
  return (
    latencies.some((latencyUs) => latencyUs >= NEAR_LATENCY_US) ||
    bandwidths.some((bandwidth) => bandwidth < WIDE_BITS_PER_SECOND)
  );
}

interface BaseLink {
  readonly latencyUs: Micros;
  readonly bandwidthBitsPerSecond: number;
}

function baseLink(scenario: Scenario, a: string, b: string): BaseLink {
  const { network } = scenario;
  const own = network.links.find(({ between }) => between.includes(a) && between.includes(b));
  const rackOfA = rackOf(scenario, a);
  const rackOfB = rackOf(scenario, b);
  const isAcross = rackOfA !== null && rackOfB !== null && rackOfA !== rackOfB;
  return {
    latencyUs: own?.latencyUs ?? (isAcross ? network.latencyAcrossRacksUs : network.latencyUs),
    bandwidthBitsPerSecond: own?.bandwidthBitsPerSecond ?? network.bandwidthBitsPerSecond,
  };
}

function rackOf({ brokers, producers, consumers }: Scenario, node: string): string | null {
  const id = node.slice(node.indexOf(':') + 1);
  if (node.startsWith('broker:')) return brokers.find(({ nodeId }) => String(nodeId) === id)?.rack ?? null;
  const clients = node.startsWith('producer:') ? producers : node.startsWith('consumer:') ? consumers : [];
  return clients.find(({ clientId }) => clientId === id)?.rack ?? null;
}

/** netem draws the delay around a middle; up to `jitterUs` more is half of it more, give or take the other half. */
function netem({ latencyUs, jitterUs, bandwidthBitsPerSecond, lossPercent }: LinkSlowness): string {
  const half = Math.round(jitterUs / 2);
  const delayUs = (latencyUs ?? 0) + half;
  return [
    ...(delayUs > 0 ? [`delay ${delayUs}us${half > 0 ? ` ${half}us` : ''}`] : []),
    ...(lossPercent > 0 ? [`loss ${lossPercent}%`] : []),
    ...(bandwidthBitsPerSecond === null ? [] : [`rate ${Math.round(bandwidthBitsPerSecond)}bit`]),
    `limit ${QUEUE_PACKETS}`,
  ].join(' ');
}

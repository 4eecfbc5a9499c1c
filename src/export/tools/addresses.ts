import type { BrokerId } from '../../shared/units.ts';

/** Simplified: machines here have names and no addresses; these are what the files for a real cluster call them. */
export function brokerAddress(broker: BrokerId): string {
  return `broker-${broker}:9092`;
}

export function controllerEndpoint(controller: BrokerId): string {
  return `CONTROLLER://controller-${controller}:9093`;
}

/** Kafka prints the address that a client connects from, with a slash before it. */
export function clientHost(clientId: string): string {
  return `/${clientId}`;
}

/** The first broker, by id, is where tools ask. */
export function bootstrapOf(brokers: readonly BrokerId[]): string {
  return `--bootstrap-server ${brokerAddress(Math.min(...brokers, Infinity))}`;
}

import type { BrokerId } from '../../../shared/units.ts';

/** A broker as far as its addresses go. */
export interface NamedBroker {
  readonly broker: BrokerId;
  /** `listeners`, as in its configs; null: a PLAINTEXT listener on 9092. */
  readonly listeners: string | null;
  /** `advertised.listeners`; null: as `listeners`. */
  readonly advertised: string | null;
}

/** A line of the hosts file of the machine that a client runs on. */
export interface HostName {
  readonly name: string;
  /** Whom the name leads to. */
  readonly broker: BrokerId;
}

/** A broker that answers as a bootstrap server, and cannot be reached under the address that it then names. */
export interface MisnamedBroker {
  readonly broker: BrokerId;
  /** `kafka:9092` */
  readonly address: string;
  /** Where the client reaches it as a bootstrap server, with the id that such a connection has; null: nowhere. */
  readonly bootstrapId: BrokerId | null;
}

/** What names make of a client's way to the brokers. */
export interface ClientNames {
  /** Ids to begin with: those of brokers, or of bootstrap connections (negative, as in Kafka). */
  readonly bootstrap: readonly BrokerId[];
  readonly misnamed: readonly MisnamedBroker[];
}

export interface Listener {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

const DEFAULT_LISTENERS = 'PLAINTEXT://:9092';

/** `INTERNAL://0.0.0.0:29092,EXTERNAL://0.0.0.0:9092`. Kafka: `SocketServerConfigs.listenerListToEndPoints` (4.2). */
export function parseListeners(text: string): readonly Listener[] {
  return text.split(',').flatMap((part) => {
    const match = /^([A-Za-z0-9_]+):\/\/(.*):([0-9]+)$/.exec(part.trim());
    return match ? [{ name: match[1]!.toUpperCase(), host: match[2]!, port: Number(match[3]) }] : [];
  });
}

/**
 * How a client comes to the brokers when its machine knows only these names (NET-01). It asks a bootstrap server; the answer names each
 * broker by the advertised address of the listener that was asked, and from then on the client connects to those addresses
 * alone. One that its machine cannot resolve is a broker that it never reaches, though the bootstrap server may be the same
 * process. Kafka: `KafkaApis.handleTopicMetadataRequest` (listener name), `NetworkClient.initiateConnect` (4.2).
 *
 * null: no bootstrap server can be reached.
 *
 * Simplified: a name leads to one broker on any port, and a resolvable address is the broker's own.
 */
export function clientNames(
  hosts: readonly HostName[],
  bootstrapServers: string,
  brokers: readonly NamedBroker[],
): ClientNames | null {
  const leadsTo = new Map(hosts.map(({ name, broker }) => [name, broker]));
  const asked: { readonly broker: BrokerId; readonly listener: string }[] = [];
  for (const server of bootstrapServers.split(',')) {
    const [host = '', port = ''] = server.trim().split(':');
    const broker = brokers.find((one) => one.broker === leadsTo.get(host));
    const listener = parseListeners(broker?.listeners ?? DEFAULT_LISTENERS).find(
      (one) => one.port === Number(port),
    );
    if (broker && listener) asked.push({ broker: broker.broker, listener: listener.name });
  }
  const [first] = asked;
  if (!first) return null;
  const misnamed: MisnamedBroker[] = [];
  for (const { broker, listeners, advertised } of brokers) {
    const addresses = parseListeners(advertised ?? listeners ?? DEFAULT_LISTENERS);
    const address = addresses.find((one) => one.name === first.listener);
    // Without a name of its own a broker says the canonical one of its machine, which is known here.
    if (!address || address.host === '' || leadsTo.get(address.host) === broker) continue;
    const place = asked.findIndex((one) => one.broker === broker);
    misnamed.push({
      broker,
      address: `${address.host}:${address.port}`,
      bootstrapId: place < 0 ? null : -1 - place,
    });
  }
  const bootstrap = asked.map(
    ({ broker }) => misnamed.find((one) => one.broker === broker)?.bootstrapId ?? broker,
  );
  return { bootstrap, misnamed };
}

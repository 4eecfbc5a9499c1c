const CLIENT_ID_LENGTH_AT = 12;
const CLIENT_ID_AT = 14;

/**
 * The client id in the header of the first request on a connection (KIP-482 leaves it where it was in flexible headers); null while there are
 * too few bytes to tell.
 */
export function clientIdOf(bytes: Buffer): string | null {
  if (bytes.length < CLIENT_ID_AT) return null;
  const length = bytes.readInt16BE(CLIENT_ID_LENGTH_AT);
  if (length < 0) return '';
  if (bytes.length < CLIENT_ID_AT + length) return null;
  return bytes.toString('utf8', CLIENT_ID_AT, CLIENT_ID_AT + length);
}

/**
 * Which process a client id belongs to. Kafka's servers name their own clients after the node: `broker-1-fetcher-0` fetches,
 * `raft-client-101` is the metadata quorum, the bare id is what a broker calls the controller with.
 */
export function processOfClientId(clientId: string, clients: ReadonlySet<string>): string {
  if (clients.has(clientId)) return clientId;
  const id =
    /^(?:broker-)(\d+)-(?:fetcher|txn)/.exec(clientId)?.[1] ??
    /^raft-client-(\d+)$/.exec(clientId)?.[1] ??
    /^(\d+)$/.exec(clientId)?.[1];
  return id === undefined ? clientId : `node:${id}`;
}

import type { BrokerId, Micros } from '../../shared/units.ts';

/** What a node knows of its way to a voter: one request at a time. Kafka: `RequestManager.ConnectionState`. */
export interface RaftConnection {
  /** Of the request that is under way; null when none is. */
  correlationId: number | null;
  sentAtUs: Micros;
  /** No request before this. */
  readyAtUs: Micros;
  /** Connections refused or closed in a row. */
  failures: number;
}

export type RaftConnections = Map<BrokerId, RaftConnection>;

const RECONNECT_BACKOFF_US = 50_000;
const RECONNECT_BACKOFF_MAX_US = 500_000;

/** Whether a request is under way that may still be answered in time. */
export function isAwaiting(
  connection: RaftConnection | undefined,
  nowUs: Micros,
  requestTimeoutUs: Micros,
): boolean {
  if (connection === undefined || connection.correlationId === null) return false;
  return nowUs < connection.sentAtUs + requestTimeoutUs;
}

/** Whether a request may be sent: none is under way, or it took too long, and no back-off is on. */
export function isReady(
  connection: RaftConnection | undefined,
  nowUs: Micros,
  requestTimeoutUs: Micros,
): boolean {
  if (connection === undefined) return true;
  return !isAwaiting(connection, nowUs, requestTimeoutUs) && nowUs >= connection.readyAtUs;
}

/** When that may change by time alone. */
export function readyAtUs(connection: RaftConnection | undefined, requestTimeoutUs: Micros): Micros {
  if (connection === undefined) return 0;
  return connection.correlationId === null ? connection.readyAtUs : connection.sentAtUs + requestTimeoutUs;
}

/** A refused or broken connection is made again after 50 ms, doubling up to 500 ms. Kafka: `KafkaRaftManager.buildNetworkClient`. */
export function reconnectBackoffUs(failures: number): Micros {
  return Math.min(RECONNECT_BACKOFF_MAX_US, RECONNECT_BACKOFF_US << Math.min(4, failures - 1));
}

/** The connections of one node to the voters. State is plain data, so that any of it can be copied. */
export function connectionTo(connections: RaftConnections, voter: BrokerId): RaftConnection {
  let connection = connections.get(voter);
  if (connection === undefined) {
    connection = { correlationId: null, sentAtUs: 0, readyAtUs: 0, failures: 0 };
    connections.set(voter, connection);
  }
  return connection;
}

/** Forgets what is under way; back-offs after broken connections stay, as they belong to the sockets. */
export function resetConnections(connections: RaftConnections): void {
  for (const connection of connections.values()) {
    connection.correlationId = null;
    if (connection.failures === 0) connection.readyAtUs = 0;
  }
}

/** Requests that took too long are not waited for any more; a late answer is passed over. */
export function dropTimedOut(connections: RaftConnections, nowUs: Micros, requestTimeoutUs: Micros): void {
  for (const connection of connections.values())
    if (!isAwaiting(connection, nowUs, requestTimeoutUs)) connection.correlationId = null;
}

/** True when this answers what is under way with the voter; it is not any more. */
export function takeAnswer(connections: RaftConnections, voter: BrokerId, correlationId: number): boolean {
  const connection = connections.get(voter);
  if (connection?.correlationId !== correlationId) return false;
  connection.correlationId = null;
  connection.failures = 0;
  connection.readyAtUs = 0;
  return true;
}

/** The connection to a voter broke, or was refused. False when nothing was under way. */
export function failConnection(connections: RaftConnections, voter: BrokerId, nowUs: Micros): boolean {
  const connection = connections.get(voter);
  if (connection === undefined || connection.correlationId === null) return false;
  connection.correlationId = null;
  connection.failures += 1;
  connection.readyAtUs = nowUs + reconnectBackoffUs(connection.failures);
  return true;
}

/** What is under way now was sent later by so much. */
export function shiftRequests(connections: RaftConnections, byUs: Micros): void {
  for (const connection of connections.values())
    if (connection.correlationId !== null) connection.sentAtUs += byUs;
}

import type { BrokerId, Micros } from '../../shared/units.ts';
import { isAwaiting, isReady, readyAtUs } from './raftConnections.ts';
import type { RaftConnections } from './raftConnections.ts';

export type FetchTarget =
  { readonly kind: 'send'; readonly voter: BrokerId } | { readonly kind: 'wait'; readonly untilUs: Micros };

export interface FetchSituation {
  readonly leaderId: BrokerId | null;
  /** All voters but oneself. */
  readonly voters: readonly BrokerId[];
  readonly connections: RaftConnections;
  readonly nowUs: Micros;
  readonly requestTimeoutUs: Micros;
  /** Where among the voters the search begins, when any will do. */
  readonly startIndex: number;
}

/**
 * Whom a follower or an observer asks next for records: its leader; any voter while it knows none, or the leader does not
 * answer, since others may have heard of a new one. One fetch at a time.
 * Kafka: `KafkaRaftClient.maybeSendFetchToBestNode`, `RequestManager.findReadyBootstrapServer` (4.2).
 */
export function chooseFetchTarget(situation: FetchSituation): FetchTarget {
  const { leaderId, voters, connections, nowUs, requestTimeoutUs, startIndex } = situation;
  for (const connection of connections.values()) {
    if (isAwaiting(connection, nowUs, requestTimeoutUs))
      return { kind: 'wait', untilUs: connection.sentAtUs + requestTimeoutUs };
  }
  const toLeader = leaderId === null ? undefined : connections.get(leaderId);
  const hasTimedOut = toLeader !== undefined && toLeader.correlationId !== null;
  if (leaderId !== null && !hasTimedOut && isReady(toLeader, nowUs, requestTimeoutUs))
    return { kind: 'send', voter: leaderId };
  for (let i = 0; i < voters.length; i++) {
    const voter = voters[(startIndex + i) % voters.length];
    if (voter !== undefined && isReady(connections.get(voter), nowUs, requestTimeoutUs))
      return { kind: 'send', voter };
  }
  let untilUs = Infinity;
  for (const voter of voters)
    untilUs = Math.min(untilUs, readyAtUs(connections.get(voter), requestTimeoutUs));
  return { kind: 'wait', untilUs };
}

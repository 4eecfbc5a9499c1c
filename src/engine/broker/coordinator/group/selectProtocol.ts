import { isSameSubscription } from '../../../protocol/ConsumerProtocol.ts';
import type { JoinGroupProtocol } from '../../../protocol/groupRequests.ts';

/** What a member offers, best first. */
export interface Voter {
  readonly supportedProtocols: readonly JoinGroupProtocol[];
}

/**
 * The assignor of a generation: of those that all members have, each votes for its first, and the most votes decide (G4). Among equals
 * the one that the earliest member has first; Kafka takes the first of a hash table. null: there is none.
 * Kafka: `ClassicGroup.selectProtocol` (4.2).
 */
export function selectProtocol(members: readonly Voter[]): string | null {
  const [first] = members;
  if (!first) return null;
  const candidates = first.supportedProtocols
    .map(({ name }) => name)
    .filter((name) => members.every((member) => offers(member, name)));
  const votes = new Map(candidates.map((name) => [name, 0]));
  for (const { supportedProtocols } of members) {
    const vote = supportedProtocols.find(({ name }) => votes.has(name))?.name;
    if (vote !== undefined) votes.set(vote, (votes.get(vote) ?? 0) + 1);
  }
  let chosen: string | null = null;
  for (const [name, count] of votes) if (chosen === null || count > (votes.get(chosen) ?? 0)) chosen = name;
  return chosen;
}

/**
 * Whether somebody with these protocols may be a member: into an empty group anybody who names one, else who has one in common with all
 * the others. Kafka: `ClassicGroup.supportsProtocols`.
 */
export function supportsProtocols(
  group: {
    readonly isEmpty: boolean;
    readonly protocolType: string | null;
    readonly members: readonly Voter[];
  },
  protocolType: string,
  protocols: readonly JoinGroupProtocol[],
): boolean {
  if (group.isEmpty) return protocolType !== '' && protocols.length > 0;
  if (group.protocolType !== protocolType) return false;
  return protocols.some(({ name }) => group.members.every((member) => offers(member, name)));
}

/** Whether a member that joins again says the same of itself, byte by byte, in the same order. Kafka: `ClassicGroupMember.matches`. */
export function matchesProtocols(
  known: readonly JoinGroupProtocol[],
  given: readonly JoinGroupProtocol[],
): boolean {
  return (
    known.length === given.length &&
    known.every(
      ({ name, metadata }, i) => name === given[i]?.name && isSameSubscription(metadata, given[i].metadata),
    )
  );
}

function offers({ supportedProtocols }: Voter, name: string): boolean {
  return supportedProtocols.some((protocol) => protocol.name === name);
}

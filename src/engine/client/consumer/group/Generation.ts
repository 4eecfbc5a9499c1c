/** As which member of which generation a consumer speaks. Kafka: `AbstractCoordinator.Generation` (4.2). */
export interface Generation {
  /** −1: none. */
  readonly generationId: number;
  /** Empty: none. */
  readonly memberId: string;
  /** The assignor that the members agreed on. */
  readonly protocolName: string | null;
}

export const NO_GENERATION: Generation = Object.freeze({
  generationId: -1,
  memberId: '',
  protocolName: null,
});

/** The generation is gone; the member id may still be good. */
export function withoutGeneration(generation: Generation): Generation {
  return { ...NO_GENERATION, memberId: generation.memberId };
}

/** Whether it was reset since; the member id alone may have stayed. */
export function isReset({ generationId, protocolName }: Generation): boolean {
  return generationId === NO_GENERATION.generationId && protocolName === null;
}

export function isSameGeneration(a: Generation, b: Generation): boolean {
  return a.generationId === b.generationId && a.memberId === b.memberId && a.protocolName === b.protocolName;
}

/**
 * Where a member is. Kafka: `AbstractCoordinator.MemberState` (4.2).
 *
 *   UNJOINED → PREPARING_REBALANCE (JoinGroup sent) → COMPLETING_REBALANCE (answered, SyncGroup sent) → STABLE (assigned)
 *   STABLE → PREPARING_REBALANCE (joins again); any → UNJOINED (generation lost, left)
 */
export type MemberState = 'UNJOINED' | 'PREPARING_REBALANCE' | 'COMPLETING_REBALANCE' | 'STABLE';

/** Nobody expects its heartbeats. */
export function hasNotJoinedGroup(state: MemberState): boolean {
  return state === 'UNJOINED' || state === 'PREPARING_REBALANCE';
}

/**
 * States of a classic group, by Kafka's names, and from which each may be come to. Kafka: `ClassicGroupState` (4.2).
 *
 * Empty (no member) → PreparingRebalance (all are to join) → CompletingRebalance (the leader is to assign) → Stable; Dead: unloaded or
 * deleted.
 */
export type ClassicGroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable' | 'Dead';

const VALID_PREVIOUS_STATES: Readonly<Record<ClassicGroupState, readonly ClassicGroupState[]>> = {
  Empty: ['PreparingRebalance'],
  PreparingRebalance: ['Stable', 'CompletingRebalance', 'Empty'],
  CompletingRebalance: ['PreparingRebalance'],
  Stable: ['CompletingRebalance'],
  Dead: ['Stable', 'PreparingRebalance', 'CompletingRebalance', 'Empty', 'Dead'],
};

/** Whether a group may go from one state to another (G2). */
export function isValidTransition(from: ClassicGroupState, to: ClassicGroupState): boolean {
  return VALID_PREVIOUS_STATES[to].includes(from);
}

/** Whether a rebalance can begin: in the state of one already, only the join phase can end. */
export function canRebalance(state: ClassicGroupState): boolean {
  return isValidTransition(state, 'PreparingRebalance');
}

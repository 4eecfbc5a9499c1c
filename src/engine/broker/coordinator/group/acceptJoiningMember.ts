import type { ClassicGroupState } from './ClassicGroupState.ts';

/**
 * Whether a group has room for somebody who joins (`group.max.size`, G5). While all join anew those count that have, so that the last
 * are turned away of a group that is too large by now. Kafka: `GroupMetadataManager.acceptJoiningMember` (4.2).
 */
export function acceptJoiningMember(
  group: {
    readonly state: ClassicGroupState;
    readonly memberCount: number;
    readonly awaitingJoinCount: number;
  },
  joining: { readonly isMember: boolean; readonly isAwaitingJoin: boolean },
  maxSize: number,
): boolean {
  switch (group.state) {
    case 'Empty':
    case 'Dead':
      return true;
    case 'PreparingRebalance':
      return joining.isAwaitingJoin || group.awaitingJoinCount < maxSize;
    case 'CompletingRebalance':
    case 'Stable':
      return joining.isMember || group.memberCount < maxSize;
  }
}

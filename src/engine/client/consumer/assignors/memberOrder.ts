import { compareText, type Subscription } from './Subscription.ts';

/**
 * Members in the order in which range and round-robin serve them: static ones first, by instance id, then dynamic ones by
 * member id. A restarted static member thus keeps its place. Kafka: `AbstractPartitionAssignor.MemberInfo` (4.2).
 */
export function inMemberOrder(
  members: Iterable<readonly [memberId: string, subscription: Subscription]>,
): string[] {
  return [...members]
    .sort(([aId, { groupInstanceId: a }], [bId, { groupInstanceId: b }]) => {
      if (a !== undefined && b !== undefined) return compareText(a, b);
      if (a !== undefined) return -1;
      if (b !== undefined) return 1;
      return compareText(aId, bId);
    })
    .map(([memberId]) => memberId);
}

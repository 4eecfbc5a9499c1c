import type { GroupContext } from './GroupContext.ts';

const WORD = 4_294_967_296;

/**
 * The random part of a member id, in the form of `UUID.randomUUID`. A hash of how many there were: members may come and go for ever,
 * and loops draw no random numbers.
 */
export function memberUuid(context: GroupContext): string {
  const { topicPartition, leaderEpoch, state } = context.shard;
  const purpose = `memberId/${topicPartition}/${leaderEpoch}`;
  const number = state.memberIds;
  state.memberIds += 1;
  let hex = '';
  for (let word = 0; word < 4; word++)
    hex += Math.floor(context.host.ctx.jitter(purpose, 4 * number + word) * WORD)
      .toString(16)
      .padStart(8, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

import type { NodeContext } from '../../../node/Node.ts';
import type { Response } from '../../../protocol/requests.ts';
import { abandonCommit, handleOffsetCommit } from './commits.ts';
import { abandonOffsetFetch, handleOffsetFetch } from './committedOffsets.ts';
import type { CoordinatorCall } from './CoordinatorChannel.ts';
import type { GroupConsumer } from './GroupConsumer.ts';
import { handleHeartbeat } from './heartbeats.ts';
import {
  abandonConsumerGroupHeartbeat,
  handleConsumerGroupHeartbeat,
} from './modern/membershipHeartbeats.ts';
import { handleJoinGroup, handleSyncGroup } from './joinGroup.ts';
import { failJoin } from './syncGroup.ts';

/** The coordinator has answered. */
export function handleAnswer(
  consumer: GroupConsumer,
  call: CoordinatorCall,
  response: Response,
  ctx: NodeContext,
): void {
  switch (call.kind) {
    case 'JoinGroup':
      if (response.kind === 'JoinGroupResponse') handleJoinGroup(consumer, response, call.generation, ctx);
      return;
    case 'SyncGroup':
      if (response.kind === 'SyncGroupResponse') handleSyncGroup(consumer, response, call.generation, ctx);
      return;
    case 'Heartbeat':
      if (response.kind === 'HeartbeatResponse')
        handleHeartbeat(consumer, response.error, call.generation, ctx);
      return;
    case 'ConsumerGroupHeartbeat':
      if (response.kind === 'ConsumerGroupHeartbeatResponse' && consumer.coordinator.membership)
        handleConsumerGroupHeartbeat(consumer, consumer.coordinator.membership, response, ctx);
      return;
    case 'OffsetCommit':
      if (response.kind === 'OffsetCommitResponse')
        handleOffsetCommit(consumer, response, call.generation, call.commit, ctx);
      return;
    case 'OffsetFetch':
      if (response.kind === 'OffsetFetchResponse') handleOffsetFetch(consumer, response, ctx);
      return;
    case 'LeaveGroup':
  }
}

/** It never will: the connection has ended, or another coordinator is looked for. Kafka: `DisconnectException`. */
export function handleNoAnswer(consumer: GroupConsumer, call: CoordinatorCall, ctx: NodeContext): void {
  switch (call.kind) {
    case 'JoinGroup':
    case 'SyncGroup':
      failJoin(consumer, 'DisconnectException');
      return;
    case 'Heartbeat':
      handleHeartbeat(consumer, 'DisconnectException', call.generation, ctx);
      return;
    case 'ConsumerGroupHeartbeat':
      if (consumer.coordinator.membership)
        abandonConsumerGroupHeartbeat(consumer, consumer.coordinator.membership, ctx);
      return;
    case 'OffsetCommit':
      abandonCommit(consumer, call.commit, ctx);
      return;
    case 'OffsetFetch':
      abandonOffsetFetch(consumer, 'DisconnectException', ctx);
      return;
    case 'LeaveGroup':
  }
}

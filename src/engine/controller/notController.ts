import type { Request, Response } from '../protocol/requests.ts';

/**
 * What a controller that is not active answers: the asker is to look for another one (Q14). null: no request that controllers
 * take. Kafka: `ControllerExceptions.newWrongControllerException`.
 */
export function notController(request: Request): Response | null {
  const error = 'NOT_CONTROLLER';
  switch (request.kind) {
    case 'BrokerHeartbeatRequest':
      return {
        kind: 'BrokerHeartbeatResponse',
        error,
        isCaughtUp: false,
        isFenced: true,
        shouldShutDown: false,
      };
    case 'BrokerRegistrationRequest':
      return { kind: 'BrokerRegistrationResponse', error, brokerEpoch: -1 };
    case 'AlterPartitionRequest':
      return { kind: 'AlterPartitionResponse', error, partitions: [] };
    case 'AllocateProducerIdsRequest':
      return { kind: 'AllocateProducerIdsResponse', error, firstProducerId: -1, count: 0 };
    case 'CreateTopicsRequest':
      return { kind: 'CreateTopicsResponse', error, topics: [] };
    default:
      return null;
  }
}

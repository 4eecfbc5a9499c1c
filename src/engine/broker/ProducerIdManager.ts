import type { NodeContext } from '../node/Node.ts';
import type { AllocateProducerIdsResponse } from '../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { ControllerChannel } from './ControllerChannel.ts';

const RETRY_TIMEOUT_US = 60_000 * MICROS_PER_MILLI;
const SOCKET_TIMEOUT_US = 30_000 * MICROS_PER_MILLI;

/**
 * Hands out producer ids from blocks of a thousand that the controller grants (ID1). While none is at hand the client is told
 * COORDINATOR_LOAD_IN_PROGRESS and asks again. Kafka: `RPCProducerIdManager`.
 */
export class ProducerIdManager {
  private nextProducerId = 0;
  private remaining = 0;
  /** Kafka: the channel `forwarding`, which gives a request up after 60 s. */
  readonly channel = new ControllerChannel('forwarding', RETRY_TIMEOUT_US, SOCKET_TIMEOUT_US);

  /** An id, or null while the block is still on its way. */
  next(broker: BrokerInternals, ctx: NodeContext): number | null {
    if (this.remaining === 0) {
      this.askForBlock(broker, ctx);
      return null;
    }
    this.remaining -= 1;
    const producerId = this.nextProducerId;
    this.nextProducerId += 1;
    return producerId;
  }

  handleResponse(
    response: AllocateProducerIdsResponse,
    correlationId: number,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    if (!this.channel.takeAnswer(response, correlationId, broker.controllerId, ctx)) return;
    if (response.error !== 'NONE') return;
    this.nextProducerId = response.firstProducerId;
    this.remaining = response.count;
  }

  private askForBlock(broker: BrokerInternals, ctx: NodeContext): void {
    if (this.channel.isBusy) return;
    const { id: brokerId, brokerEpoch } = broker;
    this.channel.send(
      { kind: 'AllocateProducerIdsRequest', brokerId, brokerEpoch },
      broker.controllerId,
      ctx,
    );
  }
}

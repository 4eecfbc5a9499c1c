import type { NodeContext } from '../node/Node.ts';
import type { AllocateProducerIdsResponse } from '../protocol/requests.ts';
import type { BrokerInternals } from './BrokerInternals.ts';

/**
 * Hands out producer ids from blocks of a thousand that the controller grants (ID1). While none is at hand the client is told
 * COORDINATOR_LOAD_IN_PROGRESS and asks again. Kafka: `RPCProducerIdManager`.
 */
export class ProducerIdManager {
  private nextProducerId = 0;
  private remaining = 0;
  private inFlight: number | null = null;

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

  handleResponse(response: AllocateProducerIdsResponse, correlationId: number): void {
    if (this.inFlight !== correlationId) return;
    this.inFlight = null;
    if (response.error !== 'NONE') return;
    this.nextProducerId = response.firstProducerId;
    this.remaining = response.count;
  }

  private askForBlock(broker: BrokerInternals, ctx: NodeContext): void {
    if (this.inFlight !== null) return;
    this.inFlight = ctx.request(ctx.directory.controller, {
      kind: 'AllocateProducerIdsRequest',
      brokerId: broker.id,
      brokerEpoch: broker.brokerEpoch,
    });
  }
}

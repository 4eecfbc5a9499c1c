import type { ConsumerGroupRecord } from '../../../../storage/ConsumerGroupRecord.ts';
import { ModernGroups } from '../ModernGroup.ts';
import { replayConsumerGroup, type ConsumerGroup } from './ConsumerGroup.ts';

/** The groups of the consumer protocol in one partition of `__consumer_offsets`. */
export class ConsumerGroups extends ModernGroups<ConsumerGroup, ConsumerGroupRecord> {
  protected override after(
    known: ConsumerGroup | undefined,
    record: ConsumerGroupRecord,
  ): ConsumerGroup | null {
    return replayConsumerGroup(known, record);
  }
}

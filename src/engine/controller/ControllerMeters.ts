import type { Digest } from '../kernel/Digest.ts';
import { Meter } from '../kernel/Meter.ts';
import type { MetadataImage } from '../metadata/MetadataImage.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import type { Micros } from '../../shared/units.ts';

/** What a controller counts as it replays records. Kafka: `ControllerMetadataMetrics`, `TopicDelta.updateElectionStats` (4.2). */
export class ControllerMeters {
  startedUs: Micros = 0;
  readonly uncleanLeaderElections = new Meter();
  readonly electionsFromElr = new Meter();
  /** How often this one saw a controller become active: the same one again counts, and that there is none does not. */
  newActiveControllers = 0;

  /** A record is about to be replayed on this image. */
  replaying(record: MetadataRecord, image: MetadataImage, nowUs: Micros): void {
    if (record.kind !== 'PartitionChangeRecord') return;
    const before = image.partitions.get(record.topicPartition)?.registration;
    if (!before) return;
    const { leader, recovery } = record.registration;
    const ageUs = nowUs - this.startedUs;
    if (recovery === 'RECOVERING' && before.recovery !== 'RECOVERING')
      this.uncleanLeaderElections.mark(1, ageUs);
    if (leader !== before.leader && before.elr.includes(leader)) this.electionsFromElr.mark(1, ageUs);
  }

  digestInto(_digest: Digest): void {
    return;
  }
}

import type { Millis } from '../../../../shared/units.ts';
import type { AcknowledgementErrors } from './acknowledgementErrors.ts';

/** What a share consumer reads from its configs besides. Frozen: shared by checkpoints. Kafka: `ShareConsumerConfig` (4.2). */
export interface ShareConsumerConfig {
  readonly groupId: string;
  /** `share.acknowledgement.mode` is `explicit`: the application says it of each record, before it polls again. */
  readonly isExplicit: boolean;
  /** `share.acquire.mode` */
  readonly acquireMode: 'batch_optimized' | 'record_limit';
  readonly defaultApiTimeoutMs: Millis;
  /** As the client's version has them. */
  readonly errors: AcknowledgementErrors;
}

import type { AssignorName } from '../assignors/assignors.ts';
import type { Millis } from '../../../../shared/units.ts';

/** What a consumer with a `group.id` reads from its configs besides. Frozen: shared by checkpoints. */
export interface GroupConfig {
  readonly groupId: string;
  /** null: a dynamic member. */
  readonly groupInstanceId: string | null;
  readonly sessionTimeoutMs: Millis;
  readonly heartbeatIntervalMs: Millis;
  /** Also the rebalance timeout that it joins with. */
  readonly maxPollIntervalMs: Millis;
  readonly enableAutoCommit: boolean;
  readonly autoCommitIntervalMs: Millis;
  readonly defaultApiTimeoutMs: Millis;
  /** Best first. */
  readonly assignors: readonly AssignorName[];
}

import type { AssignorName } from '../assignors/assignors.ts';
import type { Millis } from '../../../../shared/units.ts';

/** What a consumer with a `group.id` reads from its configs besides. Frozen: shared by checkpoints. */
export interface GroupConfig {
  readonly groupId: string;
  /** null: a dynamic member. */
  readonly groupInstanceId: string | null;
  /** `group.protocol`. Under `consumer` (KIP-848) the coordinator assigns, and says how often it wants to be heard. */
  readonly groupProtocol: 'classic' | 'consumer';
  /** `group.remote.assignor`, under `consumer`; null: the coordinator chooses. */
  readonly remoteAssignor: string | null;
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

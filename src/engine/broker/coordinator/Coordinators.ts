import { AutoTopicCreationManager } from './AutoTopicCreationManager.ts';
import { CoordinatorRuntime } from './CoordinatorRuntime.ts';
import type { ShareStateOperation, ShareStateShard } from './share/ShareStateShard.ts';
import type { GroupOperation } from './group/GroupOperation.ts';
import type { GroupShard } from './group/GroupShard.ts';
import { TransactionCoordinators } from '../transaction/TransactionCoordinators.ts';

/** The coordinators on a broker. They end with its process. */
export class Coordinators {
  readonly topicCreation = new AutoTopicCreationManager();
  readonly groups = new CoordinatorRuntime<GroupShard, GroupOperation>();
  readonly shares = new CoordinatorRuntime<ShareStateShard, ShareStateOperation>();
  readonly transactions = new TransactionCoordinators();

  /** Nobody has asked for any: no part of the digest. */
  get isDormant(): boolean {
    return (
      this.topicCreation.isDormant &&
      this.groups.isDormant &&
      this.shares.isDormant &&
      this.transactions.isDormant
    );
  }
}

import { AutoTopicCreationManager } from './AutoTopicCreationManager.ts';
import { CoordinatorRuntime } from './CoordinatorRuntime.ts';
import type { GroupOperation } from './group/GroupOperation.ts';
import type { GroupShard } from './group/GroupShard.ts';
import { TransactionCoordinators } from '../transaction/TransactionCoordinators.ts';

/** The coordinators on a broker. They end with its process. */
export class Coordinators {
  readonly topicCreation = new AutoTopicCreationManager();
  readonly groups = new CoordinatorRuntime<GroupShard, GroupOperation>();
  readonly transactions = new TransactionCoordinators();

  /** Nobody has asked for any: no part of the digest. */
  get isDormant(): boolean {
    return this.topicCreation.isDormant && this.groups.isDormant && this.transactions.isDormant;
  }
}

import type { ReplyAddress } from '../../../node/Node.ts';
import type { GroupRequest, GroupResponse } from '../../../protocol/groupRequests.ts';

/** What a group coordinator does once what it wrote is committed, or it is known that it will not be. */
export interface GroupOperation {
  readonly kind: 'Respond';
  readonly replyTo: ReplyAddress;
  readonly request: GroupRequest;
  readonly response: GroupResponse;
}

import { cooperativeStickyAssignor } from './cooperativeStickyAssignor.ts';
import { rangeAssignor } from './rangeAssignor.ts';
import { roundRobinAssignor } from './roundRobinAssignor.ts';
import { stickyAssignor } from './stickyAssignor.ts';
import type { Assignment, GroupToAssign } from './Subscription.ts';

export type RebalanceProtocol = 'EAGER' | 'COOPERATIVE';

/** Kafka: `ConsumerPartitionAssignor`. */
export interface ConsumerAssignor {
  /** The name under which members agree on it in JoinGroup. */
  readonly name: AssignorName;
  /** The class, as `partition.assignment.strategy` names it. */
  readonly className: string;
  /** Best first: members use the best that all their assignors support. */
  readonly supportedProtocols: readonly RebalanceProtocol[];
  readonly assign: (group: GroupToAssign) => Assignment;
}

export type AssignorName = 'range' | 'roundrobin' | 'sticky' | 'cooperative-sticky';

/** Kafka's own assignors, by name. */
export const CONSUMER_ASSIGNORS: Readonly<Record<AssignorName, ConsumerAssignor>> = {
  range: {
    name: 'range',
    className: 'org.apache.kafka.clients.consumer.RangeAssignor',
    supportedProtocols: ['EAGER'],
    assign: rangeAssignor,
  },
  roundrobin: {
    name: 'roundrobin',
    className: 'org.apache.kafka.clients.consumer.RoundRobinAssignor',
    supportedProtocols: ['EAGER'],
    assign: roundRobinAssignor,
  },
  sticky: {
    name: 'sticky',
    className: 'org.apache.kafka.clients.consumer.StickyAssignor',
    supportedProtocols: ['EAGER'],
    assign: stickyAssignor,
  },
  'cooperative-sticky': {
    name: 'cooperative-sticky',
    className: 'org.apache.kafka.clients.consumer.CooperativeStickyAssignor',
    supportedProtocols: ['COOPERATIVE', 'EAGER'],
    assign: cooperativeStickyAssignor,
  },
};

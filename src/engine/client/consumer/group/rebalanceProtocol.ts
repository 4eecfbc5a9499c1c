import { CONSUMER_ASSIGNORS } from '../assignors/assignors.ts';
import type { AssignorName, RebalanceProtocol } from '../assignors/assignors.ts';

/**
 * Cooperative only if every assignor of the list supports it: with the default list, range and cooperative-sticky, a group is
 * eager. Kafka: `ConsumerCoordinator`, constructor (4.2).
 */
export function rebalanceProtocol(assignors: readonly AssignorName[]): RebalanceProtocol {
  const isCooperative = assignors.every((name) =>
    CONSUMER_ASSIGNORS[name].supportedProtocols.includes('COOPERATIVE'),
  );
  return isCooperative ? 'COOPERATIVE' : 'EAGER';
}

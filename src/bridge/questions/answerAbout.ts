import { computeBooks } from '../../engine/cluster/business/computeBooks.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import type { Run } from '../../engine/cluster/Run.ts';
import type { RunAnswers, RunQuery, RunQueryKind } from '../../shared/RunQuestions.ts';
import { adminView } from './adminView.ts';
import { compressionFigures } from './compressionFigures.ts';
import { keyPartitions } from './keyPartitions.ts';
import { keyPath } from './keyPath.ts';
import { keyPlaces } from './keyPlaces.ts';
import { outsideView } from './outside.ts';
import { producerInside } from './producerInside.ts';
import { requestPath } from './requestPath.ts';
import { watchQueues } from './watchQueues.ts';
import { coordinatedTransactions, transactionLog } from './transactions.ts';

/** Those that are answered from what the run is. What was before is the session's to tell. */
export type StateQuery = Exclude<RunQuery, { readonly kind: 'rpcs' | 'events' | 'metricsOf' }>;

/** Answers questions about a run. Reads, and changes nothing of it. */
export function answerAbout(
  query: StateQuery,
  run: () => Cluster,
  /** A copy of the run as it is now, which may go on. */
  copy: () => Run,
): RunAnswers[RunQueryKind] {
  switch (query.kind) {
    case 'keyPath':
      return keyPath(query.key, query.partitions, query.rule);
    case 'keyPartitions':
      return keyPartitions(query.keys, query.partitions);
    case 'keyPlaces':
      return keyPlaces(run(), query.topic);
    case 'compression':
      return compressionFigures(query.values);
    case 'producer':
      return producerInside(run(), query.producer);
    case 'transactions':
      return coordinatedTransactions(run());
    case 'books':
      return computeBooks(run(), query);
    case 'transactionLog':
      return transactionLog(run(), query.partition, query.limit);
    case 'requestPath':
      return requestPath(run(), query.broker);
    case 'outside':
      return outsideView(run());
    case 'admin':
      return adminView(run());
    case 'queues':
      return watchQueues(copy(), query.spanUs);
  }
}

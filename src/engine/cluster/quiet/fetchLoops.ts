import type { Broker } from '../../broker/Broker.ts';
import { expectPresent } from '../../../shared/assert.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import type { FetchLoop } from './Quiet.ts';

/** Every fetcher that waits for its parked fetch; null when anything else waits on a broker, or a fetcher does otherwise. */
export function fetchLoopsOf(
  { directory }: Cluster,
  brokers: readonly (readonly [NodeIndex, Broker])[],
): FetchLoop[] | null {
  const loops: FetchLoop[] = [];
  let fetchers = 0;
  for (const [server, { process }] of brokers) {
    if (!process) continue;
    for (const fetcher of process.fetchers.values()) {
      if (fetcher.partitions.size === 0 && !fetcher.inFlight) continue;
      if (!fetcher.isSteady) return null;
      fetchers += 1;
    }
    const { replicas, requests } = process;
    if (requests.waiting.length + requests.busyCount + requests.muted.size > 0) return null;
    if (replicas.produces.size + replicas.deletes.size > 0) return null;
    if (replicas.alterPartition.channel.isBusy || process.producerIds.channel.isBusy) return null;
    for (const { id, context, params, replyTo, timesOutUs, parkedAtUs } of replicas.fetches.parked.values()) {
      const session = context.kind === 'incremental' ? replicas.sessions.get(context.sessionId) : undefined;
      const fetcher = directory.brokers.get(params.replicaId);
      if (!session?.isQuiet || fetcher !== replyTo.source) return null;
      loops.push({
        fetcher,
        server,
        operationId: id,
        dueUs: timesOutUs,
        parkedUs: parkedAtUs,
        turns: session.epoch,
      });
    }
  }
  return loops.length === fetchers ? loops : null;
}

/** A fetch loop has turned so many times more, for `forUs` in all. Who asked what under which number stays as it is. */
export function skipFetches(cluster: Cluster, loop: FetchLoop, turns: number, forUs: Micros): void {
  const server = cluster.node(loop.server) as Broker;
  const fetcher = cluster.node(loop.fetcher) as Broker;
  const { replicas, requests } = expectPresent(server.process, 'a process');
  const parked = expectPresent(replicas.fetches.parked.get(loop.operationId), 'a parked fetch');
  if (parked.context.kind !== 'incremental') return;
  const { sessionId, expectedEpoch } = parked.context;
  replicas.sessions.get(sessionId)?.skip(turns, forUs);
  replicas.skipOperations(turns);
  replicas.fetches.replace({
    ...parked,
    context: { kind: 'incremental', sessionId, expectedEpoch: expectedEpoch + turns },
    parkedAtUs: parked.parkedAtUs + forUs,
    timesOutUs: parked.timesOutUs + forUs,
  });
  requests.shift(parked.replyTo, forUs);
  expectPresent(fetcher.process?.fetchers.get(server.id), 'a fetcher').skip(turns, forUs);
}

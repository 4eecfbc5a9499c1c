import { Broker } from '../../broker/Broker.ts';
import { Consumer } from '../../client/consumer/Consumer.ts';
import { expectPresent } from '../../../shared/assert.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import type { FetchLoop } from './Quiet.ts';
import { shareFetchLoopsOf, skipShareFetches } from './shareFetchLoops.ts';

/** Every fetcher that waits for its parked fetch; null when anything else waits on a broker, or a fetcher does otherwise. */
export function fetchLoopsOf(
  { directory, state }: Cluster,
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
      const fetcher = params.replicaId < 0 ? replyTo.source : directory.brokers.get(params.replicaId);
      if (!session?.isQuiet || fetcher !== replyTo.source) return null;
      loops.push({
        fetcher,
        server,
        isShare: false,
        operationId: id,
        dueUs: timesOutUs,
        parkedUs: parkedAtUs,
        flightUs: state.network.latencyUs(server, fetcher),
        turns: session.epoch,
      });
    }
    const ofShares = shareFetchLoopsOf(server, process, state.network);
    if (!ofShares) return null;
    loops.push(...ofShares);
  }
  for (const node of state.nodes) {
    if (!(node instanceof Consumer) || !node.isRunning()) continue;
    if (!node.isSteadyAt(state.nowUs)) return null;
    fetchers += node.fetchCount;
  }
  return loops.length === fetchers ? loops : null;
}

export function brokerAt(cluster: Cluster, index: NodeIndex): Broker {
  const node = cluster.node(index);
  return expectPresent(node instanceof Broker ? node : null, `broker at ${index}`);
}

/** A fetch loop has turned so many times more, for `forUs` in all. Who asked what under which number stays as it is. */
export function skipFetches(cluster: Cluster, loop: FetchLoop, turns: number, forUs: Micros): void {
  const server = brokerAt(cluster, loop.server);
  const fetcher = cluster.node(loop.fetcher);
  const process = expectPresent(server.process, 'a process');
  const { replicas, requests } = process;
  replicas.skipOperations(turns);
  if (loop.isShare) {
    const { replyTo, partitionCount } = skipShareFetches(process, loop, turns, forUs);
    if (turns > 0) server.meters?.skipShareFetches(turns, partitionCount, cluster.nowUs, forUs);
    requests.shift(replyTo, forUs);
    if (fetcher instanceof Consumer) fetcher.skip(server.id, turns, forUs);
    return;
  }
  const parked = expectPresent(replicas.fetches.parked.get(loop.operationId), 'a parked fetch');
  if (parked.context.kind !== 'incremental') return;
  const { sessionId, expectedEpoch } = parked.context;
  const session = replicas.sessions.get(sessionId);
  session?.skip(turns, forUs);
  const isFollower = parked.params.replicaId >= 0;
  if (turns > 0)
    server.meters?.skipFetches(isFollower, turns, session?.partitions.size ?? 0, cluster.nowUs, forUs);
  replicas.fetches.replace({
    ...parked,
    context: { kind: 'incremental', sessionId, expectedEpoch: expectedEpoch + turns },
    parkedAtUs: parked.parkedAtUs + forUs,
    timesOutUs: parked.timesOutUs + forUs,
  });
  requests.shift(parked.replyTo, forUs);
  if (fetcher instanceof Consumer) fetcher.skip(server.id, turns, forUs);
  else if (fetcher instanceof Broker) fetcher.process?.fetchers.get(server.id)?.skip(turns, forUs);
}

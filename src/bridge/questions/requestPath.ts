import { Broker } from '../../engine/broker/Broker.ts';
import type { BrokerProcess } from '../../engine/broker/BrokerProcess.ts';
import type { UnderWay } from '../../engine/broker/RequestQueue.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import type { RequestPath, RequestStage, RequestUnderWay } from '../../shared/RunQuestions.ts';
import type { BrokerId } from '../../shared/units.ts';

/** How requests go through a broker: who is in which stage now, and what was answered so far took. */
export function requestPath(cluster: Cluster, id: BrokerId): RequestPath | null {
  const broker = cluster.state.nodes.find((node): node is Broker => node instanceof Broker && node.id === id);
  const process = broker?.process;
  if (!broker || !process) return null;
  const { requests, network, replicas, meters } = process;
  const { names } = cluster.directory;
  return {
    nowUs: cluster.nowUs,
    startedUs: meters.startedUs,
    network: {
      threads: network.threadCount,
      busy: network.busy.size,
      blocked: network.blocked.size,
      receiving: network.receiving().length,
      sending: network.sending().length,
    },
    queue: {
      length: Math.min(requests.waiting.length, broker.config.queuedMaxRequests),
      capacity: broker.config.queuedMaxRequests,
    },
    ioThreads: broker.config.numIoThreads,
    producePurgatory: replicas.produces.size,
    fetchPurgatory: replicas.fetches.size,
    unread: requests.unreadRequests().length,
    muted: [...requests.muted.values()].map(({ address, untilUs }) => ({
      client: names[address.source] ?? '',
      untilUs,
    })),
    present: presentIn(process, names),
    answered: [...meters.requests].map(([request, tally]) => ({
      request,
      count: tally.requests.count,
      spentUs: [
        tally.requestQueueTime.sumUs,
        tally.localTime.sumUs,
        tally.remoteTime.sumUs,
        tally.responseQueueTime.sumUs,
        tally.responseSendTime.sumUs,
      ],
      throttledUs: tally.throttleTime.sumUs,
    })),
  };
}

function presentIn(process: BrokerProcess, names: readonly string[]): RequestPath['present'] {
  const present: Record<RequestStage, RequestUnderWay[]> = {
    requestQueue: [],
    local: [],
    remote: [],
    responseQueue: [],
    responseSend: [],
  };
  const answers = new Map(
    process.network.sending().map(({ address, answeredUs }) => [address.correlationId, answeredUs]),
  );
  const written = new Set<number>();
  for (const task of process.network.busy.values())
    if (task.kind === 'send') written.add(task.address.correlationId);
  for (const one of process.requests.requestsUnderWay()) {
    const { request, source, correlationId } = one.queued;
    const answeredUs = answers.get(correlationId);
    const { stage, sinceUs } = stageOf(one, answeredUs, written.has(correlationId));
    const { receivedUs, dequeuedUs, localDoneUs } = one;
    const times = [receivedUs, dequeuedUs, localDoneUs, answeredUs ?? -1].filter((timeUs) => timeUs >= 0);
    present[stage].push({
      api: request.kind.replace(/Request$/, ''),
      client: names[source] ?? '',
      correlationId,
      sinceUs,
      spentUs: times.slice(1).map((timeUs, i) => timeUs - times[i]!),
    });
  }
  return present;
}

function stageOf(
  { receivedUs, dequeuedUs, localDoneUs }: UnderWay,
  answeredUs: number | undefined,
  isWritten: boolean,
): { readonly stage: RequestStage; readonly sinceUs: number } {
  if (answeredUs !== undefined)
    return { stage: isWritten ? 'responseSend' : 'responseQueue', sinceUs: answeredUs };
  if (localDoneUs >= 0) return { stage: 'remote', sinceUs: localDoneUs };
  if (dequeuedUs >= 0) return { stage: 'local', sinceUs: dequeuedUs };
  return { stage: 'requestQueue', sinceUs: receivedUs };
}

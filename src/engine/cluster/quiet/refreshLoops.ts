import { workUs } from '../../broker/BrokerConfig.ts';
import { answerMetadata } from '../../broker/metadataRequests.ts';
import { Consumer } from '../../client/consumer/Consumer.ts';
import { Producer } from '../../client/producer/Producer.ts';
import { rpcSizeBytes } from '../../protocol/requests.ts';
import type { MetadataRequest } from '../../protocol/requests.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import { brokerAt } from './fetchLoops.ts';
import type { FetchLoop, Quiet, RefreshLoop, Rhythm } from './Quiet.ts';
import { isWithinTurn } from './turns.ts';

/** Clients that do nothing but wait, and ask for metadata when they are old. Others poll for something else, and end a leap. */
export function refreshLoopsOf(
  cluster: Cluster,
  { fetches, members, commits }: Pick<Quiet, 'fetches' | 'members' | 'commits'>,
): RefreshLoop[] {
  return cluster.state.nodes.flatMap((client, node): RefreshLoop[] => {
    const isIdle =
      client instanceof Consumer
        ? client.isSteadyAt(cluster.nowUs)
        : client instanceof Producer && client.isIdle;
    if (!isIdle || !(client instanceof Consumer || client instanceof Producer)) return [];
    const { metadata, network } = client;
    const dueUs = metadata.refreshAtUs;
    if (dueUs === null) return [];
    const topics = metadata.topicsAsked;
    if (!hearsNothingNew(cluster, client, topics)) return [];
    const own = fetches.filter(({ fetcher }) => fetcher === node);
    const heartbeats = members.filter((member) => member.node === node);
    const autoCommits = commits.filter((commit) => commit.node === node);
    /** Whether something else makes the client poll at this very µs: then one event does for both. */
    const isPolledAt = (atUs: Micros, rhythm: Rhythm): boolean =>
      own.some((loop) => {
        const periodUs = rhythm.fetchPeriodsUs[fetches.indexOf(loop)] ?? Infinity;
        return isWithinTurn(loop.dueUs + loop.flightUs, periodUs, 0, atUs);
      }) ||
      heartbeats.some(({ dueUs: firstUs, periodUs, takesUs }) =>
        [firstUs, firstUs + takesUs].some((us) => isWithinTurn(us, periodUs, 0, atUs)),
      ) ||
      autoCommits.some((commit) => isWithinTurn(commit.dueUs, commit.periodUs, 0, atUs));
    const answeredUs = (askedUs: Micros, turn: number, rhythm: Rhythm): Micros | null => {
      if (isPolledAt(askedUs, rhythm)) return null;
      const draw = cluster.jitterOf(node, 'leastLoadedNode', network.choiceCount + turn);
      const broker = network.readyLeastLoaded(metadata.brokers, draw, cluster.nowUs);
      const server = cluster.directory.brokers.get(broker ?? -1);
      if (broker === null || server === undefined) return null;
      // One that the broker does not know yet: what comes of it is no turn of a loop.
      const connection = network.connectionNumber(broker) ?? -1;
      if (!brokerAt(cluster, server).process?.requests.hasReadFrom({ source: node, connection })) return null;
      const us = answerUs(
        cluster,
        { node, server, askedUs, request: { kind: 'MetadataRequest', topics } },
        (index) => {
          const of = own.findIndex((loop) => loop.server === index);
          const loop = own[of];
          return loop ? { loop, periodUs: rhythm.fetchPeriodsUs[fetches.indexOf(loop)] ?? 0 } : null;
        },
      );
      const isPolled = [...heartbeats, ...autoCommits].some(
        (loop) => us !== null && isWithinTurn(loop.dueUs, loop.periodUs, 0, us),
      );
      return us === null || isPolled ? null : us;
    };
    return [{ node, dueUs, ageUs: metadata.maxAgeUs, answeredUs }];
  });
}

/** Whether a broker would answer what the client knows; at a beat all brokers know the same. */
function hearsNothingNew(
  cluster: Cluster,
  { metadata }: Consumer | Producer,
  topics: readonly string[],
): boolean {
  const [any = -1] = metadata.brokers;
  const server = cluster.directory.brokers.get(any);
  if (server === undefined) return false;
  const { image, controllerId } = brokerAt(cluster, server);
  return metadata.knows(answerMetadata({ kind: 'MetadataRequest', topics }, image, controllerId ?? -1));
}

/** A producer counts what it asked and heard so many times more, the last time then. */
export function skipRefreshes(
  cluster: Cluster,
  { metadata, network, meters }: Producer,
  times: number,
  lastUs: Micros,
): void {
  const request: MetadataRequest = { kind: 'MetadataRequest', topics: metadata.topicsAsked };
  const server = cluster.directory.brokers.get(metadata.brokers[0] ?? -1);
  if (server === undefined) return;
  const { image, controllerId } = brokerAt(cluster, server);
  const answerBytes = rpcSizeBytes(answerMetadata(request, image, controllerId ?? -1));
  network.meters?.skip(times, rpcSizeBytes(request), answerBytes, lastUs);
  meters.throttled(0, lastUs);
}

interface Asked {
  readonly node: NodeIndex;
  readonly server: NodeIndex;
  readonly askedUs: Micros;
  readonly request: MetadataRequest;
}

/**
 * A broker reads the request when the fetch that waits on the same connection was answered. Null: the answer takes time on the
 * wire, or the request comes while a fetch is just being sent again, or the fetch would have to wait for it.
 */
function answerUs(
  cluster: Cluster,
  { node, server, askedUs, request }: Asked,
  fetchTo: (server: NodeIndex) => { readonly loop: FetchLoop; readonly periodUs: Micros } | null,
): Micros | null {
  const { network } = cluster.state;
  const broker = brokerAt(cluster, server);
  const { requestUs, requestPerKiBUs } = broker.config;
  const answer = answerMetadata(request, broker.image, broker.controllerId ?? -1);
  if (!broker.process || network.transmissionUs(server, node, rpcSizeBytes(answer)) > 0) return null;
  const flightUs = network.latencyUs(node, server);
  const serviceUs = workUs(requestUs, requestPerKiBUs, rpcSizeBytes(request));
  const arrivesUs = askedUs + flightUs;
  const fetch = fetchTo(server);
  if (!fetch) return arrivesUs + serviceUs + flightUs;
  const { loop, periodUs } = fetch;
  if (serviceUs >= 2 * flightUs) return null;
  const turns = Math.max(0, Math.ceil((arrivesUs - loop.dueUs) / periodUs));
  const fetchDueUs = loop.dueUs + turns * periodUs;
  const parkedUs = fetchDueUs - (loop.dueUs - loop.parkedUs);
  if (arrivesUs <= parkedUs || arrivesUs >= fetchDueUs) return null;
  return fetchDueUs + serviceUs + flightUs;
}

/**
 * When the first application calls send() next, of producers that wait for nothing else. Of others, as those that hold a batch until
 * its linger time is over, the timer says when something comes of their calls.
 */
export function nextSendUs({ state }: Cluster, refreshes: readonly RefreshLoop[]): Micros {
  let firstUs = Infinity;
  for (const { node: index } of refreshes) {
    const node = state.nodes[index];
    if (node instanceof Producer) firstUs = Math.min(firstUs, Math.floor(node.sendsAtUs(state.nowUs)));
  }
  return firstUs;
}

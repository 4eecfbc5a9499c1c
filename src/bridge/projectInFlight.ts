import type { Cluster } from '../engine/cluster/Cluster.ts';
import type { Envelope, Payload } from '../engine/node/Node.ts';
import type { Rpc } from '../engine/protocol/requests.ts';
import { IN_FLIGHT_ERROR, IN_FLIGHT_LOST, IN_FLIGHT_RESPONSE, IN_FLIGHT_RETRY, RPC_KINDS } from './frame.ts';
import type { InFlightColumns, RpcKind } from './frame.ts';

const MOST_SHOWN = 4096;

/** RPCs on a wire now, one entry a column. */
export function projectInFlight(cluster: Cluster): InFlightColumns {
  const flying: Envelope[] = [];
  const lost = new Set<Envelope>();
  cluster.state.queue.forEach((_timeUs, _seq, target, payload: Payload) => {
    if (payload.kind !== 'Envelope' || flying.length >= MOST_SHOWN) return;
    flying.push(payload);
    if (cluster.state.network.isCut(payload.source, target)) lost.add(payload);
  });
  flying.sort((a, b) => a.sentAtUs - b.sentAtUs || a.correlationId - b.correlationId);
  const count = flying.length;
  const columns = {
    count,
    nodeKeys: cluster.directory.names,
    rpc: new Uint8Array(count),
    source: new Uint16Array(count),
    target: new Uint16Array(count),
    sentAtUs: new Float64Array(count),
    deliverAtUs: new Float64Array(count),
    correlationId: new Float64Array(count),
    records: new Float64Array(count),
    sizeBytes: new Float64Array(count),
    flags: new Uint8Array(count),
  };
  flying.forEach((envelope, i) => {
    columns.rpc[i] = RPC_KINDS.indexOf(kindOf(envelope.rpc));
    columns.source[i] = envelope.source;
    columns.target[i] = envelope.target;
    columns.sentAtUs[i] = envelope.sentAtUs;
    columns.deliverAtUs[i] = envelope.deliverAtUs;
    columns.correlationId[i] = envelope.correlationId;
    columns.records[i] = recordsIn(envelope.rpc);
    columns.sizeBytes[i] = envelope.sizeBytes;
    columns.flags[i] = flagsOf(envelope, lost.has(envelope));
  });
  return columns;
}

function kindOf(rpc: Rpc): RpcKind {
  return rpc.kind.replace(/Request$|Response$/, '') as RpcKind;
}

function recordsIn(rpc: Rpc): number {
  if (rpc.kind === 'ProduceRequest') return rpc.partitions.reduce((sum, item) => sum + item.batch.count, 0);
  if (rpc.kind === 'FetchResponse')
    return rpc.partitions.reduce(
      (sum, item) => item.batches.reduce((all, batch) => all + batch.count, sum),
      0,
    );
  return 0;
}

function flagsOf(envelope: Envelope, isLost: boolean): number {
  const { rpc } = envelope;
  let flags = envelope.isResponse ? IN_FLIGHT_RESPONSE : 0;
  if (isLost) flags |= IN_FLIGHT_LOST;
  if (rpc.kind === 'ProduceRequest' && rpc.partitions.some((item) => item.attempt > 1))
    flags |= IN_FLIGHT_RETRY;
  if ('outcome' in rpc && rpc.outcome !== 'NONE') flags |= IN_FLIGHT_ERROR;
  if ('error' in rpc && rpc.error !== 'NONE') flags |= IN_FLIGHT_ERROR;
  if (
    (rpc.kind === 'ProduceResponse' || rpc.kind === 'FetchResponse') &&
    rpc.partitions.some((item) => item.error !== 'NONE')
  )
    flags |= IN_FLIGHT_ERROR;
  return flags;
}

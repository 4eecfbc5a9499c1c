import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FetchRequest, FetchResponse } from '../../src/engine/protocol/requests.ts';
import type { UnifiedLog } from '../../src/engine/storage/UnifiedLog.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, PARTITION, produceRequest } from '../engine/ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms' }, brokers: 1, replicas: [1] } as const;
const START_MS = 100;

const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
  readonly groups: {
    readonly fetchSizing: readonly SizingCase[];
    readonly fetchWait: readonly WaitCase[];
    readonly fetchVisibility: readonly VisibilityCase[];
  };
};

interface SizingCase {
  readonly id: string;
  readonly partitions: readonly { readonly batchSizes: readonly number[] }[];
  readonly fetchMaxBytes: number;
  readonly maxPartitionFetchBytes: number;
  readonly expect: readonly {
    readonly responseBytes: number;
    readonly wholeBatches: number;
    readonly trailingPartialBytes: number;
  }[];
}

interface WaitCase {
  readonly id: string;
  readonly fetchMinBytes: number;
  readonly fetchMaxWaitMs: number;
  readonly requestAtMs: number;
  readonly availableBytesAtRequest: number;
  readonly arrivals: readonly (readonly [number, number])[];
  readonly expectResponseAtMs: number;
}

interface VisibilityCase {
  readonly id: string;
  readonly logStartOffset: number;
  readonly highWatermark: number;
  readonly logEndOffset: number;
  readonly lastStableOffset: number;
  readonly isolation: string;
  readonly fetchOffset: number;
  readonly expect: { readonly visibleUpToExclusive?: number; readonly waits?: boolean; readonly error?: string };
}

function fetchOf(
  names: readonly string[],
  fields: Partial<FetchRequest>,
  maxBytes = 1_000_000,
  fetchOffset = 0,
): FetchRequest {
  return {
    kind: 'FetchRequest',
    replicaId: -1,
    replicaEpoch: -1,
    maxWaitMs: 500,
    minBytes: 1,
    maxBytes: 50_000_000,
    clientId: 'probe',
    rackId: '',
    sessionId: 0,
    sessionEpoch: -1,
    forgotten: [],
    partitions: names.map((topicPartition) => ({
      topicPartition,
      fetchOffset,
      currentLeaderEpoch: null,
      lastFetchedEpoch: -1,
      logStartOffset: -1,
      maxBytes,
    })),
    ...fields,
  };
}

/** A transaction that is open from the last stable offset on; the high watermark is behind its first batch. */
function appendOpenTransaction(log: UnifiedLog, { lastStableOffset, highWatermark, logEndOffset }: VisibilityCase): void {
  for (const [baseOffset, end] of [[lastStableOffset, highWatermark], [highWatermark, logEndOffset]] as const) {
    const batch = { ...produceRequest(1, { producerId: 7, producerEpoch: 0, baseSequence: 0 }).partitions[0]!.batch };
    log.append({ ...batch, baseOffset, count: end - baseOffset, leaderEpoch: log.latestEpoch(), isTransactional: true }, 0);
  }
  log.highWatermark = highWatermark;
}

describe('vectors-2.json fetchSizing', () => {
  test('has 6 cases', () => {
    expect(groups.fetchSizing).toHaveLength(6);
  });

  for (const vector of groups.fetchSizing) {
    test(`[F2] ${vector.id}`, () => {
      const { fetchMaxBytes, maxPartitionFetchBytes: partitionBytes, partitions } = vector;
      const cluster = new ClusterTestContext({ ...FAST, partitions: partitions.length }).runUntil(START_MS);
      const names = partitions.map((_, i) => `orders-${i}`);
      partitions.forEach(({ batchSizes }, i) => {
        for (const sizeBytes of batchSizes)
          cluster.produce(1, produceRequest(1, { sizeBytes }, [`orders-${i}`]));
      });
      const answer = cluster.ask(1, fetchOf(names, { maxBytes: fetchMaxBytes }, partitionBytes));
      const got = answer?.kind === 'FetchResponse' ? answer.partitions : [];
      const shown = got.map(({ batches, cutBytes }) => ({
        responseBytes: batches.reduce((sum, batch) => sum + batch.sizeBytes, cutBytes),
        wholeBatches: batches.length,
        trailingPartialBytes: cutBytes,
      }));
      expect(shown).toEqual(vector.expect);
    });
  }
});

describe('vectors-2.json fetchWait', () => {
  test('has 7 cases', () => {
    expect(groups.fetchWait).toHaveLength(7);
  });

  for (const vector of groups.fetchWait) {
    test(`[F4] [F5] ${vector.id}`, () => {
      const cluster = new ClusterTestContext(FAST).runUntil(START_MS);
      const { cluster: world } = cluster.run;
      const probe = world.directory.names.indexOf('producer:probe');
      const broker = world.directory.brokers.get(1) ?? -1;
      // Everything is sent 1 ms before it is to arrive.
      const send = (request: Parameters<typeof world.request>[1], connection: number): number => {
        let correlationId = -1;
        world.act(probe, () => {
          correlationId = world.request(broker, request, connection);
        });
        return correlationId;
      };
      if (vector.availableBytesAtRequest > 0)
        cluster.produce(1, produceRequest(1, { sizeBytes: vector.availableBytesAtRequest }));
      const startMs = cluster.nowMs + 10;
      cluster.runUntil(startMs + vector.requestAtMs - 1);
      const fields = { minBytes: vector.fetchMinBytes, maxWaitMs: vector.fetchMaxWaitMs };
      const correlationId = send(fetchOf([PARTITION], fields), 500);
      let answeredMs = -1;
      const watch = (untilMs: number) => {
        while (cluster.nowMs < untilMs) {
          cluster.runFor(1);
          const isOut = cluster.onTheWire('FetchResponse').some((sent) => sent.correlationId === correlationId);
          if (isOut && answeredMs < 0) answeredMs = cluster.nowMs - startMs;
        }
      };
      vector.arrivals.forEach(([atMs, sizeBytes], i) => {
        watch(startMs + atMs - 1);
        // Bytes that are not below the high watermark yet are none to a consumer.
        if (sizeBytes > 0) send(produceRequest(1, { sizeBytes }), 600 + i);
      });
      watch(startMs + 700);
      expect(answeredMs).toBe(vector.expectResponseAtMs);
    });
  }
});

describe('vectors-2.json fetchVisibility', () => {
  test('has 8 cases', () => {
    expect(groups.fetchVisibility).toHaveLength(8);
  });

  for (const vector of groups.fetchVisibility) {
    const isCommitted = vector.isolation === 'read_committed';
    test(`${isCommitted ? '[T24]' : '[K3] [H1]'} ${vector.id}`, () => {
      const { logStartOffset, highWatermark, logEndOffset, fetchOffset, lastStableOffset } = vector;
      const cluster = new ClusterTestContext({
        network: ONE_MS_LINKS,
        times: { ...NO_WORK },
        brokers: 2,
        initial: isCommitted
          ? { logStartOffset, records: lastStableOffset - logStartOffset, highWatermark: lastStableOffset }
          : { logStartOffset, records: logEndOffset - logStartOffset, highWatermark },
      });
      cluster.cutLink('broker:1', 'broker:2').runUntil(START_MS);
      if (isCommitted) for (const broker of [1, 2]) appendOpenTransaction(cluster.replica(broker).log, vector);
      const fields = isCommitted ? { isolationLevel: 'READ_COMMITTED' as const } : {};
      const beganMs = cluster.nowMs;
      const answer = cluster.ask(1, fetchOf([PARTITION], fields, 1_000_000, fetchOffset)) as FetchResponse;
      const [found] = answer.partitions;
      const { waits = false, error = 'NONE', visibleUpToExclusive } = vector.expect;
      expect(found?.error).toBe(error);
      expect(cluster.nowMs - beganMs).toBe(waits ? 501 : 1);
      const last = found?.batches.at(-1);
      expect(last ? last.baseOffset + last.count : undefined).toBe(visibleUpToExclusive);
    });
  }
});

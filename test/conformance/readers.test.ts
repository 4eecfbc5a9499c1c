import { describe, expect, it } from 'vitest';
import { clientIdOf, processOfClientId } from '../../conformance/cluster/sourceOfConnection.ts';
import { countOrdinals, outcomesOf } from '../../conformance/record/ordinals.ts';
import type { CallbackOutcome } from '../../conformance/record/ordinals.ts';
import { readServerLog } from '../../conformance/record/readServerLog.ts';
import { recordMetadata } from '../../conformance/record/recordMetadata.ts';

describe('who is calling', () => {
  const header = (clientId: string | null): Buffer => {
    const id = Buffer.from(clientId ?? '');
    const bytes = Buffer.alloc(14 + id.length);
    bytes.writeInt32BE(10 + id.length, 0);
    bytes.writeInt16BE(18, 4);
    bytes.writeInt16BE(clientId === null ? -1 : id.length, 12);
    id.copy(bytes, 14);
    return bytes;
  };

  it('stands in the header of the first request, as soon as enough of it has come', () => {
    expect(clientIdOf(header('pay-api'))).toBe('pay-api');
    expect(clientIdOf(header('pay-api').subarray(0, 17))).toBeNull();
    expect(clientIdOf(Buffer.alloc(5))).toBeNull();
    expect(clientIdOf(header(null))).toBe('');
  });

  it.each([
    ['broker-2-fetcher-0', 'node:2'],
    ['raft-client-101', 'node:101'],
    ['3', 'node:3'],
    ['pay-api', 'pay-api'],
    ['highwater-admin', 'highwater-admin'],
    ['7', '7'],
  ])('%s is %s', (clientId, process) => {
    expect(processOfClientId(clientId, new Set(['pay-api', '7']))).toBe(process);
  });
});

describe('records of one producer', () => {
  const outcomes: CallbackOutcome[] = [
    [10_000_003, 0, 9, 1, 40],
    [10_000_000, 0, 5, 0, 70],
    [10_000_001, 0, 5, 1, 39],
    [10_000_002, 0, 6, -1, 'REQUEST_TIMED_OUT'],
  ];

  it('are counted for each partition by their numbers, in whatever order callbacks came', () => {
    const ordinals = new Map<number, number>();
    countOrdinals(outcomes, ordinals);
    expect(outcomesOf(outcomes, ordinals)).toEqual([
      [1, 1, 1, 40, 9],
      [0, 1, 0, 70, 5],
      [0, 1, 1, 39, 5],
      [-1, 1, -1, 'REQUEST_TIMED_OUT', 6],
    ]);
  });
});

it('a broker’s log tells when it asked for its registration, and each refusal once', () => {
  const refusal =
    'INFO [BrokerLifecycleManager id=3] Unable to register broker 3 because the controller returned error DUPLICATE_BROKER_REGISTRATION (BrokerLifecycleManager)';
  const text = [
    '100 INFO [BrokerLifecycleManager id=3] Incarnation a of broker 3 in cluster b is now STARTING. (BrokerLifecycleManager)',
    `150 ${refusal}`,
    `250 ${refusal}`,
    '900 INFO [BrokerLifecycleManager id=3] Incarnation c of broker 3 in cluster b is now STARTING. (BrokerLifecycleManager)',
    `950 ${refusal}`,
  ].join('\n');
  expect(readServerLog(text)).toEqual({
    startingMs: [100, 900],
    refused: [
      { ms: 150, error: 'DUPLICATE_BROKER_REGISTRATION' },
      { ms: 950, error: 'DUPLICATE_BROKER_REGISTRATION' },
    ],
  });
});

describe('the metadata log', () => {
  const batch = {
    lastOffset: 0,
    leaderEpoch: 2,
    producerId: -1,
    producerEpoch: -1,
    baseSequence: -1,
    isTransactional: false,
    codec: 'none',
    sizeBytes: 0,
    deleteHorizonMs: null,
  };
  const entry = (createTimeMs: number, type: string, data: object) => ({
    ...batch,
    baseOffset: 0,
    isControl: false,
    records: [
      { offset: 0, createTimeMs, isTombstone: false, payload: JSON.stringify({ type, version: 0, data }) },
    ],
  });
  const partition = {
    partitionId: 0,
    topicId: 'A',
    replicas: [1, 2],
    isr: [1, 2],
    leader: 1,
    leaderEpoch: 0,
    partitionEpoch: 0,
  };

  it('is the state at zero, and the records after it, with topics by name', () => {
    const { before, metadata } = recordMetadata(
      [
        entry(10, 'TOPIC_RECORD', { name: 'orders', topicId: 'A' }),
        entry(11, 'PARTITION_RECORD', partition),
        entry(12, 'TOPIC_RECORD', { name: 'ours', topicId: 'B' }),
        entry(90, 'PARTITION_CHANGE_RECORD', { partitionId: 0, topicId: 'A', isr: [1] }),
        entry(110, 'PARTITION_CHANGE_RECORD', { partitionId: 0, topicId: 'A', isr: null, leader: 2 }),
        entry(120, 'PARTITION_CHANGE_RECORD', { partitionId: 0, topicId: 'B', leader: 2 }),
        entry(130, 'NO_OP_RECORD', {}),
        {
          ...entry(140, '', {}),
          isControl: true,
          records: [
            { offset: 0, createTimeMs: 140, isTombstone: false, payload: 'LeaderChange: {"leaderId":102}' },
          ],
        },
      ],
      100,
      (topic) => topic === 'ours',
    );
    expect(before).toEqual({
      'orders-0': expect.objectContaining({ leader: 1, isr: [1], partitionEpoch: 1 }) as unknown,
    });
    expect(metadata).toEqual([
      [10, 'PARTITION_CHANGE_RECORD', { topic: 'orders', partitionId: 0, leader: 2 }],
      [40, 'LEADER_CHANGE', { leaderId: 102, epoch: 2 }],
    ]);
  });

  it('forgets a topic that was deleted before zero', () => {
    const { before } = recordMetadata(
      [
        entry(10, 'TOPIC_RECORD', { name: 'orders', topicId: 'A' }),
        entry(11, 'PARTITION_RECORD', partition),
        entry(12, 'REMOVE_TOPIC_RECORD', { topicId: 'A' }),
      ],
      100,
      () => false,
    );
    expect(before).toEqual({});
  });
});

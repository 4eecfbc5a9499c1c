import { KafkaCluster, sleep } from './cluster/KafkaCluster.ts';
import { prepareKafka } from './cluster/prepareKafka.ts';
import { logDirOf } from './cluster/serverProperties.ts';
import { BASELINE } from './kafkaVersions.ts';
import { recordLogs } from './record/recordLogs.ts';
import { runMain } from './runMain.ts';
import { parseScenarioText } from '../src/scenario/parseScenario.ts';

const TOPIC = 'payments';
const GROUP = 'ledger-group';

/** What of a transactional run is seen from outside. */
interface Seen {
  /** [call, outcome] of each producer. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  /** Records that a read_committed consumer was given, by offset. */
  readonly read: readonly number[];
  /** What the flags of the log's batches say, in their order. */
  readonly batches: readonly string[];
}

/** Two commits, an abort, and what the producer gets whose transactional id a newer one has taken: the partition's leader refuses its epoch. */
const EXPECTED: Seen = {
  calls: {
    first: [
      'initTransactions NONE',
      'beginTransaction NONE',
      'sendOffsetsToTransaction NONE',
      'commitTransaction NONE',
      'beginTransaction NONE',
      'abortTransaction NONE',
      'beginTransaction NONE',
      'commitTransaction INVALID_PRODUCER_EPOCH',
    ],
    second: ['initTransactions NONE', 'beginTransaction NONE', 'commitTransaction NONE'],
  },
  // Five committed, then a marker at 5; three aborted and their marker at 9; two committed at 10.
  read: [0, 1, 2, 3, 4, 10, 11],
  batches: ['txn', 'commit', 'txn', 'abort', 'txn', 'commit'],
};

/**
 * `node scripts/conformance.mjs smoke [VERSION]`: whether the driver can do what the scenarios do not ask for yet: transactions, with offsets in
 * them, against a real cluster.
 */
async function main([version = BASELINE]: readonly string[]): Promise<number> {
  const parsed = parseScenarioText(JSON.stringify(SCENARIO));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const cluster = new KafkaCluster(await prepareKafka(version));
  const end = () => void cluster.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  try {
    await cluster.start(parsed.scenario, version.split('.').slice(0, 2).join('.'));
    const seen = await transact(cluster);
    const isSame = JSON.stringify(seen) === JSON.stringify(EXPECTED);
    console.log(JSON.stringify(seen, null, 2));
    console.log(
      isSame
        ? `Transactions work against Apache Kafka ${version}.`
        : `Expected:\n${JSON.stringify(EXPECTED, null, 2)}`,
    );
    return isSame ? 0 : 1;
  } finally {
    await cluster.close();
  }
}

const SCENARIO = {
  highwater: 1,
  until: '1s',
  brokers: [{ 'node.id': 1 }, { 'node.id': 2 }, { 'node.id': 3 }],
};

async function transact(cluster: KafkaCluster): Promise<Seen> {
  const bootstrap = cluster.bootstrap();
  const { driver } = cluster;
  await driver.ask('createTopic', { bootstrap, topic: TOPIC, replicas: [[1, 2, 3]], configs: {} });
  await driver.ask('consumer.start', {
    client: 'reader',
    bootstrap,
    zeroMs: Date.now(),
    configs: { 'isolation.level': 'read_committed', 'auto.offset.reset': 'earliest' },
    assign: [`${TOPIC}-0`],
    perRecordUs: 0,
  });
  const start = (client: string, place: number) =>
    driver.ask('producer.start', {
      client,
      bootstrap,
      zeroMs: Date.now(),
      place,
      configs: {
        'transactional.id': 'transfer',
        'linger.ms': 100,
        'delivery.timeout.ms': 20_000,
        'request.timeout.ms': 5_000,
      },
      workload: null,
    });
  const call = (client: string, what: string, more: Readonly<Record<string, unknown>> = {}) =>
    driver.ask(`producer.${what}`, { client, ...more });
  const send = (client: string, count: number) =>
    call(client, 'send', { topic: TOPIC, partition: 0, valueBytes: 20, count });

  await start('first', 0);
  await call('first', 'initTransactions');
  await call('first', 'beginTransaction');
  await send('first', 5);
  await call('first', 'sendOffsetsToTransaction', { group: GROUP, offsets: { [`${TOPIC}-0`]: 5 } });
  await call('first', 'commitTransaction');
  await call('first', 'beginTransaction');
  await send('first', 3);
  await call('first', 'flush');
  await call('first', 'abortTransaction');
  await start('second', 1);
  await call('second', 'initTransactions');
  await call('first', 'beginTransaction');
  await send('first', 1);
  await call('first', 'commitTransaction').catch(() => undefined);
  await call('second', 'beginTransaction');
  await send('second', 2);
  await call('second', 'commitTransaction');
  await sleep(2_000);

  const read = await driver.ask<['read', number, string, number, number][]>('consumer.results', {
    client: 'reader',
  });
  const calls: Record<string, string[]> = {};
  for (const client of ['first', 'second']) {
    const { transactions } = await driver.ask<{ transactions: [string, number, number, string][] }>(
      'producer.results',
      { client },
    );
    calls[client] = transactions.map(([what, , , outcome]) => `${what} ${outcome}`);
  }
  const leader = cluster.plans().filter(({ nodeId }) => nodeId === 1);
  const logs = await recordLogs(
    driver,
    leader.map((plan) => ({ nodeId: plan.nodeId, dataFolder: logDirOf(plan) })),
    new Set([TOPIC]),
    { ordinals: new Map(), made: new Map() },
    0,
  );
  return {
    calls,
    read: read.flatMap(([, , , offset, count]) => Array.from({ length: count }, (_, i) => offset + i)),
    batches: (logs[`${TOPIC}-0`]?.['1']?.batches ?? []).map((batch) => batch[8]),
  };
}

await runMain(main);

import { computeStoreLedgers } from '../../src/engine/cluster/storeLedger.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { storesKeepTheirPromise } from '../../src/engine/invariants/storeInvariants.ts';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { rulesWith } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { FileCommand, FileConsumer, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';

const RECORDS = 60;
const LAW_INTERVAL = 101;
/** All is whole again from here on. */
const HEALED_MS = 12_000;
const END_MS = 45_000;

/** What applications are built to promise: at most once, at least once, and exactly once in four ways. */
const BUILDS = [
  { offsets: 'kafka', commitWhen: 'before', unique: 'none', fencing: 'none' },
  { offsets: 'kafka', commitWhen: 'after', unique: 'none', fencing: 'none' },
  { offsets: 'kafka', commitWhen: 'after', unique: 'offset', fencing: 'none' },
  { offsets: 'kafka', commitWhen: 'after', unique: 'id', fencing: 'generation' },
  { offsets: 'store', commitWhen: 'after', unique: 'offset', fencing: 'none' },
  { offsets: 'store', commitWhen: 'after', unique: 'none', fencing: 'generation' },
] as const;

/** Two applications of a group that write to a database, with whatever may befall them, drawn from a seed. */
export function outsideScenario(seed: number): ScenarioFile {
  const rng = new Rng(seed, 'outside swarm');
  const pick = <T>(...values: readonly T[]): T => values[rng.int(values.length)] as T;
  const { offsets, commitWhen, unique, fencing } = BUILDS[rng.int(BUILDS.length)] as (typeof BUILDS)[number];
  const forwards = pick(true, false);
  const commit = pick('commitSync', 'commitAsync');
  const names = ['a', 'b'];
  const application = (name: string): FileConsumer => ({
    'client.id': name,
    subscribe: ['payments'],
    configs: {
      'group.id': 'ledger',
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': 'false',
      'max.poll.records': 7,
      'session.timeout.ms': 6000,
      'heartbeat.interval.ms': 1000,
    },
    processing: {
      perRecord: '80ms',
      ...(offsets === 'kafka' && { commit, ...(commitWhen === 'before' && { commitWhen }) }),
      store: {
        name: 'db',
        unique,
        transaction: pick('record', 'poll'),
        offsets,
        fencing,
        timeout: '1s',
      },
      ...(forwards && {
        errors: { fatal: 10, attempts: 2, backoff: '100ms', deadLetterTopic: 'dlt', producer: `${name}-dlt` },
      }),
    },
  });
  const first = application('a');
  const at = (): string => `${1000 + rng.int(HEALED_MS - 3000)}ms`;
  const commands: FileCommand[] = [];
  for (const name of names) {
    const client = `consumer:${name}`;
    for (let i = rng.int(3); i > 0; i--) {
      commands.push({ at: at(), kind: 'KillClient', client }, { at: at(), kind: 'StartClient', client });
    }
    if (rng.int(2) === 0) commands.push({ at: at(), kind: 'PauseProcess', node: client, for: '9s' });
    commands.push({ at: `${HEALED_MS}ms`, kind: 'StartClient', client });
  }
  const fromMs = 1000 + rng.int(6000);
  return {
    highwater: 1,
    seed,
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    configs: { 'offsets.topic.num.partitions': 1, 'group.initial.rebalance.delay.ms': 0 },
    topics: ['payments', 'dlt'].map((name) => ({ name, partitions: 2, 'replication.factor': 3 })),
    producers: [
      {
        'client.id': 'pay',
        workload: {
          topic: 'payments',
          arrivals: { bursts: { records: 20, every: '2s' } },
          start: '1s',
          end: '6s',
        },
      },
      ...(forwards ? names : []).map((name) => ({ 'client.id': `${name}-dlt`, workload: { topic: 'dlt' } })),
    ],
    consumers: names.map((name) => ({
      ...first,
      'client.id': name,
      processing: {
        ...first.processing,
        ...(first.processing?.errors && { errors: { ...first.processing.errors, producer: `${name}-dlt` } }),
      },
    })),
    stores: [
      {
        name: 'db',
        down: [{ from: `${fromMs}ms`, to: `${fromMs + 500 + rng.int(1500)}ms` }],
        failCommits: [3 + rng.int(5)],
        loseAnswers: [10 + rng.int(5)],
      },
    ],
    commands: commands.sort((x, y) => parseInt(String(x.at)) - parseInt(String(y.at))),
  };
}

/** Runs a seed, and says which promise was broken or what was not done in the end; null: all is well. */
export function runOutside(seed: number, rules: Partial<Rules> = {}): string | null {
  const parsed = parseScenario(outsideScenario(seed));
  if (!parsed.ok) return JSON.stringify(parsed.problems);
  const run = new Run(parsed.scenario, [], rulesWith(rules));
  run.start();
  const { cluster } = run;
  let events = 0;
  while (run.step(END_MS * 1000)) {
    events += 1;
    if (events % LAW_INTERVAL !== 0) continue;
    const broken = storesKeepTheirPromise.check(cluster);
    if (broken !== null) return broken;
  }
  const ledgers = computeStoreLedgers(cluster);
  const due = ledgers.reduce((sum, one) => sum + one.due.size, 0);
  return due === RECORDS ? storesKeepTheirPromise.check(cluster) : `${due} of ${RECORDS} are committed`;
}

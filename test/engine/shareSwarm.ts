import { RunHistory } from '../../src/engine/invariants/RunHistory.ts';
import {
  deliveryCountStaysInItsLimit,
  recordsHaveOneHolder,
  shareStartOffsetNeverFalls,
  shareStartOffsetPassesOnlyWhatIsDone,
} from '../../src/engine/invariants/shareInvariants.ts';
import { Broker } from '../../src/engine/broker/Broker.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { rulesWith } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { FileCommand, FileConsumer } from '../../src/scenario/ScenarioFile.ts';
import type { TraceEvent, TraceKind } from '../../src/shared/traceEvents.ts';

const BROKERS = [1, 2, 3];
const WORKERS = ['a', 'b', 'c'];
const FAULTS = 6;
/** Members that were killed are gone by then: they keep what was assigned to them until their sessions end, after 45 s. */
const END_MS = 90_000;

function worker(clientId: string, chance: Rng): FileConsumer {
  const isExplicit = clientId !== 'c';
  return {
    'client.id': clientId,
    configs: {
      'group.id': 'workers',
      'share.acknowledgement.mode': isExplicit ? 'explicit' : 'implicit',
      'max.poll.records': 1 + chance.int(6),
      'request.timeout.ms': 5000,
    },
    subscribe: ['jobs'],
    processing: { perRecord: '20ms', ...(clientId === 'b' ? { commit: 'commitSync' } : {}) },
    share: isExplicit
      ? {
          failEvery: 3 + chance.int(5),
          failThen: clientId === 'a' ? 'release' : 'reject',
          poison: [{ partition: 'jobs-0', offset: 5, takes: '3s', then: 'accept' }],
          ...(clientId === 'a' ? { renewEvery: '1s' } : {}),
        }
      : {},
  };
}

/** Faults of brokers and workers, one after the other; in the end everybody is there again. */
function faults(chance: Rng): FileCommand[] {
  const commands: FileCommand[] = [];
  let atMs = 6000;
  let broker: number | null = null;
  const at = (): string => `${atMs}ms`;
  for (let fault = 0; fault < FAULTS; fault += 1) {
    const client = `consumer:${WORKERS[chance.int(3)] ?? 'a'}`;
    if (broker !== null) {
      commands.push({ at: at(), kind: 'StartBroker', broker });
      broker = null;
    } else if (chance.int(2) === 0) {
      broker = BROKERS[chance.int(3)] ?? 1;
      commands.push({ at: at(), kind: 'KillBroker', broker });
    } else {
      commands.push({ at: at(), kind: 'KillClient', client });
      atMs += 300;
      commands.push({ at: at(), kind: 'StartClient', client });
    }
    atMs += 500 + chance.int(2500);
  }
  if (broker !== null) commands.push({ at: at(), kind: 'StartBroker', broker });
  // After a failover SPSO may wait for the next record: Kafka looks for gaps up to where it took over.
  commands.push({ at: '36s', kind: 'SendRecords', producer: 'p', count: 60 });
  return commands;
}

/** What came of a storm. */
export interface ShareStorm {
  readonly run: Run;
  readonly events: readonly TraceEvent[];
  /** Names of the laws that it broke. */
  readonly brokenLaws: readonly string[];
}

/** Workers that fail, hang, die and come back, on brokers that do so too. Ends quiet, with nothing left to do. */
export function shareStorm(seed: number, rules: Partial<Rules> = {}): ShareStorm {
  const chance = new Rng(seed, 'shareStorm');
  const parsed = parseScenario({
    highwater: 1,
    seed,
    configs: {
      'offsets.topic.num.partitions': 2,
      'share.coordinator.state.topic.num.partitions': 3,
      'group.share.record.lock.duration.ms': 2000,
      'group.share.delivery.count.limit': 3,
      'broker.session.timeout.ms': 3000,
    },
    times: { brokerStart: '500ms' },
    brokers: BROKERS.map((id) => ({ 'node.id': id })),
    topics: [{ name: 'jobs', partitions: 2, 'replication.factor': 3, configs: { 'min.insync.replicas': 2 } }],
    groups: [{ 'group.id': 'workers', configs: { 'share.auto.offset.reset': 'earliest' } }],
    producers: [
      {
        'client.id': 'p',
        configs: { 'batch.size': 300 },
        workload: { topic: 'jobs', arrivals: { constant: '30/s' }, end: '14s' },
      },
    ],
    consumers: WORKERS.map((id) => worker(id, chance)),
    commands: faults(chance),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const run = new Run(parsed.scenario, [], rulesWith(rules));
  const history = new RunHistory();
  const events: TraceEvent[] = [];
  run.cluster.sink = {
    row: (timeUs, seq, causeSeq, event) => {
      events.push(event);
      history.row(timeUs, seq, causeSeq, event);
    },
  };
  run.start();
  while (run.step(END_MS * 1000));
  history.observe(run.cluster);
  const brokenLaws = [
    recordsHaveOneHolder(history),
    deliveryCountStaysInItsLimit(history),
    shareStartOffsetNeverFalls(history),
    shareStartOffsetPassesOnlyWhatIsDone(history),
  ].flatMap((law) => {
    const detail = law.check(run.cluster);
    return detail === null ? [] : [`${law.name}: ${detail}`];
  });
  return { run, events, brokenLaws };
}

export function countOf({ events }: ShareStorm, kind: TraceKind): number {
  return events.filter((event) => event.kind === kind).length;
}

/** By partition: SPSO, batches that are in flight, and high watermark. */
export function whatIsLeft({ run }: ShareStorm): readonly (readonly [string, number, number, number])[] {
  return run.cluster.state.nodes.flatMap((node) =>
    node instanceof Broker && node.process
      ? [...node.process.shares.partitions.values()].map(
          ({ topicPartition, records }) =>
            [
              topicPartition,
              records.startOffset,
              records.batches.length,
              node.partitions.get(topicPartition)?.log.highWatermark ?? -1,
            ] as const,
        )
      : [],
  );
}

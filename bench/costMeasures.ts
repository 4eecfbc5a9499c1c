import { Broker } from '../src/engine/broker/Broker.ts';
import { Producer } from '../src/engine/client/producer/Producer.ts';
import { Run } from '../src/engine/cluster/Run.ts';
import { parseScenario } from '../src/scenario/parseScenario.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';
import { loadScenario } from './loadScenario.ts';
import { median } from './Measure.ts';
import type { Measure, Result } from './Measure.ts';
import { threadCpuMs } from './threadCpu.ts';

const SECOND_US = 1_000_000;
const ROUNDS = 3;
const MEMBERS = 200;

/** What a stretch of a run took, and what came about in it. */
interface Stretch {
  readonly cpuUs: number;
  readonly events: number;
  readonly records: number;
  /** Requests that brokers answered, by Kafka's names. */
  answered(name: string): number;
}

/** The engine alone: no trace, no checkpoints, no frames, no laws. */
function stretchOf(scenario: Scenario, fromUs: number, toUs: number): Stretch {
  const run = new Run(scenario, []);
  run.start();
  advance(run, fromUs);
  const before = countsOf(run);
  const started = threadCpuMs();
  advance(run, toUs);
  const cpuUs = (threadCpuMs() - started) * 1000;
  const after = countsOf(run);
  return {
    cpuUs,
    events: after.events - before.events,
    records: after.records - before.records,
    answered: (name) => (after.requests.get(name) ?? 0) - (before.requests.get(name) ?? 0),
  };
}

function advance(run: Run, untilUs: number): void {
  while (run.step(untilUs));
  run.cluster.idleUntil(untilUs);
}

function countsOf({ cluster: { state } }: Run) {
  const requests = new Map<string, number>();
  let records = 0;
  for (const node of state.nodes) {
    if (node instanceof Producer) records += node.outcomes.ackedCount;
    if (!(node instanceof Broker)) continue;
    for (const [name, tally] of node.process?.meters.requests ?? [])
      requests.set(name, (requests.get(name) ?? 0) + tally.requests.count);
  }
  return { events: state.eventCount, records, requests };
}

/** What one more of something costs: the median of what a run with more of it takes longer than one with fewer, made in turns. */
function costOfOneMore(
  more: () => Stretch,
  fewer: () => Stretch,
  count: (stretch: Stretch) => number,
): number {
  return median(
    Array.from({ length: ROUNDS }, () => {
      const [a, b] = [more(), fewer()];
      return (a.cpuUs - b.cpuUs) / (count(a) - count(b));
    }),
  );
}

function scenarioOf(parts: object): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    'kafka.version': '4.2',
    seed: 1,
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    ...parts,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

/** Members of one group that share one partition: all but one have nothing to do but to say that they are there. */
function groupOf(members: number, protocol: 'classic' | 'consumer'): Scenario {
  return scenarioOf({
    topics: [{ name: 'jobs', partitions: 1, 'replication.factor': 3 }],
    consumers: Array.from({ length: members }, (_, i) => ({
      'client.id': `worker-${i}`,
      configs: { 'group.id': 'workers', 'group.protocol': protocol },
      subscribe: ['jobs'],
    })),
  });
}

/** Four producers that write 200 records a second each, ten to a transaction or in none. */
function writersOf(transacts: boolean): Scenario {
  return scenarioOf({
    topics: [{ name: 'out', partitions: 4, 'replication.factor': 3 }],
    producers: Array.from({ length: 4 }, (_, i) => ({
      'client.id': `writer-${i}`,
      configs: { 'linger.ms': 0, ...(transacts && { 'transactional.id': `writer-${i}` }) },
      workload: {
        topic: 'out',
        partition: i,
        arrivals: { constant: '200/s' },
        ...(transacts && { transaction: { records: 10 } }),
      },
    })),
  });
}

function heartbeats(protocol: 'classic' | 'consumer', name: string): Result {
  const cost = costOfOneMore(
    () => stretchOf(groupOf(MEMBERS, protocol), 30 * SECOND_US, 150 * SECOND_US),
    () => stretchOf(groupOf(1, protocol), 30 * SECOND_US, 150 * SECOND_US),
    (stretch) => stretch.answered(name),
  );
  return { what: `one heartbeat of a member (group.protocol=${protocol})`, value: cost, unit: 'µs' };
}

export const costs: Measure = {
  name: 'costs',
  about: 'what an event, a record, a heartbeat and a transaction cost the engine',
  run() {
    const loads = Array.from({ length: ROUNDS }, () => stretchOf(loadScenario(), SECOND_US, 4 * SECOND_US));
    const perEvent = median(loads.map(({ cpuUs, events }) => cpuUs / events));
    const perRecord = median(loads.map(({ cpuUs, records }) => cpuUs / records));
    const transaction = costOfOneMore(
      () => stretchOf(writersOf(true), 2 * SECOND_US, 12 * SECOND_US),
      () => stretchOf(writersOf(false), 2 * SECOND_US, 12 * SECOND_US),
      (stretch) => stretch.answered('EndTxn'),
    );
    return [
      { what: 'one event at 100 MB/s, engine alone', value: perEvent, unit: 'µs' },
      { what: 'one record at 100 MB/s, engine alone', value: perRecord, unit: 'µs' },
      heartbeats('classic', 'Heartbeat'),
      heartbeats('consumer', 'ConsumerGroupHeartbeat'),
      {
        what: 'one transaction of ten records more than the same records without',
        value: transaction,
        unit: 'µs',
      },
    ];
  },
};

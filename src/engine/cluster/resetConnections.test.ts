import { expect, it, test } from 'vitest';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import { computeFates } from './ledger.ts';
import { Run } from './Run.ts';

const BETWEEN = ['producer:p', 'broker:1'] as const;

/** One record each 100 ms, a flight takes 5 ms: a Produce is on its way, is worked on, or is answered. */
function scenario(idempotent: boolean, commands: Scenario['commands']): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    network: { latency: '5ms' },
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
    topics: [{ name: 'a', replicas: { '0': [1, 2] } }],
    producers: [
      {
        'client.id': 'p',
        configs: { acks: 1, 'linger.ms': 0, 'enable.idempotence': false },
        workload: { topic: 'a', arrivals: { constant: '10/s' }, valueBytes: 100 },
      },
    ].map((producer) =>
      idempotent
        ? { ...producer, configs: { ...producer.configs, acks: 'all', 'enable.idempotence': true } }
        : producer,
    ),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { ...parsed.scenario, commands };
}

function outcome(idempotent: boolean, resetAtUs: number) {
  const run = new Run(
    scenario(idempotent, [{ atUs: resetAtUs, kind: 'ResetConnections', between: BETWEEN }]),
    [],
  );
  const rows: TraceEvent[] = [];
  run.cluster.sink = { row: (_timeUs, _seq, _causeSeq, event) => void rows.push(event) };
  run.start();
  const endUs = resetAtUs + 3_000_000;
  while (run.step(endUs));
  run.cluster.idleUntil(endUs);
  run.settle();
  const fates = computeFates(run.cluster);
  const count = (state: 'lost' | 'failed') => fates.reduce((sum, fate) => sum + fate[state].size, 0);
  return {
    lostRpcs: rows.flatMap((row) => (row.kind === 'RpcLost' ? [row.rpc] : [])),
    disconnected: rows.filter((row) => row.kind === 'Disconnected').length,
    duplicated: fates.reduce((sum, fate) => sum + fate.duplicated, 0),
    lost: count('lost'),
    failed: count('failed'),
  };
}

/** When the Produce of one record leaves, found in a run without a reset. */
function produceLeavesUs(idempotent: boolean): number {
  const run = new Run(scenario(idempotent, []), []);
  run.start();
  for (;;) {
    if (!run.step(5_000_000)) throw new Error('no Produce after 2 s');
    const { payload } = run.cluster.state.queue;
    if (run.cluster.nowUs < 2_000_000 || payload?.kind !== 'Envelope') continue;
    if (payload.rpc.kind === 'ProduceRequest') return payload.sentAtUs;
  }
}

test.each([
  // The request never arrives: it is sent again, and stands once.
  { idempotent: false, afterUs: 1_000, rpc: 'ProduceRequest', duplicated: 0 },
  // It was appended, and its answer is lost: sent again, it stands twice, but for an idempotent producer.
  { idempotent: false, afterUs: 8_000, rpc: 'ProduceResponse', duplicated: 1 },
  { idempotent: true, afterUs: 1_000, rpc: 'ProduceRequest', duplicated: 0 },
  { idempotent: true, afterUs: 18_000, rpc: 'ProduceResponse', duplicated: 0 },
])('$rpc lost, idempotent: $idempotent', ({ idempotent, afterUs, rpc, duplicated }) => {
  const found = outcome(idempotent, produceLeavesUs(idempotent) + afterUs);
  expect(found).toMatchObject({ lostRpcs: [rpc], disconnected: 1, duplicated, lost: 0, failed: 0 });
});

it('loses nothing between a follower and its leader', () => {
  const run = new Run(
    scenario(true, [
      { atUs: 2_000_000, kind: 'ResetConnections', between: ['broker:1', 'broker:2'] },
      { atUs: 2_400_000, kind: 'ResetConnections', between: ['broker:2', 'controller:101'] },
    ]),
    [],
  );
  run.start();
  while (run.step(10_000_000));
  run.cluster.idleUntil(10_000_000);
  run.settle();
  const [fate] = computeFates(run.cluster);
  expect(fate?.lost.size).toBe(0);
  expect(fate?.acked.size).toBeGreaterThan(95);
});

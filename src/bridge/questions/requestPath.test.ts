import { expect, test } from 'vitest';
import { REQUEST_STAGES, type RequestPath } from '../../shared/RunQuestions.ts';
import type { EngineSession } from '../EngineSession.ts';
import { readScenario, sessionOn } from '../SessionTestContext.ts';

/** Slow threads, so that requests wait for them; followers, so that produce requests wait for them too. */
const BUSY = readScenario({
  highwater: 1,
  'kafka.version': '4.2',
  seed: 11,
  times: { request: '400us', networkThread: '20us' },
  brokers: [1, 2].map((id) => ({ 'node.id': id, configs: { 'num.io.threads': 1 } })),
  topics: [{ name: 'pay', partitions: 2, 'replication.factor': 2, configs: { 'min.insync.replicas': 2 } }],
  producers: Array.from({ length: 6 }, (_, i) => ({
    'client.id': `api-${i}`,
    configs: { acks: 'all', 'linger.ms': 0 },
    workload: { topic: 'pay', arrivals: { poisson: '400/s' }, valueBytes: 200 },
  })),
});

const pathOf = (session: EngineSession, broker = 1) =>
  session.inspectRun({ kind: 'requestPath', broker }) as RequestPath;
/** Time that all requests so far have spent in a stage, those that are under way among them. */
function spentUs({ answered, present, nowUs }: RequestPath, stage: number): number {
  let sum = 0;
  for (const { spentUs: spent } of answered) sum += spent[stage] ?? 0;
  for (const [at, name] of REQUEST_STAGES.entries())
    for (const request of present[name])
      sum += at === stage ? nowUs - request.sinceUs : (request.spentUs[stage] ?? 0);
  return sum;
}

test('L measured by looking is what the times of the requests come to: Little’s law, in each stage', async () => {
  const session = sessionOn(BUSY, { invariantInterval: Infinity });
  await session.loadQuestions();
  session.advance({ untilUs: 2_000_000, budgetMs: Infinity });
  const before = pathOf(session);
  const sums = REQUEST_STAGES.map(() => 0);
  const samples = 1000;
  for (let i = 1; i <= samples; i++) {
    session.advance({ untilUs: 2_000_000 + i * 250, budgetMs: Infinity });
    const { present } = pathOf(session);
    for (const [at, stage] of REQUEST_STAGES.entries()) sums[at]! += present[stage].length;
  }
  const after = pathOf(session);
  const forUs = after.nowUs - before.nowUs;
  for (const at of [0, 1, 2]) {
    const looked = sums[at]! / samples;
    const counted = (spentUs(after, at) - spentUs(before, at)) / forUs;
    expect(looked, REQUEST_STAGES[at]).toBeGreaterThan(0.05);
    expect(Math.abs(looked - counted) / counted, REQUEST_STAGES[at]).toBeLessThan(0.1);
  }
});

test('a broker that does not run has no path, and one that runs says who waits for whom', async () => {
  const session = sessionOn(BUSY);
  await session.loadQuestions();
  session.advance({ untilUs: 1_000_000, budgetMs: Infinity });
  const path = pathOf(session);
  expect(path.ioThreads).toBe(1);
  expect(path.queue.capacity).toBe(500);
  expect(path.answered.find(({ request }) => request === 'Produce')?.count).toBeGreaterThan(50);
  const all = REQUEST_STAGES.flatMap((stage) => path.present[stage]);
  expect(all.every(({ client }) => client !== '')).toBe(true);
  expect(path.present.requestQueue.length).toBe(path.queue.length);
  session.apply({ kind: 'KillBroker', broker: 1 });
  expect(pathOf(session)).toBeNull();
  expect(pathOf(session, 9)).toBeNull();
});

test('a client over its quota stands among the muted until it is read from again', async () => {
  const file = {
    highwater: 1,
    'kafka.version': '4.2',
    seed: 2,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'pay', partitions: 1, 'replication.factor': 1 }],
    quotas: [{ 'client-id': 'api', producer_byte_rate: 20_000 }],
    producers: [
      {
        'client.id': 'api',
        configs: {},
        workload: { topic: 'pay', arrivals: { constant: '500/s' }, valueBytes: 1000 },
      },
    ],
  };
  const session = sessionOn(readScenario(file));
  await session.loadQuestions();
  let muted: RequestPath['muted'] = [];
  for (let untilUs = 1_000_000; muted.length === 0 && untilUs < 20_000_000; untilUs += 100_000) {
    session.advance({ untilUs, budgetMs: Infinity });
    ({ muted } = pathOf(session));
  }
  expect(muted[0]?.client).toBe('producer:api');
  expect(muted[0]?.untilUs).toBeGreaterThan(pathOf(session).nowUs);
});

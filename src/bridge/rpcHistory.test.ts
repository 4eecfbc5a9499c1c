import { describe, expect, test } from 'vitest';
import type { RpcFlight, RpcHistory } from '../shared/RunQuestions.ts';
import type { EngineSession } from './EngineSession.ts';
import { preset, readScenario, sessionOn } from './SessionTestContext.ts';

const SECOND = 1_000_000;

async function start(scenario = preset('three-brokers')): Promise<EngineSession> {
  const session = sessionOn(scenario);
  await session.loadQuestions();
  return session;
}
const historyOf = (session: EngineSession, fromUs: number, toUs: number) =>
  session.inspectRun({ kind: 'rpcs', fromUs, toUs }) as RpcHistory;
const keyOf = ({ api, correlationId, isResponse, sentAtUs }: RpcFlight) =>
  `${sentAtUs} ${api} ${correlationId} ${isResponse}`;

describe('RPCs of a stretch of the run', () => {
  test('every answer follows its request, on the same wire and behind it', async () => {
    const session = await start();
    session.advance({ untilUs: 2 * SECOND, budgetMs: Infinity });
    const { flights, coveredFromUs } = historyOf(session, 1.5 * SECOND, 2 * SECOND);
    expect(coveredFromUs).toBeLessThanOrEqual(1.5 * SECOND);
    const requests = new Map(flights.filter((one) => !one.isResponse).map((one) => [one.correlationId, one]));
    const answers = flights.filter(({ api, isResponse }) => api === 'Produce' && isResponse);
    expect(answers.length).toBeGreaterThan(30);
    for (const answer of answers) {
      const request = requests.get(answer.correlationId);
      if (request === undefined) continue;
      expect([answer.source, answer.target]).toEqual([request.target, request.source]);
      expect(answer.sentAtUs).toBeGreaterThanOrEqual(request.deliverAtUs);
      expect(request.end).toBe('read');
      expect(request.endedUs).toBe(request.deliverAtUs);
    }
  });

  test('what is told does not hang on when somebody began to ask', async () => {
    const [early, late] = [await start(), await start()];
    historyOf(early, 0, SECOND);
    for (const session of [early, late]) {
      session.advance({ untilUs: 2 * SECOND, budgetMs: Infinity });
      session.apply({ kind: 'KillBroker', broker: 1 });
      session.advance({ untilUs: 3 * SECOND, budgetMs: Infinity });
    }
    const stretch = [1.9 * SECOND, 2.6 * SECOND] as const;
    const told = historyOf(early, ...stretch);
    expect(told.flights.length).toBeGreaterThan(50);
    expect(historyOf(late, ...stretch).flights.map(keyOf)).toEqual(told.flights.map(keyOf));
    late.seek({ timeUs: SECOND, after: 0 });
    historyOf(late, 0.5 * SECOND, SECOND);
    late.seek({ timeUs: 3 * SECOND, after: 0 });
    expect(historyOf(late, ...stretch)).toEqual({ ...told, coveredFromUs: expect.any(Number) as number });
    expect(late.digest()).toBe(early.digest());
  });

  test('what a killed broker would have read is lost, what a cut link keeps back is held and sent again', async () => {
    const session = await start();
    session.advance({ untilUs: SECOND, budgetMs: Infinity });
    session.apply({ kind: 'CutLink', between: ['broker:1', 'broker:2'] });
    session.advance({ untilUs: 1.5 * SECOND, budgetMs: Infinity });
    const held = historyOf(session, SECOND, 1.5 * SECOND).flights.filter(({ end }) => end === 'held');
    expect(held.length).toBeGreaterThan(0);
    session.apply({ kind: 'MendLink', between: ['broker:1', 'broker:2'] });
    session.advance({ untilUs: 2 * SECOND, budgetMs: Infinity });
    const after = historyOf(session, SECOND, 2 * SECOND).flights;
    for (const { correlationId, isResponse, sentAtUs } of held)
      expect(
        after.some(
          (one) =>
            one.correlationId === correlationId &&
            one.isResponse === isResponse &&
            one.sentAtUs > sentAtUs &&
            one.end !== 'held',
        ),
      ).toBe(true);
    session.apply({ kind: 'KillBroker', broker: 1 });
    session.advance({ untilUs: 2.5 * SECOND, budgetMs: Infinity });
    expect(historyOf(session, 2 * SECOND, 2.5 * SECOND).flights.some(({ end }) => end === 'lost')).toBe(true);
  });

  test('an error in an answer has its name, and its cause leads to rows of the trace', async () => {
    const session = await start();
    session.advance({ untilUs: SECOND, budgetMs: Infinity });
    session.apply({ kind: 'KillBroker', broker: 2 });
    session.apply({ kind: 'KillBroker', broker: 3 });
    session.advance({ untilUs: 45 * SECOND, budgetMs: Infinity });
    const refused = historyOf(session, 30 * SECOND, 45 * SECOND).flights.filter(
      ({ error }) => error !== null,
    );
    expect(refused.map(({ error }) => error)).toContain('NOT_ENOUGH_REPLICAS');
    const one = refused.find(({ error }) => error === 'NOT_ENOUGH_REPLICAS')!;
    expect(session.why(one.causeSeq)[0]?.event.kind).toBe('ProduceRefused');
  });

  test('quiet time that was gone over in one leap is told as such', async () => {
    const quiet = readScenario({
      highwater: 1,
      'kafka.version': '4.2',
      seed: 5,
      brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
      topics: [{ name: 'a', partitions: 1, 'replication.factor': 2 }],
    });
    const session = await start(quiet);
    historyOf(session, 0, 0);
    session.advance({ untilUs: 600 * SECOND, budgetMs: Infinity });
    const { gaps } = historyOf(session, 0, 600 * SECOND);
    expect(gaps.length).toBeGreaterThan(0);
    for (const { fromUs, toUs } of gaps) expect(toUs).toBeGreaterThan(fromUs);
  });
});

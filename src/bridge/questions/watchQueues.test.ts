import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenarioText } from '../../scenario/parseScenario.ts';
import { QUEUE_KINDS } from '../../shared/RunQuestions.ts';
import type { LimitKind, QueueFigures, QueueKind } from '../../shared/RunQuestions.ts';
import { isSteady, lawOf, toleranceOf } from '../../lessons/tuning/queueLaw.ts';
import { EngineSession } from '../EngineSession.ts';
import { QueueTally } from './QueueTally.ts';

async function session(): Promise<EngineSession> {
  const parsed = parseScenarioText(
    readFileSync('content/lessons/18-littles-law-and-tuning/scenario.json', 'utf8'),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const engine = new EngineSession();
  await engine.loadQuestions();
  engine.load(parsed.scenario, []);
  engine.advance({ untilUs: 5_000_000, budgetMs: 60_000 });
  return engine;
}

const SPAN_US = 10_000_000;

describe('where things wait', () => {
  const figures = session().then(
    (engine) => engine.inspectRun({ kind: 'queues', spanUs: SPAN_US }) as QueueFigures,
  );

  it('[S3] [A2] [consumer-processing] is λ·W in every steady queue of a cluster, within a hundredth', async () => {
    const { queues } = await figures;
    const steady = queues.filter(isSteady);
    for (const queue of steady) {
      const law = lawOf(queue, SPAN_US);
      expect(law, `${queue.kind} ${queue.node}`).not.toBeNull();
      const gap = Math.abs(queue.meanLength - (law?.inside ?? NaN));
      expect(gap, `${queue.kind} ${queue.node}`).toBeLessThan(toleranceOf(law?.inside ?? 0));
    }
    expect(new Set(steady.map(({ kind }) => kind))).toEqual(new Set(QUEUE_KINDS));
  });

  it('counts what is known of this cluster', async () => {
    const { queues, limits } = await figures;
    const of = (kind: QueueKind, node: string) =>
      queues.find((queue) => queue.kind === kind && queue.node === node);
    // 80 a second, each 50 ms away; and one after the other, which is 20 a second, and 60 that come and do not leave.
    expect(of('inFlight', 'producer:async-api')?.meanLength).toBeCloseTo(4, 1);
    expect(of('inFlight', 'producer:sync-api')?.meanLength).toBeCloseTo(1, 2);
    const left = of('accumulator', 'producer:sync-api');
    expect((left?.lengthAtEnd ?? 0) - (left?.lengthAtStart ?? 0)).toBe(600);
    expect(left && isSteady(left)).toBe(false);
    const share = (kind: LimitKind, node: string) =>
      limits.find((limit) => limit.kind === kind && limit.node === node)?.share ?? NaN;
    expect(share('inFlight', 'producer:sync-api')).toBeGreaterThan(0.99);
    expect(share('inFlight', 'producer:async-api')).toBeLessThan(0.01);
    // 600 records a second of 1.2 ms; 90 of 10 ms on the average.
    expect(share('handler', 'consumer:ledger')).toBeCloseTo(0.72, 1);
    expect(share('handler', 'consumer:fraud-check')).toBeGreaterThan(0.75);
  });

  it('changes nothing of the run that it is asked about', async () => {
    const engine = await session();
    const other = await session();
    engine.inspectRun({ kind: 'queues', spanUs: SPAN_US });
    for (const each of [engine, other]) each.advance({ untilUs: 7_000_000, budgetMs: 60_000 });
    expect(engine.digest()).toBe(other.digest());
  });
});

describe('a tally', () => {
  it('knows length and stay apart from one another', () => {
    const tally = new QueueTally(0, 1);
    tally.passTo(10);
    tally.enter(2, 5);
    tally.passTo(20);
    tally.leave(2);
    tally.passTo(40);
    // The one from before stays unknown; of the two that came at 5 one left at 20.
    expect(tally.figures()).toEqual({
      arrivals: 2,
      meanStayUs: 15,
      meanLength: (10 + 2 * 5 + 3 * 10 + 20) / 40,
      lengthAtStart: 1,
      lengthAtEnd: 1,
    });
  });
});

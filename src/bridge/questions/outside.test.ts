import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OutsideView } from '../../shared/RunQuestions.ts';
import { parseScenarioText } from '../../scenario/parseScenario.ts';
import { EngineSession } from '../EngineSession.ts';

const FOLDER = 'content/lessons/16-retries-and-dead-letters';

async function viewAt(untilUs: number): Promise<OutsideView> {
  const parsed = parseScenarioText(readFileSync(`${FOLDER}/scenario.json`, 'utf8'));
  if (!parsed.ok) throw new Error('the lesson has no scenario');
  const names = ['ladder-a', 'later-5s-a', 'later-1m-a'];
  const consumers = parsed.scenario.consumers.filter(({ clientId }) => names.includes(clientId));
  const engine = new EngineSession();
  await engine.loadQuestions();
  engine.load({ ...parsed.scenario, consumers }, []);
  engine.advance({ untilUs, budgetMs: Infinity });
  return engine.inspectRun({ kind: 'outside' }) as OutsideView;
}

test('[outside-retry-topics] a ladder from the first topic to the dead letters, with what waits, what was tried and what was sent on', async () => {
  const { steps, stores, ledgers } = await viewAt(20_000_000);
  expect(steps.map(({ topic }) => topic)).toEqual(['payments', 'retry-5s', 'retry-1m', 'payments-dlt']);
  const [first, second, third, dead] = steps;
  expect(first).toMatchObject({ consumers: ['ladder-a'], delayMs: 0, skipped: 0 });
  expect(first?.sentOn.find(({ topic }) => topic === 'retry-5s')?.records).toBe(second?.records);
  expect(second?.delayMs).toBe(5000);
  expect(second?.dueUs).toBeGreaterThan(20_000_000);
  expect(second?.waiting).toBeGreaterThan(0);
  expect(third).toMatchObject({ delayMs: 60_000, done: 0 });
  expect(third?.records).toBe(second?.sentOn[0]?.records);
  expect(dead).toMatchObject({ consumers: [], records: 1, waiting: 1 });
  const headers = new Map(dead?.headers.map(({ name, value }) => [name, value]));
  expect(headers.get('kafka_dlt-original-topic')).toBe('payments');
  expect(headers.get('kafka_dlt-original-offset')).toBe('42');
  const db = stores.find(({ name }) => name === 'db');
  expect(db?.rows).toBe((first?.done ?? 0) + (second?.done ?? 0));
  expect(db?.recent.at(-1)?.became).toBe('inserted');
  expect(stores.find(({ name }) => name === 'ledger-db')).toMatchObject({ downForMs: 10_000, rows: 0 });
  const main = ledgers.find(({ group, partition }) => group === 'ladder' && partition === 'payments-0');
  expect(main).toMatchObject({ store: 'db', twice: 0, lost: 0 });
  expect(main?.due).toBe((main?.once ?? 0) - (main?.ahead ?? 0) + (main?.forwarded ?? 0));
});

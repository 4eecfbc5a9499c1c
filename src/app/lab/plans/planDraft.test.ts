import { expect, test } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { parseCommand } from '../../../scenario/parseCommand.ts';
import { formatCommand } from '../../../scenario/formatScenario.ts';
import { readFileSync } from 'node:fs';
import { plans } from '../../../i18n/en/plans.ts';
import { plannableFaults, type PlannableFault } from './plannableFaults.ts';
import { readPlan, writeSeconds, type PlanDraft } from './planDraft.ts';

const SECOND = 1_000_000;
const NOW_US = 3 * SECOND;
const kill = plannableFaults('broker:1', null)[0]!;
const once: PlanDraft = { at: '12.5', heal: '', isRepeated: false, every: '', times: '' };

const read = (change: Partial<PlanDraft>, fault: PlannableFault = kill) =>
  readPlan({ ...once, ...change }, fault, NOW_US);

test('a fault at a time', () => {
  expect(read({})).toEqual({ ok: true, deed: [{ kind: 'KillBroker', broker: 1, atUs: 12.5 * SECOND }] });
});

test('with what undoes it, again and again', () => {
  const repeat = { everyUs: 20 * SECOND, times: 4 };
  expect(read({ heal: '5', isRepeated: true, every: '20', times: '4' })).toEqual({
    ok: true,
    deed: [
      { kind: 'KillBroker', broker: 1, atUs: 12.5 * SECOND, repeat },
      { kind: 'StartBroker', broker: 1, atUs: 17.5 * SECOND, repeat },
    ],
  });
});

test.each<[Partial<PlanDraft>, string]>([
  [{ at: 'soon' }, plans.problems.at],
  [{ at: '' }, plans.problems.at],
  [{ at: '3' }, plans.problems.past(NOW_US)],
  [{ heal: '-1' }, plans.problems.heal],
  [{ heal: '0' }, plans.problems.heal],
  [{ isRepeated: true, every: '0', times: '3' }, plans.problems.every],
  [{ isRepeated: true, every: '5', times: '1' }, plans.problems.times],
  [{ isRepeated: true, every: '5', times: '2', heal: '5' }, plans.problems.healTooLong],
])('%j is told', (change, problem) => {
  expect(read(change)).toEqual({ ok: false, problems: [problem] });
});

test('what nothing undoes is planned without it', () => {
  const disk = plannableFaults('broker:1', null).find(({ id }) => id === 'FailDisk')!;
  expect(read({ heal: '5' }, disk)).toMatchObject({ ok: true, deed: [{ kind: 'FailDisk' }] });
});

test('seconds come back as they were written', () => {
  for (const us of [0, 1, 12_500_000, 3_600_000_000]) {
    const plan = read({ at: writeSeconds(us + NOW_US + 1) });
    expect(plan.ok && plan.deed[0]?.atUs).toBe(us + NOW_US + 1);
  }
});

test('every fault, and what undoes it, is a command that a scenario takes', () => {
  const text = readFileSync('content/scenarios/presets/three-brokers.json', 'utf8');
  const parsed = parseScenario(JSON.parse(text));
  if (!parsed.ok) throw new Error('the preset is broken');
  const { scenario } = parsed;
  const nodes = [
    ...scenario.brokers.map(({ nodeId }) => `broker:${nodeId}`),
    ...scenario.controllers.map(({ nodeId }) => `controller:${nodeId}`),
    ...scenario.producers.map(({ clientId }) => `producer:${clientId}`),
    ...scenario.consumers.map(({ clientId }) => `consumer:${clientId}`),
  ];
  const faults = [
    ...nodes.flatMap((node) => plannableFaults(node, null)),
    ...plannableFaults(nodes[0]!, nodes[1]!),
  ];
  expect(new Set(faults.map(({ id }) => id))).toEqual(new Set(Object.keys(plans.faults)));
  for (const { body, cure } of faults)
    for (const command of [body, ...(cure === null ? [] : [cure])]) {
      const file = formatCommand({ ...command, atUs: SECOND });
      expect(parseCommand(JSON.parse(JSON.stringify(file)), scenario)).toMatchObject({ ok: true });
    }
});

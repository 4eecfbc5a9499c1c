import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScenarioText } from '../scenario/parseScenario.ts';
import { CONSUMER_KNOBS, consumerValueOf, isConsumerKnob, withConsumerValue } from './consumerKnobs.ts';
import type { Step } from './lessonSchema.ts';
import { scenarioForStep } from './playActs.ts';

const parsed = parseScenarioText(readFileSync('content/lessons/01-the-log/scenario.json', 'utf8'));
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const { scenario } = parsed;

test('a knob changes a config of every consumer that the step has, and of no other', () => {
  const step: Step = {
    id: 's',
    from: 'scenario',
    consumers: ['quick', 'slow'],
    queueClients: ['left', 'worker'],
    configs: { prefetch: { worker: 3 } },
  };
  const before = scenarioForStep(scenario, step);
  expect(consumerValueOf('max.poll.records', before)).toBe('500');
  expect(before.queueBrokers?.[0]?.consumers.map(({ clientId, prefetch }) => [clientId, prefetch])).toEqual([
    ['worker', 3],
    ['left', 10],
  ]);

  const after = scenarioForStep(scenario, step, {
    ...withConsumerValue('max.poll.records', '1', before),
    ...withConsumerValue('prefetch', '1', before),
  });
  expect(after.consumers.map(({ configs }) => configs['max.poll.records'])).toEqual(['1', '1']);
  expect(consumerValueOf('max.poll.records', after)).toBe('1');
  expect(consumerValueOf('prefetch', after)).toBe('1');
  expect(after.consumers[0]?.configs['group.id']).toBe('pair');
});

test('without a consumer there is nothing to turn; every knob has its default among its values', () => {
  const nobody = scenarioForStep(scenario, { id: 's', from: 'scenario', consumers: [], queueClients: [] });
  for (const knob of Object.keys(CONSUMER_KNOBS)) {
    if (!isConsumerKnob(knob as 'acks')) throw new Error(knob);
    expect(consumerValueOf(knob as 'prefetch', nobody), knob).toBeNull();
    expect(CONSUMER_KNOBS[knob as 'prefetch'].values, knob).toContain(
      CONSUMER_KNOBS[knob as 'prefetch'].default,
    );
  }
});

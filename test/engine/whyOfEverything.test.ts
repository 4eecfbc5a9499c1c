import { expect, test } from 'vitest';
import { RULES } from '../../src/engine/model/ruleAreas.ts';
import { en } from '../../src/i18n/en/index.ts';
import { why } from '../../src/i18n/en/why.ts';
import { METRIC_DEFINITIONS } from '../../src/shared/metricDefinitions.ts';
import { WAITS } from '../../src/views/waits/WaitsTestContext.ts';
import { whyWait } from '../../src/views/waits/whyWait.ts';
import { whyMetricOf } from '../../src/views/metrics/whyMetric.ts';
import { allAspects } from '../../src/views/trace/whyAspects.ts';

const RULE_IDS = new Set(RULES.map(({ id }) => id));
const ASPECTS = allAspects();

test.each(ASPECTS.map(({ of, name, rule }) => [of, name, rule] as const))(
  'theWhyOf %s %s names a rule of the ledger: %s',
  (_, name, rule) => {
    expect(RULE_IDS).toContain(rule);
    expect(why.aspects[name]).toMatch(/^[A-Z]/);
  },
);

test('everyAspectThatHasANameIsOfSomething', () => {
  const named = new Set(ASPECTS.map(({ name }) => name));
  expect(Object.keys(why.aspects).filter((name) => !(named as ReadonlySet<string>).has(name))).toEqual([]);
});

test('everyMetricHasAWhyWithRulesOfTheLedger', () => {
  const without = METRIC_DEFINITIONS.filter(({ id, type }) => {
    const answer = whyMetricOf(id, type);
    if (answer === null) return true;
    return !RULE_IDS.has(answer.measuredBy) || (answer.movedBy !== null && !RULE_IDS.has(answer.movedBy));
  });
  expect(without.map(({ id }) => id)).toEqual([]);
});

test.each(WAITS.map((wait) => [wait.what, wait] as const))('theWait %s has a rule', (_, wait) => {
  expect(RULE_IDS).toContain(whyWait([], wait).rule);
});

/** Which Why answers for each fact that an inspector shows; null: none does. */
const WHY_OF_INSPECTOR_FACT: Readonly<Record<keyof typeof en.stage.inspector.facts, string | null>> = {
  process: 'broker process',
  brokerEpoch: 'broker registration',
  rack: null,
  leads: 'broker leadership',
  lastHeartbeat: 'broker registration',
  requestQueue: null,
  ioThreads: null,
  logStart: 'replica logStart',
  logEnd: 'replica logEnd',
  flushed: 'replica flushed',
  highWatermark: 'replica highWatermark',
  isr: 'partition isr',
  elr: 'partition elr',
  epochs: 'partition leader',
  acks: null,
  idempotence: null,
  producerId: 'producer identity',
  acked: 'producer delivery',
  failed: 'producer delivery',
  held: 'producer held',
  lastError: 'producer lastError',
  position: 'consumer position',
  lag: 'consumer lag',
  delivered: 'consumer position',
  role: 'partition leader',
  metadata: 'controller metadataLog',
  replicas: 'partition placement',
  adding: 'partition reassignment',
  removing: 'partition reassignment',
  raftState: 'controller quorum',
  quorumEpoch: 'controller quorum',
  quorumLeader: 'controller quorum',
  group: 'consumer membership',
  memberState: 'consumer membership',
  memberId: 'consumer membership',
  generation: 'consumer membership',
  coordinator: 'consumer coordinator',
};

/** What has no Why. Configs say where they were set (ConfigSource); the queue of a broker is a metric, and that has one. */
const WITHOUT_WHY = ['acks', 'idempotence', 'ioThreads', 'rack', 'requestQueue'];

test('whatHasNoWhyDoesNotBecomeMore', () => {
  const known = new Set(ASPECTS.map(({ of, name }) => `${of} ${name}`));
  const entries = Object.entries(WHY_OF_INSPECTOR_FACT);
  expect(entries.flatMap(([, aspect]) => (aspect === null || known.has(aspect) ? [] : [aspect]))).toEqual([]);
  expect(entries.flatMap(([fact, aspect]) => (aspect === null ? [fact] : [])).sort()).toEqual(WITHOUT_WHY);
});

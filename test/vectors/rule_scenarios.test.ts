import { describe, expect, test } from 'vitest';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import {
  resolveProducerConfig,
  type GivenProducerConfig,
  type ProducerConfig,
} from '../../src/engine/client/producer/producerConfig.ts';
import { fencingCheckPeriodUs } from '../../src/engine/controller/staleBroker.ts';
import vectors from './vectors-1.json';

const { nextStaleBroker } = rulesUnderTest;
/** By then any session is over. */
const NEVER_US = 3_600_000_000;

interface TimeoutCase {
  linger?: number;
  request?: number;
  delivery_explicit?: number;
  delivery?: string;
  effective_delivery?: number;
  max_in_flight?: number;
  acks?: string;
  idempotence?: string | boolean;
  result?: string;
}

function scenario(id: string) {
  return vectors.scenarios.list.find((one) => one.id === id)!;
}

describe('scenario producer-timeout-inequality', () => {
  const cases = scenario('producer-timeout-inequality').cases as TimeoutCase[];
  let ran = 0;

  for (const one of cases) {
    test(`[C1] ${JSON.stringify(one)}`, () => {
      const {
        linger,
        request,
        delivery_explicit: delivery,
        max_in_flight: inFlight,
        acks,
        idempotence,
      } = one;
      const given: GivenProducerConfig = {
        ...(linger !== undefined && { 'linger.ms': linger }),
        ...(request !== undefined && { 'request.timeout.ms': request }),
        ...(delivery !== undefined && { 'delivery.timeout.ms': delivery }),
        ...(inFlight !== undefined && { 'max.in.flight.requests.per.connection': inFlight }),
        ...(acks !== undefined && { acks: acks as ProducerConfig['acks'] }),
        ...(typeof idempotence === 'boolean' && { 'enable.idempotence': idempotence }),
      };
      const resolved = resolveProducerConfig(given);
      const actual =
        'error' in resolved
          ? { result: resolved.error.name }
          : one.result === undefined
            ? { effective_delivery: resolved.config['delivery.timeout.ms'] }
            : { result: `ok, idempotence ${resolved.config['enable.idempotence'] ? 'on' : 'off'}` };
      expect({ ...one, ...actual }).toEqual(one);
      ran += 1;
    });
  }

  test('runs all 5', () => {
    expect(cases).toHaveLength(5);
    expect(ran).toBe(5);
  });
});

test('[B3] scenario crashed-follower-leaves-isr-by-fencing', () => {
  const { setup, expect: expected } = scenario('crashed-follower-leaves-isr-by-fencing');
  const sessionUs = setup!.session_ms! * 1000;
  const periodUs = fencingCheckPeriodUs(sessionUs);
  expect(periodUs).toBe(setup!.check_period_ms! * 1000);

  // Nothing but the last heartbeat is asked, so traffic cannot matter.
  const contacts = [{ brokerId: 3, lastContactUs: setup!.last_heartbeat! }];
  const fencedAtMs: number[] = [];
  for (let phaseUs = 0; phaseUs < periodUs; phaseUs += 25) {
    let nowUs = phaseUs;
    while (nowUs < NEVER_US && nextStaleBroker(contacts, nowUs, sessionUs) === null) nowUs += periodUs;
    fencedAtMs.push(nowUs / 1000);
  }
  const bounds = [Math.floor(Math.min(...fencedAtMs)), Math.max(...fencedAtMs)];
  expect({ isr_shrinks_between_ms: bounds, independent_of_traffic: true }).toEqual(expected);
});

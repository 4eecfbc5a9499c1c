import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { preset, readScenario, sessionOn } from './SessionTestContext.ts';
import type { Frame } from './frame.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const MILLI_US = 1_000;
/** A call every 5 ms: a multiple of it is an instant at which the application calls send(). */
const CALLS_US = 5 * MILLI_US;

function sendingWith(configs: Record<string, string>) {
  return readScenario({
    highwater: 1,
    seed: 7,
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    topics: [{ name: 'payments', partitions: 3, 'replication.factor': 3 }],
    producers: [
      {
        'client.id': 'pay-api',
        configs,
        workload: { topic: 'payments', arrivals: { constant: '200/s' }, valueBytes: 100 },
      },
    ],
    consumers: [{ 'client.id': 'ledger', assign: ['payments-0'] }],
  });
}

const told = ({ nowUs, after, ledger, upserts, waits, inFlight, eventCount }: Frame) => ({
  nowUs,
  after,
  eventCount,
  ledger,
  waits,
  inFlight: inFlight.count,
  entities: [...upserts].sort((a, b) => (a.key < b.key ? -1 : 1)),
});

describe('what is shown at an instant', () => {
  const anInstantUs = fc.oneof(
    fc.integer({ min: 1, max: 160 }).map((call) => call * CALLS_US),
    fc.integer({ min: 1, max: 800_000 }),
  );

  test('does not depend on how one got there: by play in slices, by a seek from before, or back from after', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('0', '3', '10'),
        anInstantUs,
        fc.array(anInstantUs, { maxLength: 4 }),
        fc.nat(3),
        (lingerMs, timeUs, stops, steps) => {
          const scenario = sendingWith({ 'linger.ms': lingerMs });
          const played = sessionOn(scenario);
          for (const untilUs of [...stops.filter((stop) => stop < timeUs).sort((a, b) => a - b), timeUs])
            played.advance({ untilUs, budgetMs: Infinity });
          for (let step = 0; step < steps; step++) played.stepEvent();
          const here = played.seek({ timeUs: played.stepEvent().nowUs, after: 0 });
          const end = played.advance({ untilUs: here.nowUs, budgetMs: Infinity });
          const frames = [told(here), told(played.seek({ timeUs: end.nowUs, after: end.after }))];
          const sought = frames.map(({ nowUs, after }) =>
            told(sessionOn(scenario).seek({ timeUs: nowUs, after })),
          );
          expect(sought).toEqual(frames);
          played.advance({ untilUs: timeUs + 300_000, budgetMs: Infinity });
          expect(frames.map(({ nowUs, after }) => told(played.seek({ timeUs: nowUs, after })))).toEqual(
            frames,
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  test('is the same of two runs that send the same, whether an event or nobody makes the call of this instant', () => {
    for (let call = 100; call < 110; call++) {
      const timeUs = call * CALLS_US;
      const produced = ['0', '3', '5', '20'].map((lingerMs) => {
        const session = sessionOn(sendingWith({ 'linger.ms': lingerMs }));
        return session.seek({ timeUs, after: 0 }).ledger.produced;
      });
      expect(new Set(produced), `at ${timeUs} µs: ${produced.join(', ')}`).toHaveLength(1);
    }
    const ready = preset('three-brokers');
    const at = (acks: string) =>
      sessionOn({
        ...ready,
        producers: ready.producers.map((producer) => ({
          ...producer,
          configs: { ...producer.configs, acks },
        })),
      }).seek({ timeUs: 10_000_000, after: 0 }).ledger.produced;
    expect(at('1')).toBe(at('all'));
  });
});

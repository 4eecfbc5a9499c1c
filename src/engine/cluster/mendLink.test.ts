import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { Run } from './Run.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

function scenario(): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    network: { latency: '5ms', bandwidth: '20Mbit/s' },
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
    topics: [{ name: 'a', replicas: { '0': [1, 2] } }],
    producers: [
      {
        'client.id': 'p',
        configs: { acks: 1, 'linger.ms': 0, 'max.in.flight.requests.per.connection': 5 },
        workload: { topic: 'a', arrivals: { constant: '400/s' }, valueBytes: 1000 },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

const LINKS = [
  ['producer:p', 'broker:1'],
  ['broker:1', 'broker:2'],
  ['broker:2', 'controller:101'],
] as const;

describe('a link that is cut and mended', () => {
  test('hands everything over, and in the order in which it was sent', () => {
    const deeds = fc.array(
      fc.record({
        link: fc.constantFrom(...LINKS),
        waitUs: fc.nat(100_000),
        forUs: fc.integer({ min: 1, max: 100_000 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(deeds, (cuts) => {
        const commands: Scenario['commands'][number][] = [];
        let atUs = 300_000;
        for (const { link, waitUs, forUs } of cuts) {
          atUs += waitUs;
          commands.push({ atUs, kind: 'CutLink', between: link });
          atUs += forUs;
          commands.push({ atUs, kind: 'MendLink', between: [link[1], link[0]] });
        }
        const run = new Run({ ...scenario(), commands }, []);
        const { cluster } = run;
        run.start();
        // Requests of a sender are numbered in the order in which it sends them.
        const last = new Map<string, number>();
        let events = 0;
        while (run.step(atUs + 500_000)) {
          const { queue, network, eventCount } = cluster.state;
          // A command is a step, too.
          if (eventCount === events) continue;
          events = eventCount;
          const { payload, target } = queue;
          if (payload?.kind !== 'Envelope' || payload.isResponse) continue;
          if (network.isCut(payload.source, target)) continue;
          const wire = `${payload.source}-${target}`;
          const isHeld = cluster.state.held.some((item) => item.payload === payload);
          if (isHeld) continue;
          expect(payload.correlationId).toBeGreaterThan(last.get(wire) ?? 0);
          last.set(wire, payload.correlationId);
        }
        expect(cluster.state.held).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('keeps back what arrives while it is cut, for as long as it is', () => {
    const run = new Run(
      { ...scenario(), commands: [{ atUs: 300_000, kind: 'CutLink', between: LINKS[0] }] },
      [],
    );
    run.start();
    while (run.step(2_000_000));
    const names = run.cluster.directory.names;
    const wires = new Set(
      run.cluster.state.held.map((item) => `${names[item.source]} ${names[item.target]}`),
    );
    expect([...wires].sort()).toEqual(['broker:1 producer:p', 'producer:p broker:1']);
    expect(run.cluster.mendLink(names.indexOf('broker:1'), names.indexOf('producer:p'))).toBe(true);
    expect(run.cluster.state.held).toEqual([]);
    expect(run.cluster.mendLink(names.indexOf('broker:1'), names.indexOf('producer:p'))).toBe(false);
  });
});

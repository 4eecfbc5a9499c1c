import { describe, expect, test, vi } from 'vitest';
import type { Frame } from './frame.ts';
import { projectEntities } from './projectEntities.ts';
import { Page, preset, sessionOn } from './SessionTestContext.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const scenario = preset('lose-a-record');

describe('frames', () => {
  test('are complete at first, after a seek, a command and an undo', () => {
    const engine = sessionOn(scenario);
    const frames = [
      engine.load(scenario, []),
      engine.seek({ timeUs: 2_000_000, after: 0 }),
      engine.apply({ kind: 'KillBroker', broker: 2 }),
      engine.undo(),
    ];
    expect(frames.map((frame) => frame.sinceFrame)).toEqual([0, 0, 0, 0]);
    for (const frame of frames) expect(frame.upserts.map((view) => view.key)).toContain('broker:3');
  });

  test('bring every entity that changed, and none that did not', () => {
    const engine = sessionOn(scenario);
    const page = new Page();
    page.take(engine.load(scenario, []));
    let unsent = 0;
    for (let timeUs = 0; timeUs < 22_000_000; timeUs += 270_000) {
      const known = new Map(page.views);
      const frame = engine.advance({ untilUs: timeUs, budgetMs: Infinity });
      for (const view of frame.upserts) expect(view).not.toEqual(known.get(view.key));
      page.take(frame);
      const { run } = engine as unknown as { run(): { cluster: never } };
      const now = projectEntities(run.call(engine).cluster, scenario);
      expect([...page.views.values()].sort(byKey)).toEqual([...now].sort(byKey));
      unsent += now.length - frame.upserts.length;
    }
    expect(unsent).toBeGreaterThan(100);
  });

  test('say what is gone: a link that was mended', () => {
    const engine = sessionOn(scenario);
    const between = ['broker:1', 'broker:2'] as const;
    engine.apply({ kind: 'CutLink', between });
    engine.advance({ untilUs: 1_000_000, budgetMs: Infinity });
    engine.load(scenario, [
      { atUs: 0, after: 0, kind: 'CutLink', between },
      { atUs: 1_000_000, after: 0, kind: 'MendLink', between },
    ]);
    const cut = engine.advance({ untilUs: 900_000, budgetMs: Infinity });
    expect(cut.upserts.map((view) => view.key)).toContain('link:broker:1~broker:2');
    expect(engine.advance({ untilUs: 1_100_000, budgetMs: Infinity }).removed).toEqual([
      'link:broker:1~broker:2',
    ]);
  });

  test('number their rows without a gap or a repeat', () => {
    const engine = sessionOn(scenario);
    const whole = sessionOn(scenario).advance({ untilUs: 4_000_000, budgetMs: Infinity }).trace;
    const rows = [...engine.load(scenario, []).trace];
    const first = rows.length;
    for (let timeUs = 0; timeUs <= 4_000_000; timeUs += 130_000)
      rows.push(...engine.advance({ untilUs: timeUs, budgetMs: Infinity }).trace);
    rows.push(...engine.advance({ untilUs: 4_000_000, budgetMs: Infinity }).trace);
    expect(rows.slice(first)).toEqual(whole);
  });

  test('show the RPCs on the wires between the times they say', () => {
    const engine = sessionOn(scenario);
    let seen = 0;
    for (let timeUs = 0; timeUs < 200_000; timeUs += 3_000) {
      const { inFlight, nowUs } = engine.advance({ untilUs: timeUs, budgetMs: Infinity });
      for (let i = 0; i < inFlight.count; i++) {
        expect(inFlight.sentAtUs[i]).toBeLessThanOrEqual(nowUs);
        expect(inFlight.deliverAtUs[i]).toBeGreaterThanOrEqual(nowUs);
        expect(inFlight.source[i]).not.toBe(inFlight.target[i]);
      }
      seen += inFlight.count;
    }
    expect(seen).toBeGreaterThan(20);
  });

  test('carry all metrics so far, at even distances', () => {
    const engine = sessionOn(scenario);
    let before: readonly number[] = [];
    for (let timeUs = 1_000_000; timeUs <= 16_000_000; timeUs += 3_000_000) {
      const { metrics } = engine.advance({ untilUs: timeUs, budgetMs: Infinity });
      const times = [...metrics.timesUs];
      expect(times.slice(0, before.length)).toEqual(before);
      expect(times.length).toBeGreaterThan(before.length);
      for (const timeOfSample of times) expect(timeOfSample % 100_000).toBe(0);
      for (const column of metrics.values) expect(column).toHaveLength(times.length);
      before = times;
    }
    const { metrics } = engine.advance({ untilUs: 16_000_000, budgetMs: Infinity });
    const fenced = metrics.names.findIndex((name) => name.endsWith('FencedBrokerCount'));
    expect(Math.max(...metrics.values[fenced]!)).toBe(1);
  });
});

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : 1;
}

test('a jump over more than a page holds brings what was worth a mark on the way', () => {
  const commands = [{ kind: 'KillBroker', broker: 2, atUs: 3_000_000, after: 0 }] as const;
  const killsIn = ({ trace }: Frame) => trace.filter(({ event }) => event.kind === 'BrokerKilled').length;
  const engine = sessionOn(preset('four-brokers'));
  const opened = engine.load(preset('four-brokers'), commands, { timeUs: 15_000_000, after: 0 });
  expect(opened.trace.length).toBeGreaterThan(4000);
  expect(opened.trace.at(-4000)!.timeUs).toBeGreaterThan(3_000_000);
  expect(killsIn(opened)).toBe(1);
  expect(opened.trace.map(({ timeUs }) => timeUs)).toEqual(
    opened.trace.map(({ timeUs }) => timeUs).sort((a, b) => a - b),
  );
  // Told once: what the next frame brings is what came since.
  expect(killsIn(engine.advance({ untilUs: 15_500_000, budgetMs: Infinity }))).toBe(0);
  // The same of a jump ahead within the run.
  engine.load(preset('four-brokers'), commands, { timeUs: 1_000_000, after: 0 });
  expect(killsIn(engine.seek({ timeUs: 15_000_000, after: 0 }))).toBe(1);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimerTable } from './Node.ts';

interface Queued {
  readonly atUs: number;
  readonly generation: number;
}

/** One timer of a table with the queue that it is used with; says when it fires. */
class TimerUnderTest {
  readonly table = new TimerTable();
  queued: Queued[] = [];
  fired: number[] = [];

  arm(atUs: number): void {
    const generation = this.table.arm('timer', atUs, 1);
    if (generation !== null) this.queued.push({ atUs, generation });
  }

  runTo(untilUs: number): void {
    for (;;) {
      this.queued.sort((a, b) => a.atUs - b.atUs);
      const next = this.queued[0];
      if (!next || next.atUs > untilUs) return;
      this.queued.shift();
      const surfaced = this.table.surface('timer', next.generation);
      if (surfaced === 'due') this.fired.push(next.atUs);
      if (surfaced === 'early')
        this.queued.push({ atUs: this.table.requeueUs, generation: this.table.requeueGeneration });
    }
  }
}

test('a timer fires when it was last set to, and at no other time', () => {
  const step = fc.record({
    deed: fc.constantFrom('arm', 'arm', 'arm', 'cancel', 'wait'),
    us: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const timer = new TimerUnderTest();
      const expected: number[] = [];
      let nowUs = 0;
      let wantedUs: number | null = null;
      const runTo = (untilUs: number): void => {
        timer.runTo(untilUs);
        if (wantedUs !== null && wantedUs <= untilUs) {
          expected.push(wantedUs);
          wantedUs = null;
        }
        nowUs = untilUs;
      };
      for (const { deed, us } of steps) {
        if (deed === 'arm') timer.arm((wantedUs = nowUs + us));
        else if (deed === 'wait') runTo(nowUs + us);
        else {
          timer.table.cancel('timer');
          wantedUs = null;
        }
        expect(timer.table.atUs('timer')).toBe(wantedUs);
      }
      runTo(nowUs + 1000);
      expect(timer.fired).toEqual(expected);
    }),
  );
});

test('a timer that moves nearer and back at every turn leaves nothing behind in the queue', () => {
  const timer = new TimerUnderTest();
  for (let turn = 0; turn < 1000; turn++) {
    const nowUs = turn * 100;
    timer.arm(nowUs + 30_000_000);
    timer.arm(nowUs + 50);
    timer.runTo(nowUs + 60);
  }
  expect(timer.fired).toHaveLength(1000);
  expect(timer.queued.length).toBeLessThanOrEqual(2);
});

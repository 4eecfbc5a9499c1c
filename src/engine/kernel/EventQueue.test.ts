import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventQueue } from './EventQueue.ts';

interface Event {
  readonly timeUs: number;
  readonly seq: number;
  readonly target: number;
  readonly causeSeq: number;
  readonly payload: string;
}

/** The same by the plainest means. */
class SortedArray {
  readonly events: Event[] = [];

  push(event: Event): void {
    this.events.push(event);
    this.events.sort((a, b) => a.timeUs - b.timeUs || a.seq - b.seq);
  }
}

function popFrom(queue: EventQueue<string>): Event | undefined {
  if (!queue.pop()) return undefined;
  const { timeUs, seq, target, causeSeq, payload = '' } = queue;
  return { timeUs, seq, target, causeSeq, payload };
}

function drain(queue: EventQueue<string>): Event[] {
  const events: Event[] = [];
  for (let event = popFrom(queue); event; event = popFrom(queue)) events.push(event);
  return events;
}

const STEPS = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('push' as const), timeUs: fc.nat(30) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('pop' as const) }) },
  ),
  { maxLength: 400 },
);

/** Pushes and pops as the steps say, in both. */
function play(steps: readonly ({ kind: 'push'; timeUs: number } | { kind: 'pop' })[], capacity: number) {
  const queue = new EventQueue<string>(capacity);
  const model = new SortedArray();
  let seq = 0;
  for (const step of steps) {
    if (step.kind === 'pop') {
      expect(popFrom(queue)).toEqual(model.events.shift());
    } else {
      seq += 1;
      const event = { timeUs: step.timeUs, seq, target: seq % 7, causeSeq: seq - 1, payload: `p${seq}` };
      queue.push(event.timeUs, event.seq, event.target, event.causeSeq, event.payload);
      model.push(event);
    }
    expect(queue.size).toBe(model.events.length);
    expect(queue.peekTimeUs()).toBe(model.events[0]?.timeUs ?? Infinity);
  }
  return { queue, model };
}

describe('the event queue', () => {
  test('[kernel-order] gives back what a sorted array would, whatever is pushed and popped in between', () => {
    fc.assert(
      fc.property(STEPS, fc.constantFrom(0, 1, 64), (steps, capacity) => {
        const { queue, model } = play(steps, capacity);
        expect(drain(queue)).toEqual(model.events);
      }),
    );
  });

  test('[kernel-order] orders by time, and events of one instant by their sequence number', () => {
    const queue = new EventQueue<string>();
    queue.push(5, 3, 0, 0, 'third');
    queue.push(5, 2, 0, 0, 'second');
    queue.push(4, 9, 0, 0, 'first');
    queue.push(6, 1, 0, 0, 'fourth');
    expect(drain(queue).map((event) => event.payload)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  test('lets a clone go its own way', () => {
    fc.assert(
      fc.property(STEPS, STEPS, (before, after) => {
        const { queue, model } = play(before, 64);
        const copy = queue.clone();
        let seq = 10_000;
        for (const step of after) {
          if (step.kind === 'pop') queue.pop();
          else queue.push(step.timeUs, (seq += 1), 0, 0, 'later');
        }
        expect(drain(copy)).toEqual(model.events);
      }),
    );
  });

  test('shows all pending events to who asks', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const { queue, model } = play(steps, 64);
        const seen: string[] = [];
        queue.forEach((timeUs, seq, target, payload) => seen.push([timeUs, seq, target, payload].join()));
        const expected = model.events.map(({ timeUs, seq, target, payload }) =>
          [timeUs, seq, target, payload].join(),
        );
        expect(seen.sort()).toEqual(expected.sort());
      }),
    );
  });

  test('gives out the events that are asked for in order, and keeps the rest', () => {
    fc.assert(
      fc.property(STEPS, fc.nat(6), (steps, wanted) => {
        const { queue, model } = play(steps, 64);
        const taken = queue.extract((target) => target === wanted);
        const isTaken = (event: Event): boolean => event.target === wanted;
        expect(taken.map((event) => event.payload)).toEqual(
          model.events.filter(isTaken).map((event) => event.payload),
        );
        expect(drain(queue)).toEqual(model.events.filter((event) => !isTaken(event)));
      }),
    );
  });

  test('holds on to no payload that was popped', () => {
    const queue = new EventQueue<object>();
    queue.push(1, 1, 0, 0, {});
    queue.pop();
    queue.push(2, 2, 0, 0, {});
    expect(queue.clone().size).toBe(1);
    expect(queue.pop()).toBe(true);
    expect(queue.pop()).toBe(false);
  });
});

import { expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { axisMarks, instantOf, nextStop } from './axisMarks.ts';

const SECOND = 1_000_000;
const { marks } = exampleFrame('second-broker-fenced');
const rule = { series: 'lag', condition: 'above', threshold: 1, forUs: 0 } as const;
const alert = (firedUs: number): Alert => ({ rule, sinceUs: firedUs, firedUs, endedUs: null });
const kill = { atUs: 50 * SECOND, kind: 'KillBroker', broker: 1 } as const;

test('what is planned stands there until the run has come so far, each time by itself', () => {
  const commands = [{ ...kill, repeat: { everyUs: 10 * SECOND, times: 3 } }];
  const planned = (exploredUs: number) =>
    axisMarks([], [], { commands, exploredUs })
      .filter(({ kind }) => kind === 'scheduled')
      .map(({ timeUs }) => timeUs / SECOND);
  expect(planned(0)).toEqual([50, 60, 70]);
  expect(planned(60 * SECOND)).toEqual([70]);
});

test('alerts and plans are put between the marks in order of time', () => {
  const all = axisMarks(marks, [alert(1)], { commands: [kill], exploredUs: 0 });
  expect(all).toHaveLength(marks.length + 2);
  expect(all.map(({ timeUs }) => timeUs)).toEqual([...all.map(({ timeUs }) => timeUs)].sort((a, b) => a - b));
});

test('steps go over marks, alerts and bookmarks, and not to what is only planned', () => {
  const all = axisMarks([], [alert(5 * SECOND)], { commands: [kill], exploredUs: 10 * SECOND });
  const bookmarks = [{ name: 'here', at: { timeUs: 7 * SECOND, after: 2 } }];
  const first = nextStop(all, bookmarks, 0, 1);
  expect(first && instantOf(first)).toEqual({ timeUs: 5 * SECOND + 1, after: 0 });
  const second = nextStop(all, bookmarks, 5 * SECOND + 1, 1);
  expect(second && instantOf(second)).toEqual({ timeUs: 7 * SECOND, after: 2 });
  expect(nextStop(all, bookmarks, 7 * SECOND, 1)).toBeUndefined();
  expect(nextStop(all, bookmarks, 7 * SECOND, -1)?.timeUs).toBe(5 * SECOND);
  expect(nextStop(all, bookmarks, 5 * SECOND + 1, -1)).toBeUndefined();
});

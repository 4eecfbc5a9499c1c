import { expect, test } from 'vitest';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { axisMarks } from './axisMarks.ts';
import { layoutTimeline, timelineEnd } from './layoutTimeline.ts';

const SECOND = 1_000_000;

test('endsAtARoundTimeBeyondWhatIsExplored', () => {
  expect(timelineEnd(0, null)).toBe(10 * SECOND);
  expect(timelineEnd(41 * SECOND, null)).toBe(60 * SECOND);
  expect(timelineEnd(41 * SECOND, 60 * SECOND)).toBe(60 * SECOND);
  expect(timelineEnd(90 * SECOND, 60 * SECOND)).toBe(120 * SECOND);
});

test('goesBackFromAPixelToItsTime', () => {
  const layout = layoutTimeline(600, 40 * SECOND, 60 * SECOND, []);
  for (const timeUs of [0, 7 * SECOND, 59 * SECOND]) {
    expect(Math.abs(layout.timeAt(layout.x(timeUs)) - timeUs)).toBeLessThan(2);
  }
  expect(layout.timeAt(-50)).toBe(0);
  expect(layout.timeAt(9999)).toBe(layout.endUs);
});

test('drawsTheGraverOfTwoMarksThatLieOnEachOther', () => {
  const { marks } = exampleFrame('second-broker-fenced');
  const drawn = layoutTimeline(
    400,
    60 * SECOND,
    60 * SECOND,
    axisMarks(marks, [], { commands: [], exploredUs: 0 }),
  ).marks;
  expect(drawn.length).toBeLessThan(marks.length);
  expect(drawn.at(-1)!.mark.kind).toBe('error');
});

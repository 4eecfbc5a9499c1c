import { expect, test } from 'vitest';
import { nextStep } from './courseProgress.ts';

const nine = () => 9;
const done = (count: number) => ({
  stepId: null,
  stepsDone: Array.from({ length: count }, (_, i) => `step-${i}`),
  answers: {},
});

test('goesOnWithTheLessonBegunLast', () => {
  expect(nextStep({ failover: done(3), 'acks-and-min-insync': done(4) }, nine)).toEqual({
    slug: 'acks-and-min-insync',
    step: 5,
  });
});

test('leavesOutWhatIsDoneAndWhatIsNotWritten', () => {
  expect(nextStep({ failover: done(3), 'acks-and-min-insync': done(9) }, nine)).toEqual({
    slug: 'failover',
    step: 4,
  });
  expect(nextStep({ failover: done(3) }, () => null)).toBeNull();
  expect(nextStep({ failover: done(0) }, nine)).toBeNull();
  expect(nextStep({}, nine)).toBeNull();
});

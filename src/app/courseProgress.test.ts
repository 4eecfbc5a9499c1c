import { expect, test } from 'vitest';
import { nextStep } from './courseProgress.ts';

const nine = () => Array.from({ length: 9 }, (_, i) => `step-${i}`);
const done = (count: number) => ({
  stepId: null,
  stepsDone: Array.from({ length: count }, (_, i) => `step-${i}`),
  answers: {},
});

test('goesOnWithTheLessonBegunLast', () => {
  expect(nextStep({ failover: done(3), 'acks-and-min-insync': done(4) }, nine)).toEqual({
    slug: 'acks-and-min-insync',
    stepId: 'step-4',
    number: 5,
  });
});

test('leavesOutWhatIsDoneAndWhatIsNotWritten', () => {
  expect(nextStep({ failover: done(3), 'acks-and-min-insync': done(9) }, nine)).toEqual({
    slug: 'failover',
    stepId: 'step-3',
    number: 4,
  });
  expect(nextStep({ failover: done(3) }, () => null)).toBeNull();
  expect(nextStep({ failover: done(0) }, nine)).toBeNull();
  expect(nextStep({}, nine)).toBeNull();
});

test('goesOnWhereTheReaderStoppedAndComesBackToWhatWasPassedOver', () => {
  const progress = { stepId: 'step-2', stepsDone: ['step-1'], answers: {} };
  expect(nextStep({ failover: progress }, nine)).toMatchObject({ stepId: 'step-2', number: 3 });
  const atTheEnd = { stepId: 'step-8', stepsDone: nine().slice(1), answers: {} };
  expect(nextStep({ failover: atTheEnd }, nine)).toMatchObject({ stepId: 'step-0', number: 1 });
});

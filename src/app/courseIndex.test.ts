import { expect, test } from 'vitest';
import { en } from '../i18n/en/index.ts';
import { COURSE, FIRST_LESSON, groupOf, isLessonSlug, lessonNumber } from './courseIndex.ts';

const slugs = COURSE.flatMap((group) => group.lessons);

test('hasEveryLessonOfTheCatalogueOnce', () => {
  expect(slugs).toHaveLength(26);
  expect([...slugs].sort()).toEqual(Object.keys(en.home.lessons).sort());
  expect(COURSE.map((group) => group.id)).toEqual(Object.keys(en.home.groups));
});

test('numbersLessonsInOrder', () => {
  expect(lessonNumber(FIRST_LESSON)).toBe(6);
  expect(groupOf('client-code')).toBe('operations');
  expect(lessonNumber('client-code')).toBe(26);
  expect(isLessonSlug('acks')).toBe(false);
});

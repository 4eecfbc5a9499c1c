import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../i18n/en/index.ts';
import { COURSE, FIRST_LESSON, groupOf, isLessonSlug, lessonNumber } from './courseIndex.ts';

/** Written lessons, by the folders that hold them. */
const written = readdirSync('content/lessons')
  .filter((name) => /^\d\d-/.test(name))
  .map((name) => name.slice(3));

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

test('theReadmeNamesTheLessonsThatAreWritten', () => {
  const readme = readFileSync('README.md', 'utf8');
  const [, count, list = ''] = /^(\d+) lessons of 26: ([^.]+)\./m.exec(readme) ?? [];
  const named = [...list.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
  expect(named).toEqual(written);
  expect(Number(count)).toBe(written.length);
  expect(written).toEqual(slugs.filter((slug) => written.includes(slug)));
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLessons } from './lessonCatalog.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'highwater-lessons-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('listsLessonsInOrderAndLoadsThemLater', () => {
  write('12-groups/en.mdx', '---\ntitle: Groups\nquestion: Who stops?\n---\n\nText\n');
  write('06-acks/en.mdx', '---\ntitle: Acks\nquestion: Lost?\n---\n');
  write('06-acks/steps.json', '{ "steps": [{ "id": "a" }, { "id": "b" }] }');
  write('07-draft/notes.md', 'no text yet');
  const [acks, groups, ...more] = readLessons(folder);
  expect(more).toEqual([]);
  expect(acks?.code).toContain('id: "acks"');
  expect(acks?.code).toContain('stepIds: ["a","b"]');
  expect(acks?.code).toContain('() => import("/content/lessons/06-acks/en.mdx")');
  expect(groups?.code).toContain('number: 12');
});

test('refusesABadFrontmatterWithFileAndField', () => {
  write('06-acks/en.mdx', '---\ntitle: Acks\n---\n');
  expect(() => readLessons(folder)).toThrow(/06-acks\/en\.mdx: question: /);
});

test('refusesAFolderThatIsNoLesson', () => {
  write('acks/en.mdx', '');
  expect(() => readLessons(folder)).toThrow(/<nn-slug>/);
});

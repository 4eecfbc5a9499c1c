import { expect, test } from 'vitest';
import { parseScenario } from '../scenario/parseScenario.ts';
import { KeptText, type TextStorage } from './keptText.ts';
import type { SavedLab } from './labStore.ts';
import { createShelfStore, SHELF_BACKUP_KEY } from './shelfStore.ts';

class FakeStorage implements TextStorage {
  readonly texts = new Map<string, string>();
  isFull = false;
  getItem = (key: string) => this.texts.get(key) ?? null;
  setItem = (key: string, text: string) => {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.texts.set(key, text);
  };
  removeItem = (key: string) => void this.texts.delete(key);
}

function lab(seed: number): SavedLab {
  const parsed = parseScenario({ highwater: 1, seed, brokers: [{ 'node.id': 1 }] });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { scenario: parsed.scenario, commands: [], instant: { timeUs: seed, after: 0 } };
}

const names = (shelf: ReturnType<typeof createShelfStore>) =>
  shelf.store.getState().items.map(({ name }) => name);

test('what is saved is there after a reload, the latest first, each under a name of its own', () => {
  const storage = new FakeStorage();
  const shelf = createShelfStore(new KeptText(storage));
  const first = shelf.saveAs('payments', lab(1));
  shelf.saveAs(' payments ', lab(2));
  shelf.rename(first.id, 'orders');
  shelf.duplicate(first.id);
  const again = createShelfStore(new KeptText(storage));
  expect(names(again)).toEqual(['orders (2)', 'payments (2)', 'orders']);
  expect(again.open(first.id)).toEqual({ lab: lab(1), lost: 0, bookmarkProblems: [] });
  again.save(first.id, lab(7));
  expect(names(again)[0]).toBe('orders');
  expect(again.open(first.id)).toEqual({ lab: lab(7), lost: 0, bookmarkProblems: [] });
});

test('what was let go comes back where it was', () => {
  const storage = new FakeStorage();
  const shelf = createShelfStore(new KeptText(storage));
  for (const name of ['a', 'b', 'c']) shelf.saveAs(name, lab(1));
  const bringBack = shelf.remove('s2');
  expect(names(shelf)).toEqual(['c', 'a']);
  expect([...storage.texts.keys()].some((key) => key.endsWith('s2'))).toBe(false);
  bringBack();
  bringBack();
  expect(names(createShelfStore(new KeptText(storage)))).toEqual(['c', 'b', 'a']);
  expect(shelf.open('s2')).toMatchObject({ lost: 0 });
});

test('what is set aside has one place', () => {
  const shelf = createShelfStore(new KeptText(new FakeStorage()));
  shelf.setAside('before', lab(1));
  shelf.setAside('before', lab(2));
  expect(names(shelf)).toEqual(['before']);
  expect(shelf.open('aside')).toMatchObject({ lab: { instant: { timeUs: 2 } } });
});

test('a full storage is told, and what was saved stays as long as the page', () => {
  const storage = new FakeStorage();
  const shelf = createShelfStore(new KeptText(storage));
  storage.isFull = true;
  const { id } = shelf.saveAs('big', lab(1));
  expect(shelf.store.getState().trouble).toBe('full');
  expect(shelf.open(id)).toMatchObject({ lost: 0 });
  expect(createShelfStore(new KeptText(null)).store.getState()).toEqual({ items: [], trouble: 'no-storage' });
});

test('what cannot be read says why, and an index of nonsense is empty', () => {
  const storage = new FakeStorage();
  storage.texts.set('highwater.shelf', '[{"id":"s1","name":"a"},7,{"id":"s1","name":"b"}]');
  storage.texts.set('highwater.shelf.s1', '{');
  const shelf = createShelfStore(new KeptText(storage));
  expect(names(shelf)).toEqual(['a']);
  expect(shelf.open('s1')).toEqual({ reason: 'not-json', problems: [] });
});

test('a bookmark that cannot be read is told, the others are there, and the text as it was outlives the next save', () => {
  const storage = new FakeStorage();
  const shelf = createShelfStore(new KeptText(storage));
  const bookmarks = [3, 5].map((timeUs) => ({ name: `at ${timeUs}`, at: { timeUs, after: 0 } }));
  const { id } = shelf.saveAs('mine', { ...lab(1), bookmarks });
  const broken = storage.texts.get(`highwater.shelf.${id}`)!.replace('"timeUs":5,', '"timeUs":"5",');
  storage.texts.set(`highwater.shelf.${id}`, broken);
  expect(shelf.open(id)).toEqual({
    lab: { ...lab(1), bookmarks: [bookmarks[0]] },
    lost: 0,
    bookmarkProblems: [{ what: 'timeUs', number: 2 }],
  });
  shelf.save(id, lab(1));
  expect(storage.texts.get(SHELF_BACKUP_KEY)).toBe(broken);
});

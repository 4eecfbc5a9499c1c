import { createStore, type StoreApi } from 'zustand/vanilla';
import { fieldsOf, KeptText } from './keptText.ts';
import { formatLab, parseLab, type ReadLab, type SavedLab, type UnreadableLab } from './labStore.ts';

/** A Lab that the reader keeps under a name. */
export interface ShelfItem {
  readonly id: string;
  readonly name: string;
}

export interface ShelfState {
  /** The one that was saved last comes first. */
  readonly items: readonly ShelfItem[];
  /** Why the last change was not kept over a reload; null: it was. */
  readonly trouble: KeptText['trouble'];
}

export type OpenedItem = ReadLab | UnreadableLab;

/** Where the text of an opened one is kept as it was, if a part of it could not be read: saved again, it is without that part. */
export const SHELF_BACKUP_KEY = 'highwater.shelf.backup';

/** Scenarios of one's own, each with all that was tried in it. What the browser does not keep stays for as long as the page does. */
export interface ShelfStore {
  readonly store: StoreApi<ShelfState>;
  /** Under a name of its own: a name that is taken gets a number. */
  saveAs(name: string, lab: SavedLab): ShelfItem;
  /** In place of what it was. */
  save(id: string, lab: SavedLab): void;
  /** What was open when something else was opened: one place, always the latest. */
  setAside(name: string, lab: SavedLab): void;
  rename(id: string, name: string): void;
  duplicate(id: string): void;
  /** The answer brings it back. */
  remove(id: string): () => void;
  open(id: string): OpenedItem;
}

const INDEX = 'highwater.shelf';
const ASIDE = 'aside';
const keyOf = (id: string) => `${INDEX}.${id}`;

export function createShelfStore(kept = new KeptText()): ShelfStore {
  /** What could not be written is here while the page is. */
  const texts = new Map<string, string>();
  const store = createStore<ShelfState>(() => ({ items: readIndex(kept), trouble: kept.trouble }));
  const textOf = (id: string) => texts.get(id) ?? kept.read(keyOf(id));

  function write(id: string, text: string): void {
    kept.write(keyOf(id), text);
    if (kept.trouble === null) texts.delete(id);
    else texts.set(id, text);
  }
  /** The index last: what it names is there. */
  function show(items: readonly ShelfItem[]): void {
    const before = kept.trouble;
    kept.write(INDEX, JSON.stringify(items));
    store.setState({ items, trouble: before ?? kept.trouble });
  }
  const items = () => store.getState().items;
  const put = (item: ShelfItem, text: string) => {
    write(item.id, text);
    show([item, ...items().filter(({ id }) => id !== item.id)]);
  };
  const add = (name: string, text: string): ShelfItem => {
    const taken = items();
    let number = taken.length + 1;
    while (taken.some(({ id }) => id === `s${number}`)) number += 1;
    const item = { id: `s${number}`, name: freeNameOf(name, taken) };
    put(item, text);
    return item;
  };

  return {
    store,
    saveAs: (name, lab) => add(name, formatLab(lab)),
    save(id, lab) {
      const item = items().find((one) => one.id === id);
      if (item !== undefined) put(item, formatLab(lab));
    },
    setAside: (name, lab) => put({ id: ASIDE, name }, formatLab(lab)),
    rename(id, name) {
      const others = items().filter((one) => one.id !== id);
      show(items().map((one) => (one.id === id ? { id, name: freeNameOf(name, others) } : one)));
    },
    duplicate(id) {
      const item = items().find((one) => one.id === id);
      const text = textOf(id);
      if (item !== undefined && text !== null) add(item.name, text);
    },
    remove(id) {
      const at = items().findIndex((one) => one.id === id);
      const item = items()[at];
      const text = textOf(id);
      show(items().filter((one) => one.id !== id));
      kept.remove(keyOf(id));
      texts.delete(id);
      return () => {
        if (item === undefined || text === null || items().some((one) => one.id === id)) return;
        write(id, text);
        show(items().toSpliced(at, 0, item));
      };
    },
    open(id) {
      const text = textOf(id) ?? '';
      const read = parseLab(text);
      if ('lab' in read && (read.lost > 0 || read.bookmarkProblems.length > 0))
        kept.write(SHELF_BACKUP_KEY, text);
      return read;
    },
  };
}

function readIndex(kept: KeptText): readonly ShelfItem[] {
  const json = kept.readJson(INDEX);
  if (!Array.isArray(json)) return [];
  const seen = new Set<string>();
  return json.flatMap((one) => {
    const { id, name } = fieldsOf(one);
    if (typeof id !== 'string' || typeof name !== 'string' || seen.has(id)) return [];
    seen.add(id);
    return [{ id, name }];
  });
}

/** The name as it is, or with the lowest number that makes it one of its own. */
function freeNameOf(name: string, taken: readonly ShelfItem[]): string {
  const wanted = name.trim();
  let free = wanted;
  for (let number = 2; taken.some((one) => one.name === free); number++) free = `${wanted} (${number})`;
  return free;
}

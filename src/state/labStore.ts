import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Instant } from '../bridge/EngineApi.ts';
import { formatCommand } from '../scenario/formatScenario.ts';
import { parseCommand } from '../scenario/parseCommand.ts';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Command, Scenario } from '../scenario/Scenario.ts';
import type { ScenarioProblem } from '../scenario/ScenarioProblem.ts';
import { formatBookmarks, sortBookmarks, type Bookmark, type BookmarkProblem } from '../shared/bookmarks.ts';
import { formatFutures, parseFutures } from './futures/keptFutures.ts';
import type { Futures } from './futures/Future.ts';
import { fieldsOf, KeptText } from './keptText.ts';
import { readInstant } from './readInstant.ts';
import { writtenScenario } from './writtenScenario.ts';

/** What the Lab had open: enough to run it again to the same instant. */
export interface SavedLab {
  readonly scenario: Scenario;
  readonly commands: readonly Command[];
  readonly instant: Instant;
  /** All that was tried, this run among it as the open one; left out or null: this run alone. */
  readonly futures?: Futures | null;
  /** Moments that were named in it; left out: none, or they are kept elsewhere. */
  readonly bookmarks?: readonly Bookmark[];
}

/** Why what was kept is not what is open. */
export type LabNotice =
  | {
      readonly kind: 'unreadable';
      readonly reason: 'not-json' | 'bad-scenario' | 'bad-commands';
      readonly problems: readonly ScenarioProblem[];
      /** Where the text as it was found is kept now, until another unreadable one comes. */
      readonly backupKey: string;
    }
  /** So many futures could not be read; the others were. */
  | { readonly kind: 'futures-lost'; readonly lost: number; readonly backupKey: string }
  /** The browser keeps nothing (private mode, or no storage at all), or has no room left: the Lab is gone with this page. */
  | { readonly kind: 'not-kept'; readonly why: 'no-storage' | 'full' };

export interface LabState {
  /** null: nothing was kept, or it could not be read. */
  readonly saved: SavedLab | null;
  readonly notice: LabNotice | null;
  /** Grows when another Lab is opened in place of the one that was. */
  readonly opened: number;
}

export interface LabStore {
  readonly store: StoreApi<LabState>;
  save(lab: SavedLab): void;
  /** Another one: whoever shows what was open begins anew. */
  open(lab: SavedLab): void;
  forget(): void;
  /** What must be known of what was opened. */
  tell(notice: LabNotice): void;
  dismissNotice(): void;
}

const KEY = 'highwater.lab';
export const LAB_BACKUP_KEY = 'highwater.lab.backup';

/** The Lab's own scenario, kept over a reload. */
export function createLabStore(kept = new KeptText()): LabStore {
  const store = createStore<LabState>(() => ({ ...openLab(kept), opened: 0 }));
  /** What the reader was told and has put away is not told again with each save. */
  let dismissed: KeptText['trouble'] = null;
  function save(lab: SavedLab): void {
    kept.write(KEY, formatLab(lab));
    const { notice } = store.getState();
    const { trouble } = kept;
    // What is told of the storage is no longer so once something was kept.
    const stands = notice?.kind === 'not-kept' ? null : notice;
    if (trouble !== dismissed) dismissed = null;
    const isTold = trouble === null || trouble === dismissed;
    store.setState({ saved: lab, notice: isTold ? stands : { kind: 'not-kept', why: trouble } });
  }
  return {
    store,
    save,
    open(lab) {
      save(lab);
      store.setState(({ opened }) => ({ opened: opened + 1 }));
    },
    forget() {
      kept.remove(KEY);
      store.setState({ saved: null, notice: null });
    },
    tell: (notice) => store.setState({ notice }),
    dismissNotice() {
      const { notice } = store.getState();
      if (notice?.kind === 'not-kept') dismissed = notice.why;
      store.setState({ notice: null });
    },
  };
}

/** What cannot be read is put aside at once: the next save would write over it. */
function openLab(kept: KeptText): Pick<LabState, 'saved' | 'notice'> {
  const text = kept.read(KEY);
  if (text === null) return { saved: null, notice: null };
  const read = parseLab(text);
  if ('lab' in read) {
    if (read.lost === 0) return { saved: read.lab, notice: null };
    kept.write(LAB_BACKUP_KEY, text);
    return { saved: read.lab, notice: { kind: 'futures-lost', lost: read.lost, backupKey: LAB_BACKUP_KEY } };
  }
  kept.write(LAB_BACKUP_KEY, text);
  return { saved: null, notice: { kind: 'unreadable', ...read, backupKey: LAB_BACKUP_KEY } };
}

export function formatLab({ scenario, commands, instant, futures = null, bookmarks = [] }: SavedLab): string {
  return JSON.stringify({
    scenario: writtenScenario(scenario),
    commands: commands.map(formatCommand),
    instant,
    ...(futures === null ? {} : { futures: formatFutures(futures) }),
    ...(bookmarks.length === 0 ? {} : { bookmarks: formatBookmarks(bookmarks) }),
  });
}

export interface UnreadableLab {
  readonly reason: 'not-json' | 'bad-scenario' | 'bad-commands';
  readonly problems: readonly ScenarioProblem[];
}

/** What was kept, as far as it can be read. */
export interface ReadLab {
  readonly lab: SavedLab;
  /** Futures that could not be read. */
  readonly lost: number;
  /** Bookmarks that could not be read. */
  readonly bookmarkProblems: readonly BookmarkProblem[];
}

/** What was kept as `formatLab` wrote it; or why it is unreadable. */
export function parseLab(text: string): ReadLab | UnreadableLab {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { reason: 'not-json', problems: [] };
  }
  const fields = fieldsOf(json);
  const parsed = parseScenario(fields.scenario);
  if (!parsed.ok) return { reason: 'bad-scenario', problems: parsed.problems };
  // What was done is always written, if it is nothing: without it the text is not whole.
  if (!Array.isArray(fields.commands)) return { reason: 'bad-commands', problems: [] };
  const commands: Command[] = [];
  for (const [i, file] of fields.commands.entries()) {
    const read = parseCommand(file, parsed.scenario, `commands[${i}]`);
    if (!read.ok) return { reason: 'bad-commands', problems: read.problems };
    commands.push(read.command);
  }
  const { bookmarks, problems: bookmarkProblems } =
    fields.bookmarks === undefined ? NO_BOOKMARKS : sortBookmarks(fields.bookmarks);
  const run = {
    scenario: parsed.scenario,
    commands,
    instant: readInstant(fields.instant),
    ...(bookmarks === null ? {} : { bookmarks }),
  };
  if (fields.futures === undefined) return { lab: run, lost: 0, bookmarkProblems };
  const { futures, lost } = parseFutures(fields.futures);
  return { lab: { ...run, futures }, lost, bookmarkProblems };
}

const NO_BOOKMARKS = { bookmarks: null, problems: [] };

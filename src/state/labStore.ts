import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Instant } from '../bridge/EngineApi.ts';
import { formatCommand, formatScenario } from '../scenario/formatScenario.ts';
import { parseCommand } from '../scenario/parseCommand.ts';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Command, Scenario } from '../scenario/Scenario.ts';
import type { ScenarioProblem } from '../scenario/ScenarioProblem.ts';
import { fieldsOf, KeptText } from './keptText.ts';

/** What the Lab had open: enough to run it again to the same instant. */
export interface SavedLab {
  readonly scenario: Scenario;
  readonly commands: readonly Command[];
  readonly instant: Instant;
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
  /** The browser keeps nothing: the Lab is gone with this page. */
  | { readonly kind: 'not-kept' };

export interface LabState {
  /** null: nothing was kept, or it could not be read. */
  readonly saved: SavedLab | null;
  readonly notice: LabNotice | null;
}

export interface LabStore {
  readonly store: StoreApi<LabState>;
  save(lab: SavedLab): void;
  forget(): void;
  dismissNotice(): void;
}

const KEY = 'highwater.lab';
export const LAB_BACKUP_KEY = 'highwater.lab.backup';

/** The Lab's own scenario, kept over a reload. */
export function createLabStore(kept = new KeptText()): LabStore {
  const store = createStore<LabState>(() => openLab(kept));
  return {
    store,
    save(lab) {
      kept.write(KEY, formatLab(lab));
      const { notice } = store.getState();
      store.setState({ saved: lab, notice: kept.isKept ? notice : { kind: 'not-kept' } });
    },
    forget() {
      kept.remove(KEY);
      store.setState({ saved: null, notice: null });
    },
    dismissNotice: () => store.setState({ notice: null }),
  };
}

/** What cannot be read is put aside at once: the next save would write over it. */
function openLab(kept: KeptText): LabState {
  const text = kept.read(KEY);
  if (text === null) return { saved: null, notice: null };
  const read = parseLab(text);
  if ('scenario' in read) return { saved: read, notice: null };
  kept.write(LAB_BACKUP_KEY, text);
  return { saved: null, notice: { kind: 'unreadable', ...read, backupKey: LAB_BACKUP_KEY } };
}

function formatLab({ scenario, commands, instant }: SavedLab): string {
  return JSON.stringify({
    scenario: formatScenario(scenario),
    commands: commands.map(formatCommand),
    instant,
  });
}

interface Unreadable {
  readonly reason: 'not-json' | 'bad-scenario' | 'bad-commands';
  readonly problems: readonly ScenarioProblem[];
}

function parseLab(text: string): SavedLab | Unreadable {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { reason: 'not-json', problems: [] };
  }
  const fields = fieldsOf(json);
  const parsed = parseScenario(fields.scenario);
  if (!parsed.ok) return { reason: 'bad-scenario', problems: parsed.problems };
  const commands: Command[] = [];
  for (const [i, file] of (Array.isArray(fields.commands) ? fields.commands : []).entries()) {
    const read = parseCommand(file, parsed.scenario, `commands[${i}]`);
    if (!read.ok) return { reason: 'bad-commands', problems: read.problems };
    commands.push(read.command);
  }
  return { scenario: parsed.scenario, commands, instant: readInstant(fieldsOf(fields.instant)) };
}

function readInstant({ timeUs, after }: Readonly<Record<string, unknown>>): Instant {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return isCount(timeUs) && isCount(after) ? { timeUs, after } : { timeUs: 0, after: 0 };
}

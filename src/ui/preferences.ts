import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type MotionChoice = 'system' | 'reduced';

/** What the reader has chosen for this browser. */
export interface Preferences {
  readonly theme: ThemeChoice;
  readonly motion: MotionChoice;
  /** Single letters act while the stage has the focus (WCAG 2.1.4: they can be switched off). */
  readonly singleKeys: boolean;
  /** For a lecture room: larger type, stronger contrast, nothing but the picture and the text. */
  readonly room: boolean;
  /** A low tone while a partition is under min ISR; what it says is never said by it alone. */
  readonly sound: boolean;
}

const STORAGE_KEY = 'highwater.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  motion: 'system',
  singleKeys: true,
  room: false,
  sound: false,
};

function readStored(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return DEFAULTS;
    const { theme, motion, singleKeys, room, sound } = stored as Partial<Record<keyof Preferences, unknown>>;
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      motion: motion === 'reduced' ? 'reduced' : 'system',
      singleKeys: singleKeys !== false,
      room: room === true,
      sound: sound === true,
    };
  } catch {
    // No storage, or someone else's text in it: the defaults are fine.
    return DEFAULTS;
  }
}

export const preferencesStore = createStore<Preferences>(() => readStored());

export function setPreferences(change: Partial<Preferences>): void {
  preferencesStore.setState(change);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferencesStore.getState()));
  } catch {
    // A browser without storage forgets the choice with the page.
  }
}

export function usePreferences(): Preferences {
  return useStore(preferencesStore);
}

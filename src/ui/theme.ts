import { useSyncExternalStore } from 'react';
import { preferencesStore } from './preferences.ts';

export type Theme = 'light' | 'dark';

const matches = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches;
const DARK = '(prefers-color-scheme: dark)';
const STILL = '(prefers-reduced-motion: reduce)';

export function currentTheme(): Theme {
  const { theme } = preferencesStore.getState();
  if (theme !== 'system') return theme;
  return matches(DARK) ? 'dark' : 'light';
}

/** Nothing may move by itself: the system says so, or the reader. */
export function prefersReducedMotion(): boolean {
  return preferencesStore.getState().motion === 'reduced' || matches(STILL);
}

function subscribe(listener: () => void): () => void {
  const queries = typeof matchMedia === 'function' ? [matchMedia(DARK), matchMedia(STILL)] : [];
  for (const query of queries) query.addEventListener('change', listener);
  const unsubscribe = preferencesStore.subscribe(listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
    unsubscribe();
  };
}

/** Which theme is on the page; a canvas reads its colours again when this changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion);
}

/** Writes theme, motion and room mode to the root element, now and whenever they change. */
export function applyTheme(): () => void {
  const apply = () => {
    document.documentElement.dataset['theme'] = currentTheme();
    document.documentElement.toggleAttribute('data-room', preferencesStore.getState().room);
    document.documentElement.dataset['motion'] = prefersReducedMotion() ? 'reduced' : 'full';
  };
  apply();
  return subscribe(apply);
}

import { useEffect, useRef, type RefObject } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { preferencesStore } from './preferences.ts';

/** A key and what it does. `keys` is shown as it stands; `match` decides. */
export interface Shortcut {
  /** For people: `Space`, `.`, `Shift+R`. */
  readonly keys: string;
  readonly label: string;
  readonly match: (event: KeyboardEvent) => boolean;
  /** Also while somebody types: for keys that write nothing. */
  readonly whileTyping?: true;
  readonly run: () => void;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Pick<Shortcut, 'keys' | 'label'>[];
}

/** The groups of what is on the screen now, in the order in which they came: what `?` shows. */
const shortcutStore = createStore<{ readonly groups: readonly ShortcutGroup[] }>(() => ({ groups: [] }));

export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useStore(shortcutStore, (state) => state.groups);
}

/** Puts a group of keys on the help page of this screen; whoever shows them handles them. */
export function useShortcutHelp(title: string, shortcuts: readonly Pick<Shortcut, 'keys' | 'label'>[]): void {
  const text = JSON.stringify([title, shortcuts.map(({ keys, label }) => ({ keys, label }))]);
  useEffect(() => {
    const [name, rows] = JSON.parse(text) as [string, ShortcutGroup['shortcuts']];
    const group: ShortcutGroup = { title: name, shortcuts: rows };
    shortcutStore.setState(({ groups }) => ({ groups: [...groups, group] }));
    return () =>
      shortcutStore.setState(({ groups }) => ({ groups: groups.filter((other) => other !== group) }));
  }, [text]);
}

/**
 * Keys that work while the focus is inside `target` (the whole page when left out), unless the reader switched single keys off or
 * is typing. They appear on the help page of the screen by themselves.
 */
export function useShortcuts(
  title: string,
  shortcuts: readonly Shortcut[],
  target?: RefObject<HTMLElement | null>,
): void {
  useShortcutHelp(title, shortcuts);
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const scope: HTMLElement | Document = target?.current ?? document;
    const onKeyDown = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
      if (isSingleKey(event) && !preferencesStore.getState().singleKeys) return;
      if (isLookedUp(event)) return;
      const found = latest.current.find((shortcut) => shortcut.match(event));
      if (found === undefined || (isTyping(event) && found.whileTyping !== true)) return;
      event.preventDefault();
      found.run();
    };
    scope.addEventListener('keydown', onKeyDown);
    return () => scope.removeEventListener('keydown', onKeyDown);
  }, [target]);
}

/** A printable character without Ctrl, Alt or ⌘. */
export function isSingleKey(event: KeyboardEvent): boolean {
  return event.key.length === 1 && isPlain(event);
}

/** Without Ctrl, Alt or ⌘. AltGr, by which many layouts write brackets and the backslash, is none of them. */
export function isPlain(event: KeyboardEvent): boolean {
  return event.getModifierState('AltGraph') || (!event.ctrlKey && !event.metaKey && !event.altKey);
}

/** Where letters go to the line that begins with them. */
function isLookedUp(event: KeyboardEvent): boolean {
  return (
    isSingleKey(event) &&
    /[\p{L}\p{N}]/u.test(event.key) &&
    event.target instanceof Element &&
    event.target.closest('[data-finds-by-letters]') !== null
  );
}

export function isTyping(event: KeyboardEvent): boolean {
  const element = event.target;
  if (!(element instanceof HTMLElement)) return false;
  if (
    element.isContentEditable ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
    return true;
  return (
    element instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button'].includes(element.type)
  );
}

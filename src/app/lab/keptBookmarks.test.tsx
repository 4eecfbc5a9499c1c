import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Bookmark } from '../../shared/bookmarks.ts';
import type { Simulation } from '../../state/Simulation.ts';
import {
  BOOKMARKS_BACKUP_KEY,
  BOOKMARKS_KEY,
  lostBookmarks,
  readKeptBookmarks,
  useKeptBookmarks,
} from './keptBookmarks.ts';
import { LabNotices } from './LabNotices.tsx';

const crash = { name: 'the crash', timeUs: 5, after: 2 };
const read: readonly Bookmark[] = [{ name: 'the crash', at: { timeUs: 5, after: 2 } }];
const broken = JSON.stringify([crash, { ...crash, timeUs: -1 }, { ...crash, name: '' }]);

beforeEach(() => localStorage.clear());
afterEach(() => lostBookmarks.setState(null, true));

function reload() {
  const bookmarks = createStore<readonly Bookmark[]>(() => []);
  renderHook(() => useKeptBookmarks({ bookmarks } as unknown as Simulation, true));
  return bookmarks;
}

const shown = () => render(<LabNotices ignored={[]} onDismiss={vi.fn()} />);

test('those that can be read are there, and of the others is told which, why and where their text is', async () => {
  localStorage.setItem(BOOKMARKS_KEY, broken);
  const bookmarks = reload();
  expect(bookmarks.getState()).toEqual(read);
  shown();
  const notice = screen.getByText(
    '2 bookmarks that this browser had kept could not be read; the others are there',
  );
  const text = notice.closest('[role]')?.textContent ?? document.body.textContent;
  expect(text).toContain('Bookmark 2: its timeUs is no whole number of microseconds from 0 on.');
  expect(text).toContain('Bookmark 3: its name is no text of 1 to 80 characters.');
  expect(text).toContain(BOOKMARKS_BACKUP_KEY);
  // A change writes over them, and not over their text as it was.
  act(() => bookmarks.setState([], true));
  expect(localStorage.getItem(BOOKMARKS_KEY)).toBe('[]');
  expect(localStorage.getItem(BOOKMARKS_BACKUP_KEY)).toBe(broken);
  await userEvent.click(screen.getByRole('button', { name: 'Put away' }));
  expect(screen.queryByText(/could not be read/)).toBeNull();
});

test('they are told once: the next reload finds what could be read', () => {
  localStorage.setItem(BOOKMARKS_KEY, broken);
  reload();
  lostBookmarks.setState(null, true);
  expect(reload().getState()).toEqual(read);
  expect(lostBookmarks.getState()).toBeNull();
});

test.each([['{'], ['{"a":1}']])('a text that is no list at all is told and kept: %s', (text) => {
  localStorage.setItem(BOOKMARKS_KEY, text);
  expect(readKeptBookmarks()).toEqual([]);
  shown();
  expect(screen.getByText('The bookmarks that this browser had kept could not be read')).toBeInTheDocument();
  expect(localStorage.getItem(BOOKMARKS_BACKUP_KEY)).toBe(text);
});

test('without any there is nothing to tell', () => {
  expect(readKeptBookmarks()).toEqual([]);
  shown();
  expect(screen.queryByText(/could not be read/)).toBeNull();
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { en } from '../../i18n/en/index.ts';
import { ShowOfHands } from '../../lessons/parts/ShowOfHands.tsx';
import { MessagesProvider } from '../../ui/messages.tsx';
import { preferencesStore, setPreferences } from '../../ui/preferences.ts';
import { useShortcutGroups } from '../../ui/shortcuts.ts';
import { applyTheme } from '../../ui/theme.ts';
import { PageFrame } from '../PageFrame.tsx';

afterEach(() => {
  cleanup();
  setPreferences({ room: false });
});

function Keys() {
  return (
    <output>
      {useShortcutGroups()
        .flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys))
        .join(' ')}
    </output>
  );
}

test('shiftAndRLeadIntoRoomModeAndOutOfItAndItIsKept', () => {
  const stop = applyTheme();
  render(
    <MessagesProvider catalogue={en}>
      <PageFrame title="A page">
        <Keys />
      </PageFrame>
    </MessagesProvider>,
  );
  const isRoom = () => document.documentElement.hasAttribute('data-room');
  expect(document.querySelector('output')?.textContent).toContain('Shift+R');
  expect(isRoom()).toBe(false);
  fireEvent.keyDown(document.body, { key: 'r' });
  expect(isRoom()).toBe(false);
  fireEvent.keyDown(document.body, { key: 'R', shiftKey: true });
  expect(isRoom()).toBe(true);
  expect(localStorage.getItem('highwater.preferences')).toContain('"room":true');
  fireEvent.keyDown(document.body, { key: 'R', shiftKey: true });
  expect(isRoom()).toBe(false);
  expect(preferencesStore.getState().room).toBe(false);
  stop();
});

test('handsAreCountedForEachOption', async () => {
  render(
    <MessagesProvider catalogue={en}>
      <ShowOfHands options={2} />
    </MessagesProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'One hand more for B' }));
  await user.click(screen.getByRole('button', { name: 'One hand more for B' }));
  await user.click(screen.getByRole('button', { name: 'One hand fewer for B' }));
  expect(screen.getByText('B: 1')).toBeTruthy();
  expect(screen.getByText('A: 0')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'One hand fewer for A' })).toHaveProperty('disabled', true);
});

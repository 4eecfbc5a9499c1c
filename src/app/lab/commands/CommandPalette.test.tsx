import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleFrame } from '../../../views/gallery/exampleFrames.ts';
import { createStillSimulation } from '../../../views/gallery/stillSimulation.ts';
import { SimulationProvider } from '../../../views/SimulationContext.tsx';
import { CommandPalette } from './CommandPalette.tsx';

afterEach(cleanup);

function show(isFinding = false) {
  const apply = vi.fn(() => Promise.resolve());
  const fork = vi.fn();
  const onClose = vi.fn();
  render(
    <SimulationProvider simulation={createStillSimulation(exampleFrame('healthy'), { deeds: { apply } })}>
      <CommandPalette
        pageCommands={[{ id: 'fork', label: 'Fork here', group: 'futures', keys: 'F', run: fork }]}
        isFinding={isFinding}
        onClose={onClose}
      />
    </SimulationProvider>,
  );
  return { apply, fork, onClose };
}
const lines = () => screen.getAllByRole('menuitem').map((line) => line.textContent);

test('short entries in groups, with the key that does the same', async () => {
  const { fork, onClose } = show();
  const futures = screen.getByRole('group', { name: 'Futures' });
  const line = within(futures).getByRole('menuitem', { name: 'Fork here' });
  expect(line.querySelector('kbd')?.textContent).toBe('F');
  await userEvent.click(line);
  expect(onClose).toHaveBeenCalledOnce();
  expect(fork).toHaveBeenCalledOnce();
});

test('by keyboard: a deed asks in a second step what it is done to, and Backspace leads back', async () => {
  const { apply, onClose } = show();
  await userEvent.keyboard('stop cleanly{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { name: /^Stop cleanly/ })).toBeTruthy();
  expect(lines()).toEqual(['broker 1', 'broker 2', 'broker 3', 'controller 101']);
  await userEvent.keyboard('{Backspace}');
  expect(screen.getByRole('dialog', { name: 'Do anything' })).toBeTruthy();
  await userEvent.keyboard('stop cleanly{Enter}');
  await userEvent.keyboard('2{Enter}');
  expect(apply).toHaveBeenCalledExactlyOnceWith({ kind: 'StopBroker', broker: 2 });
});

test('by its whole name a deed needs no step', async () => {
  const { apply } = show();
  await userEvent.keyboard('crash broker 2{Enter}');
  expect(apply).toHaveBeenCalledExactlyOnceWith({ kind: 'KillBroker', broker: 2 });
});

test('what is looked for are things alone', async () => {
  show(true);
  expect(screen.getByRole('searchbox', { name: 'What to find' })).toBeTruthy();
  await userEvent.keyboard('payments');
  expect(lines()).toEqual(expect.arrayContaining(['Show topic payments', 'Show payments-0']));
  await userEvent.keyboard(' crash');
  expect(lines()).toEqual(['Nothing here has that name.']);
});

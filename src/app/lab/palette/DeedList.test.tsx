import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import { en } from '../../../i18n/en/index.ts';
import { selectCluster } from '../../../views/clusterModel.ts';
import { exampleFrame } from '../../../views/gallery/exampleFrames.ts';
import { createStillSimulation } from '../../../views/gallery/stillSimulation.ts';
import {
  SimulationProvider,
  useStageViewStore,
  type StageViewState,
} from '../../../views/SimulationContext.tsx';
import { deedsOfCluster } from '../commands/labCommands.ts';
import { DeedList } from './DeedList.tsx';
import { deedLines, whatDecidesDeeds } from './deedLists.ts';
import { createDeedsOnStage } from './deedsOnStage.ts';

afterEach(cleanup);

function show() {
  const apply = vi.fn(() => Promise.resolve());
  const state = exampleFrame('healthy');
  const simulation = createStillSimulation(state, { deeds: { apply } });
  const onStage = createDeedsOnStage();
  let view!: StoreApi<StageViewState>;
  function TakeView() {
    view = useStageViewStore();
    return null;
  }
  const cards = ['broker:1', 'broker:2', 'producer:pay-api', 'replica:payments-0@3'];
  render(
    <SimulationProvider simulation={simulation}>
      <TakeView />
      <DeedList group="break" onStage={onStage} />
      <div {...onStage.handlers}>
        {cards.map((key) => (
          <button key={key} type="button" data-entity={key}>
            {key}
          </button>
        ))}
      </div>
    </SimulationProvider>,
  );
  const store = simulation.store;
  return { apply, view, onStage, store, user: userEvent.setup() };
}

const deed = (name: string) => screen.getByRole('button', { name });
const thing = (key: string) => screen.getByRole('button', { name: key });

test('a deed asks what it is done to, by keys, while the stage rings all that it can be', async () => {
  const { apply, view, user } = show();
  deed('Crash (SIGKILL)…').focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('listbox', { name: 'Crash (SIGKILL): choose what' })).toBeDefined();
  expect(view.getState().pointedAt).toEqual(
    expect.arrayContaining(['broker:1', 'broker:3', 'controller:101']),
  );
  await waitFor(() => expect(document.activeElement?.textContent).toBe('broker 1'));
  await user.keyboard('{ArrowDown}');
  expect(thing('broker:2').hasAttribute('data-drop-target')).toBe(true);
  await user.keyboard('{Enter}');
  expect(apply).toHaveBeenCalledExactlyOnceWith({ kind: 'KillBroker', broker: 2 });
  expect(view.getState().pointedAt).toEqual([]);
  expect(document.querySelector('[data-drop-target]')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(deed('Crash (SIGKILL)…')));
});

test('Escape goes back to the deed, and nothing is done', async () => {
  const { apply, user } = show();
  await user.click(deed('Cut a link…'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(deed('Cut a link…')));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(apply).not.toHaveBeenCalled();
});

test('what is pressed on the stage is chosen: one thing, or one end of a link and then the other', async () => {
  const { apply, user } = show();
  await user.click(deed('Crash (SIGKILL)…'));
  await user.click(thing('replica:payments-0@3'));
  expect(apply).toHaveBeenLastCalledWith({ kind: 'KillBroker', broker: 3 });
  await user.click(deed('Cut a link…'));
  await user.click(thing('broker:2'));
  expect(screen.getAllByRole('option').every(({ textContent }) => textContent.includes('broker 2'))).toBe(
    true,
  );
  thing('producer:pay-api').focus();
  await user.keyboard('{Enter}');
  expect(apply).toHaveBeenLastCalledWith({ kind: 'CutLink', between: ['broker:2', 'producer:pay-api'] });
  expect(apply).toHaveBeenCalledTimes(2);
  // Nothing is chosen any more: the stage does what it does otherwise.
  await user.click(thing('broker:1'));
  expect(apply).toHaveBeenCalledTimes(2);
});

test('a deed that is drawn onto a thing is done to it, or asks for the other end', () => {
  const { apply, onStage } = show();
  act(() => expect(onStage.drop('do Crash (SIGKILL)', 'broker:1')).toBe(true));
  expect(apply).toHaveBeenLastCalledWith({ kind: 'KillBroker', broker: 1 });
  act(() => expect(onStage.drop('cutLink', 'broker:1')).toBe(true));
  expect(screen.getByText('Between broker 1 and what else?')).toBeDefined();
  expect(onStage.drop('send records', 'broker:1')).toBe(false);
  expect(apply).toHaveBeenCalledTimes(1);
});

test('the list has every deed of Ctrl+K on things, and is made anew when a state decides otherwise', async () => {
  const { store } = show();
  const cluster = selectCluster(store.getState().entities);
  const listed = deedLines(en.stage, cluster).flatMap(({ targets }) => targets.map(({ label }) => label));
  const ids = new Set(deedLines(en.stage, cluster).map(({ id }) => id));
  for (const { verb } of deedsOfCluster(en.stage, cluster)) expect(ids).toContain(verb.id);
  expect(listed).toContain('Take a disk away: broker 1');
  expect(listed).toContain('Cut one way of a link: from broker 2 to broker 1');
  expect(screen.queryByRole('button', { name: 'Start: broker 2' })).toBeNull();

  const before = whatDecidesDeeds(store.getState());
  const change = (more: object) =>
    act(() => {
      const entities = new Map(store.getState().entities);
      entities.set('broker:2', { ...entities.get('broker:2')!, ...more });
      store.setState({ entities });
    });
  change({ requestQueueSize: 77 });
  expect(whatDecidesDeeds(store.getState())).toBe(before);
  change({ process: 'killed' });
  expect(whatDecidesDeeds(store.getState())).not.toBe(before);
  await waitFor(() => expect(deed('Start: broker 2')).toBeDefined());
});

import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider, useStageViewStore, type StageViewState } from '../SimulationContext.tsx';
import { Outline } from './Outline.tsx';

afterEach(cleanup);

async function show() {
  const simulation = createStillSimulation(exampleFrame('second-broker-fenced'));
  let view!: StoreApi<StageViewState>;
  function TakeView() {
    view = useStageViewStore();
    return null;
  }
  render(
    <SimulationProvider simulation={simulation}>
      <TakeView />
      <Outline visible />
    </SimulationProvider>,
  );
  const tree = await screen.findByRole('treegrid', { name: 'Outline of the cluster' });
  return { tree, view, store: simulation.store, user: userEvent.setup() };
}

const row = (name: RegExp) => screen.getByRole('row', { name });
const focused = () => document.activeElement?.getAttribute('data-key');

test('is one tab stop with arrows, opens and shuts, finds by letters, and chooses for the stage', async () => {
  const { view, user } = await show();
  await user.tab();
  await user.tab();
  expect(focused()).toBe('cluster');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('broker:1');
  expect(view.getState().pointedAt).toEqual(['broker:1']);
  expect(row(/^Broker 1,/).getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{ArrowRight}');
  expect(row(/^Broker 1,/).getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('broker:1/replica:payments-0@1');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(focused()).toBe('broker:1');
  expect(screen.queryByText('nothing')).toBeNull();
  await user.keyboard('prod');
  expect(focused()).toBe('producer:pay-api');
  await user.keyboard('{Enter}');
  expect(view.getState()).toMatchObject({ inspected: 'producer:pay-api', focused: 'producer:pay-api' });
  expect(row(/^Producer pay-api/).getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Escape}');
  expect(view.getState()).toMatchObject({ outlineVisible: false, takesFocus: true });
});

test('what the stage selects is selected here, with the lines around it open', async () => {
  const { tree, view } = await show();
  act(() => view.setState({ outlineFolds: { cluster: false } }));
  expect(within(tree).queryByRole('row', { name: /^Broker 2/ })).toBeNull();
  act(() => view.setState({ inspected: 'broker:2' }));
  await waitFor(() => expect(row(/^Broker 2/).getAttribute('aria-selected')).toBe('true'));
});

test('a sample changes what lines say, and neither what is open nor who has the focus', async () => {
  const { view, store, user } = await show();
  act(() => view.setState({ outlineFolds: { 'broker:1': true } }));
  act(() => row(/^Producer pay-api/).focus());
  const line = row(/^Producer pay-api/);
  act(() => {
    const entities = new Map(store.getState().entities);
    const producer = entities.get('producer:pay-api')!;
    if (producer.kind === 'producer') entities.set(producer.key, { ...producer, acked: 987_654 });
    store.setState({ entities });
  });
  await waitFor(() => expect(row(/987.654 acknowledged/)).toBe(line));
  expect(document.activeElement).toBe(line);
  expect(document.querySelector('[data-key="broker:1/replica:payments-0@1"]')).not.toBeNull();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('consumer:ledger-1');
});

test('the focus stays in the tree when its line goes', async () => {
  const { store } = await show();
  act(() => row(/^Broker 2/).focus());
  act(() => {
    const entities = new Map(store.getState().entities);
    entities.delete('broker:2');
    store.setState({ entities });
  });
  await waitFor(() => expect(focused()).toBe('broker:3'));
});

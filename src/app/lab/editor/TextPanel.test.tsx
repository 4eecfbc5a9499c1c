import { EditorView } from '@codemirror/view';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { directEngine } from '../../../bridge/directEngine.ts';
import { EngineSession } from '../../../bridge/EngineSession.ts';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { createFutures } from '../../../state/futures/createFutures.ts';
import { createSimulation } from '../../../state/createSimulation.ts';
import { SimulationProvider } from '../../../views/SimulationContext.tsx';
import { MendDialog } from '../MendDialog.tsx';
import type { TextMemory } from './textMemory.ts';
import { TextPanel } from './TextPanel.tsx';

// jsdom measures nothing; CodeMirror asks where its text stands.
beforeAll(() => {
  const none = () => [] as unknown as DOMRectList;
  Range.prototype.getClientRects = none;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

async function stand() {
  const parsed = parseScenario({ highwater: 1, seed: 4, brokers: [{ 'node.id': 1 }, { 'node.id': 2 }] });
  if (!parsed.ok) throw new Error('faulty');
  const simulation = createSimulation({ startEngine: () => directEngine(new EngineSession()) });
  await simulation.load(parsed.scenario, [], { timeUs: 1_000_000, after: 0 });
  return { simulation, futures: createFutures(simulation) };
}
type Stand = Awaited<ReturnType<typeof stand>>;

function show(
  { simulation, futures }: Stand,
  memory: TextMemory = { keeps: false, last: null, found: null },
) {
  const onIgnored = vi.fn();
  render(
    <SimulationProvider simulation={simulation}>
      <TextPanel memory={memory} edits={futures} onIgnored={onIgnored} onClose={vi.fn()} />
    </SimulationProvider>,
  );
  return { onIgnored, memory };
}
const view = () => EditorView.findFromDOM(screen.getByRole('textbox'))!;
const text = () => view().state.doc.toString();
/** As somebody would who selects all and types. */
const write = (all: string) =>
  act(() =>
    view().dispatch({ changes: { from: 0, to: view().state.doc.length, insert: all }, userEvent: 'input' }),
  );

test('aDeedComesIntoTheTextAtOnceAndCommentsStay', async () => {
  const on = await stand();
  show(on);
  expect(text()).toContain('seed: 4\n');
  write(text().replace('seed: 4', 'seed: 4 # lucky'));
  await act(() => on.simulation.apply({ kind: 'KillBroker', broker: 2 }));
  expect(text()).toContain('seed: 4 # lucky');
  expect(text()).toMatch(/commands:\n {2}- at: 1s\n(?: {4}.*\n)* {4}kind: KillBroker\n {4}broker: 2\n/);
  expect(await screen.findByText('This is what runs.')).toBeInTheDocument();
  await act(() => on.futures.undo());
  expect(text()).not.toContain('KillBroker');
  expect(text()).toContain('# lucky');
});

test('whatIsTypedRunsWhenItIsAppliedAsAFutureOfItsOwnAndDeedsStayDeeds', async () => {
  const on = await stand();
  const { onIgnored } = show(on);
  await act(() => on.simulation.apply({ kind: 'KillBroker', broker: 2 }));
  write(text().replace('seed: 4', 'seed: 5 # mine'));
  expect(await screen.findByText('Not applied yet.')).toBeInTheDocument();
  expect(on.simulation.store.getState().scenario.seed).toBe(4);
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() =>
    expect(on.simulation.store.getState()).toMatchObject({ status: 'ready', scenario: { seed: 5 } }),
  );
  const { scenario, commands, nowUs } = on.simulation.store.getState();
  expect(scenario).toMatchObject({ seed: 5, commands: [] });
  expect(commands).toMatchObject([{ kind: 'KillBroker', broker: 2 }]);
  expect(nowUs).toBe(1_000_000);
  expect(on.futures.store.getState().list).toHaveLength(2);
  expect(await screen.findByText('This is what runs.')).toBeInTheDocument();
  expect(text()).toContain('seed: 5 # mine');
  expect(onIgnored).toHaveBeenCalledWith([]);
});

test('aFaultIsToldWithItsLineAndTheRunGoesOn', async () => {
  const on = await stand();
  show(on);
  write('highwater: 1\nbrokers:\n  - node.idd: 1\n');
  const fault = await screen.findByRole('button', {
    name: /^line 3, brokers\[0\]\.node\.idd.*Likely meant: node\.id/,
  });
  // The marks come into the text a moment after the list under it.
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await userEvent.click(fault);
  expect(view().state.doc.lineAt(view().state.selection.main.from).number).toBe(3);
  await waitFor(() => expect(view().hasFocus).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Take what runs' }));
  expect(text()).toContain('seed: 4\n');
  expect(on.futures.store.getState().list).toHaveLength(1);
});

test('closedAndOpenedItIsAsItWasLeftAndJsonGivesItsCommentsBack', async () => {
  const on = await stand();
  const { memory } = show(on);
  write(`# mine\n${text()}`);
  await userEvent.click(screen.getByRole('radio', { name: 'JSON' }));
  expect(JSON.parse(text())).toMatchObject({ seed: 4 });
  expect(screen.getByText(/JSON has no comments/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'YAML' }));
  expect(text()).toMatch(/^# mine\n/);
  write('highwater: 1\nbrok');
  await screen.findAllByText(/problem/);
  document.body.replaceChildren();
  show(on, memory);
  expect(text()).toBe('highwater: 1\nbrok');
});

test('itHasANameAndNothingForAxe', async () => {
  show(await stand());
  write('highwater: 1\nbrokers:\n  - node.idd: 1\n');
  await screen.findAllByRole('button', { name: /line 3/ });
  expect(screen.getByRole('textbox', { name: 'Scenario as text' })).toHaveAccessibleDescription(
    /Tab leaves the text/,
  );
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('aScenarioIsMendedUntilItCanRun', async () => {
  const onRun = vi.fn();
  render(<MendDialog text='{"highwater":1,"brokers":[{"node.idd":1}]}' onClose={vi.fn()} onRun={onRun} />);
  await userEvent.click(screen.getByRole('button', { name: 'Run this scenario' }));
  expect(screen.getByRole('button', { name: /brokers\[0\]\.node\.idd/ })).toBeInTheDocument();
  expect(onRun).not.toHaveBeenCalled();
  expect(view().hasFocus).toBe(true);
  write('{"highwater":1,"brokers":[{"node.id":1}]}');
  await userEvent.click(screen.getByRole('button', { name: 'Run this scenario' }));
  expect(onRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ ok: true }));
});

import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { directEngine } from '../../../bridge/directEngine.ts';
import { EngineSession } from '../../../bridge/EngineSession.ts';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { createSimulation } from '../../../state/createSimulation.ts';
import { SimulationProvider } from '../../../views/SimulationContext.tsx';
import { CreateTopicForm, ElectForm } from './TopicForms.tsx';

async function show(form: React.ReactNode) {
  const parsed = parseScenario({
    highwater: 1,
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }, { 'node.id': 3 }],
    topics: [{ name: 'orders', partitions: 2 }],
  });
  if (!parsed.ok) throw new Error('faulty');
  const simulation = createSimulation({ startEngine: () => directEngine(new EngineSession()) });
  await simulation.load(parsed.scenario, [], { timeUs: 1_000_000, after: 0 });
  render(<SimulationProvider simulation={simulation}>{form}</SimulationProvider>);
  return { simulation, preview: () => within(screen.getByRole('region', { name: 'On a real cluster' })) };
}

test('theLineFollowsTheFormAndNothingIsDoneYet', async () => {
  const { simulation, preview } = await show(<CreateTopicForm onClose={vi.fn()} />);
  const partitions = screen.getByRole('textbox', { name: 'Partitions' });
  await userEvent.clear(partitions);
  expect(preview().getByText(/as soon as the form can be carried out/)).toBeInTheDocument();
  await userEvent.type(partitions, '6');
  expect(
    preview().getByText(/^kafka-topics\.sh --bootstrap-server broker-1:9092 --create .*--partitions 6/),
  ).toBeInTheDocument();
  expect(preview().getByRole('button', { name: 'Copy the line' })).toBeInTheDocument();
  expect(simulation.store.getState().commands).toEqual([]);
});

test('anElectionIsTheLineOfItsTool', async () => {
  const { preview } = await show(<ElectForm onClose={vi.fn()} />);
  expect(
    preview().getByText(/^kafka-leader-election\.sh .*--election-type preferred --all-topic-partitions/i),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'UNCLEAN' }));
  await userEvent.selectOptions(screen.getByRole('combobox'), 'orders-1');
  expect(
    preview().getByText(/--election-type unclean --path-to-json-file elect-1\.json/i),
  ).toBeInTheDocument();
});

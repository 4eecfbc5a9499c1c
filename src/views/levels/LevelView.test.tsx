import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunAnswers, RunQuery, RunQueryKind } from '../../shared/RunQuestions.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { Stage } from '../cluster/Stage.tsx';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider, useStageView } from '../SimulationContext.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(972);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Asked() {
  return <output>{useStageView((view) => `why ${view.whySeq ?? ''} ${view.partition ?? ''}`)}</output>;
}

function show(answers: Partial<RunAnswers>) {
  const asked: RunQuery[] = [];
  const inspectRun = ((query: RunQuery) => {
    asked.push(query);
    const answer = answers[query.kind];
    return answer === undefined ? Promise.reject(new Error(query.kind)) : Promise.resolve(answer);
  }) as Simulation['inspectRun'];
  const simulation = createStillSimulation(exampleFrame('healthy'), { deeds: { inspectRun } });
  render(
    <SimulationProvider simulation={simulation} initialView={{ partition: 'payments-0' }}>
      <Stage hasLevels />
      <Asked />
    </SimulationProvider>,
  );
  return (kind: RunQueryKind) => asked.filter((query) => query.kind === kind);
}
const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));

test('theSpaceTimeDiagramGoesFromRpcToRpcAndAsksWhy', async () => {
  const { nodeKeys } = exampleFrame('healthy').inFlight;
  const { nowUs } = exampleFrame('healthy');
  const flight = {
    api: 'Produce',
    source: 0,
    target: 1,
    correlationId: 3123,
    connection: 0,
    isResponse: false,
    sentAtUs: nowUs - 900,
    deliverAtUs: nowUs - 400,
    end: 'read' as const,
    endedUs: nowUs - 400,
    error: null,
    sizeBytes: 170,
    causeSeq: 77,
  };
  show({
    rpcs: {
      coveredFromUs: 0,
      gaps: [],
      flights: [flight, { ...flight, end: 'lost', correlationId: 3124, causeSeq: 0 }],
    },
  });
  await choose('Space-time');
  const picture = await screen.findByRole('group', { name: /^Space-time diagram/ });
  const table = within(await screen.findByRole('region', { name: 'RPCs in this stretch of time' }));
  expect(await table.findByText(/Produce request #3124: .* never read/)).toBeTruthy();
  expect(nodeKeys.length).toBeGreaterThan(1);
  picture.focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByText('why 77 payments-0')).toBeTruthy();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(await screen.findByRole('button', { name: 'Follow the playhead' })).toBeTruthy();
  await userEvent.keyboard('0');
  expect(screen.queryByRole('button', { name: 'Follow the playhead' })).toBeNull();
});

test('theEventLogAsksTheRunForWhatIsPickedOut', async () => {
  const row = {
    timeUs: 5_000_000,
    seq: 9,
    causeSeq: 1,
    event: { kind: 'BrokerFenced' as const, broker: 2, silentForMs: 9100 },
  };
  const asked = show({ events: { rows: [row], searchedFromUs: null } });
  await choose('Event log');
  expect(await screen.findByRole('option', { name: 'BrokerFenced' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Errors' }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Node' }), { target: { value: 'broker:2' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Topic or partition' }), {
    target: { value: 'payments-0' },
  });
  await userEvent.type(screen.getByRole('textbox', { name: 'Find in facts' }), 'fenced');
  expect(asked('events').at(-1)).toEqual({
    kind: 'events',
    filter: { interest: 'error', kind: null, node: 'broker:2', partition: 'payments-0', text: 'fenced' },
    limit: 250,
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Why\?/ }));
  expect(screen.getByText('why 9 payments-0')).toBeTruthy();
});

test('escapeGoesBackToThePartitionAndItStaysSelected', async () => {
  show({ requestPath: null });
  await choose('Request path');
  expect(await screen.findByText(/No process of this broker runs/)).toBeTruthy();
  screen.getByRole('combobox', { name: 'Broker' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('group', { name: /^Replicas of payments-0/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Partition' })).toHaveProperty('ariaChecked', 'true');
});

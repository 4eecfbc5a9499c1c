import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import signatures from '../../generated/fault-signatures.json';
import { en } from '../../i18n/en/index.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../../views/gallery/exampleFrames.ts';
import { createStillSimulation } from '../../views/gallery/stillSimulation.ts';
import { SimulationProvider } from '../../views/SimulationContext.tsx';
import { OnYourCluster } from './OnYourCluster.tsx';

function show(commands: readonly object[]) {
  const state = { ...exampleFrame(EXAMPLE_FRAMES[0]!.name), commands } as ReturnType<typeof exampleFrame>;
  render(
    <SimulationProvider simulation={createStillSimulation(state)}>
      <OnYourCluster />
    </SimulationProvider>,
  );
}

test('beginsWithTheLastDeedDone', () => {
  show([
    { atUs: 1, kind: 'KillBroker', broker: 2 },
    { atUs: 2, kind: 'StopBroker', broker: 1 },
  ]);
  expect(screen.getByLabelText('Deed')).toHaveTextContent('One broker stops cleanly');
  expect(screen.getByText('NOT_LEADER_OR_FOLLOWER, by the producer')).toBeInTheDocument();
});

test('tellsGaugesAndWhereTheyMoveAndFoldsTheRates', () => {
  show([]);
  expect(screen.getByText('FencedBrokerCount')).toBeInTheDocument();
  expect(screen.getAllByText(/^0 → 3, first after 8.4 s on broker:2, broker:3$/).length).toBeGreaterThan(0);
  expect(screen.queryByText('MessagesInPerSec, OneMinuteRate')).toBeNull();
  const fold = screen.getByText(/rates that change/).closest('details')!;
  fold.open = true;
  fireEvent(fold, new Event('toggle'));
  expect(screen.getByText('MessagesInPerSec, OneMinuteRate')).toBeInTheDocument();
});

test('everyDeedHasAName', () => {
  const names: Readonly<Record<string, string>> = en.metrics.faults;
  expect(signatures.filter(({ fault }) => names[fault] === undefined)).toEqual([]);
});

test('ofAClockThatIsWrongKafkaShowsNothingAndThePageSaysSo', () => {
  show([{ atUs: 1, kind: 'SetClock', node: 'broker:1', offsetUs: 1, driftPpm: 0 }]);
  expect(screen.getByLabelText('Deed')).toHaveTextContent('A broker’s clock is set 10 minutes ahead');
  expect(screen.getByText(/^Kafka shows nothing of it/)).toBeInTheDocument();
  expect(screen.queryByText('Errors that are logged')).toBeNull();
});

test('ofAControllerThatDiesTheOthersTell', () => {
  show([{ atUs: 1, kind: 'KillController', controller: 101 }]);
  expect(screen.getByLabelText('Deed')).toHaveTextContent('The active controller of three crashes');
  expect(screen.getByText('ActiveControllerCount')).toBeInTheDocument();
});

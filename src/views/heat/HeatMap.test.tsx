import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BrokerView, EntityView, PartitionView } from '../../bridge/frame.ts';
import { Stage } from '../cluster/Stage.tsx';
import { heatMap } from '../../i18n/en/heatMap.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { columnsOf, FOLLOWER, LEADER } from './HeatTestContext.ts';
import { REPLICA_UNDER_MIN_ISR } from './replicaFlags.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(972);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The cluster of the example, with more brokers than the near picture has room for. */
function show(brokers: number) {
  const frame = exampleFrame('healthy');
  const entities = new Map<string, EntityView>(frame.entities);
  const broker = entities.get('broker:1') as BrokerView;
  for (let id = 1; id <= brokers; id += 1)
    entities.set(`broker:${id}`, { ...broker, key: `broker:${id}`, nodeId: id, rack: 'a' });
  const partition = entities.get('partition:payments-0') as PartitionView;
  entities.set('partition:payments-1', {
    ...partition,
    key: 'partition:payments-1',
    name: 'payments-1',
    partition: 1,
  });
  const replicas = columnsOf({
    'payments-0': [
      { broker: 1, flags: LEADER },
      { broker: 2, flags: FOLLOWER, lag: 12 },
      { broker: 3, flags: FOLLOWER },
    ],
    'payments-1': [
      { broker: 1, flags: LEADER | REPLICA_UNDER_MIN_ISR },
      { broker: 2, flags: REPLICA_UNDER_MIN_ISR, lag: 900 },
    ],
  });
  const watchReplicas = vi.fn(() => Promise.resolve());
  const simulation = createStillSimulation({ ...frame, entities, replicas }, { deeds: { watchReplicas } });
  render(
    <SimulationProvider simulation={simulation}>
      <Stage hasLevels />
    </SimulationProvider>,
  );
  return { watchReplicas };
}

const heat = () => screen.findByRole('group', { name: /^30 brokers, 2 partitions, 5 replicas$/ });
const choice = (name: string) => screen.getByRole('radio', { name });

test('aLargeClusterIsShownFromAfarByItselfAndASmallOneIsNot', async () => {
  show(3);
  expect(await screen.findByRole('radio', { name: 'Cluster' })).toHaveProperty('ariaChecked', 'true');
  expect(screen.queryByRole('group', { name: /replicas$/ })).toBeNull();
  cleanup();
  const { watchReplicas } = show(30);
  await heat();
  expect(watchReplicas).toHaveBeenLastCalledWith({ columns: true, partitions: ['payments-0'] });
});

test('walksCellByCellAndEnterOpensThePartitionFromWhichEscapeComesBackToTheSameCell', async () => {
  show(30);
  const picture = await heat();
  const user = userEvent.setup();
  picture.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByText('payments-1')).toBeTruthy();
  expect(screen.getByText(/ISR \{1\}, under min\.insync\.replicas/)).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('group', { name: /^Replicas of payments-1/ })).toBeTruthy();
  expect(document.activeElement?.getAttribute('data-entity')).toMatch(/^broker:/);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(await heat());
  expect(screen.getByText('payments-1')).toBeTruthy();
});

test('saysInATableWhatThePictureShowsAndCountsWhatIsNotWell', async () => {
  show(30);
  await heat();
  const table = screen.getByRole('table', { name: 'The heat map as a table' });
  const row = within(table).getByRole('row', { name: /^2 / });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['a', '0', '2', '1', '1', '912', '0 B/s']);
  expect(screen.getByText('payments-1: broker 2 out of the ISR')).toBeTruthy();
  const user = userEvent.setup();
  const filter = screen.getByRole('button', { name: /1 under min ISR/ });
  await user.click(filter);
  expect(filter.getAttribute('aria-pressed')).toBe('true');
  await user.click(choice('Bytes in'));
  expect(choice('Bytes in')).toHaveProperty('ariaChecked', 'true');
});

test.each([
  [1, 'up to 1 leader, height is bytes in', 'up to 1 follower, shade is records behind'],
  [80, 'up to 80 leaders, height is bytes in', 'up to 80 followers, shade is records behind'],
])('saysHowManyStandInARow: %i', (most, leaders, followers) => {
  expect(heatMap.blocks.leaders(most, 'lag')).toBe(leaders);
  expect(heatMap.blocks.followers(most, 'lag')).toBe(followers);
});

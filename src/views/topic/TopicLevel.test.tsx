import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EntityView, PartitionView, ReplicaView } from '../../bridge/frame.ts';
import { Stage } from '../cluster/Stage.tsx';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { ConfigMark } from './ConfigMark.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(972);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The topic of the example with a second partition, which only its leader has. */
function show() {
  const frame = exampleFrame('healthy');
  const entities = new Map<string, EntityView>(frame.entities);
  const partition = entities.get('partition:payments-0') as PartitionView;
  const name = 'payments-1';
  const configs = { 'min.insync.replicas': '2' };
  entities.set('partition:payments-0', { ...partition, configs });
  entities.set(`partition:${name}`, {
    ...partition,
    configs,
    key: `partition:${name}`,
    name,
    partition: 1,
    isr: [partition.leader],
  });
  for (const view of frame.entities.values())
    if (view.kind === 'replica') {
      const replica: ReplicaView = { ...view, key: `replica:${name}@${view.broker}`, partition: name };
      entities.set(replica.key, replica);
    }
  render(
    <ConfigMark value={(config) => <i>state of {config}</i>}>
      <SimulationProvider
        simulation={createStillSimulation({ ...frame, entities })}
        initialView={{ partition: 'payments-0', level: 'topic' }}
      >
        <Stage hasLevels />
      </SimulationProvider>
    </ConfigMark>,
  );
}

const rowOf = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}, leader`) });

test('aTopicIsATableOfItsPartitionsAndBrokersWithItsConfigs', async () => {
  show();
  const table = within(
    await screen.findByRole('table', { name: 'Partitions of payments: their replicas by broker' }),
  );
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent.trim().slice(0, 8))).toEqual(
    ['Partitio', 'ISR', 'Broker 1', 'Broker 2', 'Broker 3', 'HW, LEO'],
  );
  expect(table.getAllByText(/^payments-1 on broker 2, .* Log end offset/)).toHaveLength(1);
  expect(table.getByText('1 of 3')).toBeTruthy();
  expect(screen.getByText('1 under min ISR')).toBeTruthy();
  expect(screen.getByText('state of min.insync.replicas')).toBeTruthy();
  expect((await rowOf('payments-1')).getAttribute('aria-label')).toContain('under min.insync.replicas 2');
});

test('aRowIsChosenOpenedAndComeBackTo', async () => {
  show();
  const user = userEvent.setup();
  const first = await rowOf('payments-0');
  expect(first.getAttribute('aria-pressed')).toBe('true');
  first.focus();
  await user.keyboard('{ArrowDown}');
  const second = await rowOf('payments-1');
  expect(document.activeElement).toBe(second);
  await user.click(second);
  expect(second.getAttribute('aria-pressed')).toBe('true');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('group', { name: /^Replicas of payments-1/ })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(await rowOf('payments-1'));
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('radio', { name: 'Cluster' })).toHaveProperty('ariaChecked', 'true');
});

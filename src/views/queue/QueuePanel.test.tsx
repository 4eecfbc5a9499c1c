import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { EntityView, QueueClientView, QueueView } from '../../bridge/frame.ts';
import { queues as m } from '../../i18n/en/queues.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { QueuePanel } from './QueuePanel.tsx';

const QUEUE: QueueView = {
  kind: 'queue',
  key: 'queue:ledger',
  name: 'ledger',
  broker: 'rabbit',
  durable: false,
  bindings: [{ exchange: 'payments', type: 'topic', key: 'card.*' }],
  messages: [
    { place: 7, message: 7, redelivered: true, consumer: 'worker' },
    { place: 9, message: 9, redelivered: false, consumer: '' },
  ],
  readyCount: 1,
  unackedCount: 1,
  enqueued: 10,
  delivered: 10,
  redelivered: 1,
  acked: 8,
  deadLettered: 0,
  dropped: 0,
  lost: 0,
};

const WORKER: QueueClientView = {
  kind: 'queueClient',
  key: 'queueConsumer:worker',
  clientId: 'worker',
  broker: 'rabbit',
  queue: 'ledger',
  process: 'running',
  pausedSinceUs: null,
  isConnected: true,
  prefetch: 10,
  autoAck: false,
  published: 0,
  confirmed: 0,
  held: 1,
  done: 8,
};

const BROKER: EntityView = {
  kind: 'queueBroker',
  key: 'queueBroker:rabbit',
  name: 'rabbit',
  process: 'running',
  sinceUs: 0,
  published: 10,
  unroutable: 0,
};

function renderPanel(views: readonly EntityView[]): { readonly commands: unknown[] } {
  const state = exampleFrame(EXAMPLE_FRAMES[0]!.name);
  const entities = new Map(state.entities);
  for (const view of views) entities.set(view.key, view);
  const commands: unknown[] = [];
  const deeds = { apply: (command: unknown) => Promise.resolve(void commands.push(command)) };
  render(
    <SimulationProvider simulation={createStillSimulation({ ...state, entities }, { deeds })}>
      <QueuePanel mark={(control) => <span>{`mark ${control}`}</span>} />
    </SimulationProvider>,
  );
  return { commands };
}

test('says of a queue what is gone, with whom and ready, and the same message by message', async () => {
  renderPanel([BROKER, QUEUE, WORKER]);
  expect(screen.getByRole('img', { name: m.picture('ledger', 8, 1, 1) })).toBeVisible();
  const lane = screen.getByRole('region', { name: m.queue('ledger') });
  expect(lane).toHaveTextContent('payments (topic) card.*, not durable');
  expect(lane.querySelectorAll('[data-state="gone"]')).toHaveLength(8);
  expect(screen.getByText('mark prefetch')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.messagesOf('ledger') }));
  const rows = within(screen.getByRole('group', { name: m.queue('ledger') })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'MessageStateConsumerDelivered before',
    '7not acknowledgedworkeryes',
    '9readyno',
  ]);
});

test('can do to the broker and to a consumer what may happen to them; says that there is none', async () => {
  const { commands } = renderPanel([BROKER, QUEUE, WORKER]);
  await userEvent.click(screen.getByRole('button', { name: m.kill('rabbit') }));
  await userEvent.click(screen.getByRole('button', { name: `${m.crash} worker` }));
  expect(commands).toEqual([
    { kind: 'KillQueueBroker', queueBroker: 'rabbit' },
    { kind: 'KillClient', client: 'queueConsumer:worker' },
  ]);
});

test('says that there is no queue broker', () => {
  renderPanel([]);
  expect(screen.getByText(m.empty)).toBeVisible();
});

import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ReplicaView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { StoragePanel } from './StoragePanel.tsx';

const m = en.storage;

function renderPanel(change: (replica: ReplicaView) => ReplicaView = (replica) => replica) {
  const state = exampleFrame(EXAMPLE_FRAMES[0]!.name);
  const entities = new Map(
    [...state.entities].map(([key, entity]) => [key, entity.kind === 'replica' ? change(entity) : entity]),
  );
  render(
    <SimulationProvider simulation={createStillSimulation({ ...state, entities })}>
      <StoragePanel />
    </SimulationProvider>,
  );
}

test('lists the files of the leader, each with what comes next', () => {
  renderPanel();
  const rows = within(screen.getByRole('table', { name: m.segments.caption('payments-0', 1) })).getAllByRole(
    'row',
  );
  expect(rows).toHaveLength(4);
  expect(rows[1]).toHaveTextContent(/^00000000000000000000\.log0–539.*goes in/);
  expect(rows[3]).toHaveTextContent(/^00000000000000001080\.log.*active/);
});

test('shows another replica, by keyboard too', async () => {
  renderPanel();
  await userEvent.click(screen.getByRole('radio', { name: m.segments.lane(2) }));
  expect(screen.getByRole('table', { name: m.segments.caption('payments-0', 2) })).toBeVisible();
  const list = screen.getByRole('region', { name: m.segments.list(2) });
  act(() => list.focus());
  expect(list).toHaveFocus();
});

test('says of renamed files how long they stay', () => {
  renderPanel((replica) => ({
    ...replica,
    logStartOffset: 540,
    storage: {
      ...replica.storage,
      segments: replica.storage.segments.slice(1),
      segmentCount: 2,
      deleted: [{ baseOffset: 0, sizeBytes: 59_400, untilUs: 9e12 }],
    },
  }));
  const [, gone] = within(screen.getByRole('table')).getAllByRole('row');
  expect(gone).toHaveTextContent(m.segments.deletedFile);
  expect(gone).toHaveTextContent(/unlinked in/);
  expect(screen.getAllByText(m.disks.deleted(59_400))).toHaveLength(3);
});

test('folds what lies between the oldest and the newest segments', () => {
  renderPanel((replica) => ({
    ...replica,
    storage: {
      ...replica.storage,
      segmentCount: 100,
      segments: Array.from({ length: 40 }, (_, i) => ({
        ...replica.storage.segments[0]!,
        baseOffset: i < 16 ? i * 10 : 600 + i * 10,
      })),
    },
  }));
  expect(screen.getByRole('row', { name: m.segments.between(60) })).toBeVisible();
});

test('names the disks with what lies on them', () => {
  renderPanel();
  const disks = within(screen.getByRole('list', { name: m.disks.title })).getAllByRole('listitem');
  expect(disks).toHaveLength(3);
  expect(disks[0]).toHaveTextContent(/^Broker 1\/var\/lib\/kafka\/data/);
});

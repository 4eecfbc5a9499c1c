import { act, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ShareView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { selectPartitions } from '../../state/selectors.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { SharePanel } from './SharePanel.tsx';

const m = en.shareGroups;

const SHARE: ShareView = {
  group: 'workers',
  isLoading: false,
  startOffset: 7,
  endOffset: 9,
  deliveryCountLimit: 5,
  maxRecordLocks: 200,
  members: [{ memberId: 'm1', client: 'worker-1' }],
  runs: [
    {
      firstOffset: 7,
      lastOffset: 7,
      state: 'ACQUIRED',
      deliveryCount: 2,
      memberId: 'm1',
      lockEndsUs: 900_000_000,
    },
    {
      firstOffset: 8,
      lastOffset: 9,
      state: 'ACKNOWLEDGED',
      deliveryCount: 1,
      memberId: '',
      lockEndsUs: null,
    },
  ],
  moreRuns: 0,
};

/** Returns the partition that the group shares. */
function renderPanel(share: ShareView | null): string {
  const state = exampleFrame(EXAMPLE_FRAMES[0]!.name);
  const partition = selectPartitions(state)[0]!;
  const entities = new Map(state.entities);
  if (share !== null) entities.set(partition.key, { ...partition, shares: [share] });
  render(
    <SimulationProvider simulation={createStillSimulation({ ...state, entities })}>
      <SharePanel />
    </SimulationProvider>,
  );
  return partition.name;
}

test('says of each record who has it, how often it was delivered, and of all how many are in which state', () => {
  const heading = m.heading('workers', renderPanel(SHARE));
  const region = screen.getByRole('region', { name: heading });
  expect(region).toHaveTextContent('SPSO 7, SPEO 9. 3 of 200 record locks.');
  const counts = '1 record acquired, 2 records acknowledged';
  expect(within(region).getByRole('img', { name: counts })).toBeVisible();
  const [, first, second] = within(region).getAllByRole('row');
  expect(first).toHaveTextContent(/^7.*acquired2 of 5worker-1/);
  expect(second).toHaveTextContent(/^8–9.*acknowledged1 of 5$/);
  const list = within(region).getByRole('group', { name: heading });
  act(() => list.focus());
  expect(list).toHaveFocus();
});

test('says when nothing is in flight, when the state is still read, and when there are no share groups', () => {
  renderPanel({ ...SHARE, endOffset: null, runs: [] });
  expect(screen.getByText(m.idle(7))).toBeVisible();
  renderPanel({ ...SHARE, isLoading: true, endOffset: null, runs: [] });
  expect(screen.getByText(m.loading)).toBeVisible();
  renderPanel(null);
  expect(screen.getByText(m.empty)).toBeVisible();
});

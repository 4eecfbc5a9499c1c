import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { QuorumReplica } from '../../shared/QuorumResult.ts';
import { QuorumTable } from './QuorumTable.tsx';

const replica = (nodeId: number, lag: number, status: QuorumReplica['status']): QuorumReplica => ({
  nodeId,
  logEndOffset: 100 - lag,
  lag,
  lastFetchTimestamp: 9000,
  lastCaughtUpTimestamp: lag > 0 ? -1 : 9000,
  status,
});

async function open(observers: number) {
  const quorum = {
    leaderId: 101,
    leaderEpoch: 2,
    highWatermark: 99,
    maxFollowerLag: 40,
    maxFollowerLagTimeMs: -1,
    currentVoters: [101, 102],
    currentObservers: Array.from({ length: observers }, (_, i) => i + 1),
    replication: [
      replica(101, 0, 'Leader'),
      replica(102, 40, 'Follower'),
      ...Array.from({ length: observers }, (_, i) => replica(i + 1, 0, 'Observer')),
    ],
  };
  render(<QuorumTable quorum={quorum} />);
  await userEvent.click(screen.getByRole('button'));
}

test('[quorum-description] shows each replica in a row, under the columns of the tool', async () => {
  await open(1);
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows[0]).toBe('NodeIdLogEndOffsetLagLastFetchTimestampLastCaughtUpTimestampStatus');
  expect(rows).toHaveLength(4);
  const cells = within(screen.getAllByRole('row')[2]!).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    '102',
    '60',
    '40',
    expect.any(String),
    '-1',
    'Follower',
  ]);
  expect(screen.getByText('MaxFollowerLag').nextSibling?.textContent).toBe('40');
});

test('of many observers it shows the first and counts the others', async () => {
  await open(30);
  expect(screen.getAllByRole('row')).toHaveLength(13);
  expect(screen.getByText('20 more rows.')).toBeTruthy();
});

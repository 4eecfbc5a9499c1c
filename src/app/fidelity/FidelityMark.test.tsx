import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fidelityEntries } from 'virtual:fidelity-ledger';
import { FidelityMark } from './FidelityMark.tsx';
import { fidelityOf } from './fidelityOf.ts';
import { matchingRules } from './matchingRules.ts';

test('aControlSaysItsStateAndWhenPressedWhy', async () => {
  render(<FidelityMark control="share group" />);
  const mark = screen.getByRole('button', { name: 'share group: not modelled' });
  expect(mark).toHaveTextContent('not modelled');
  await userEvent.click(mark);
  const dialog = await screen.findByRole('dialog', { name: 'How true to Kafka is share group?' });
  expect(within(dialog).getByText(/^Why: There is no share coordinator/)).toBeInTheDocument();
  expect(within(dialog).getByText(/^When it matters: /)).toBeInTheDocument();
  expect(within(dialog).getByText(/^Source: SharePartitionManager/)).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('theReportNamesEngineAndRule', async () => {
  render(<FidelityMark control="max.connections" />);
  await userEvent.click(screen.getByRole('button'));
  await userEvent.click(await screen.findByText('Report a wrong rule'));
  expect(
    await screen.findByText(/^Highwater engine \d+\.\d+\.\d+, rule connection-quotas \(not modelled\)/),
  ).toBeVisible();
});

test('aControlThatNoRuleConcernsHasNoMark', () => {
  const { container } = render(<FidelityMark control="toString" />);
  expect(container).toBeEmptyDOMElement();
  expect(fidelityOf('toString')).toBeNull();
});

test('rulesAreFoundByStateByWordsAndByTheirId', () => {
  expect(matchingRules(fidelityEntries, 'all', '')).toHaveLength(fidelityEntries.length);
  expect(matchingRules(fidelityEntries, 'all', ' h4 ').map((entry) => entry.id)).toEqual(['H4']);
  expect(matchingRules(fidelityEntries, 'not-modelled', 'share queues').map((entry) => entry.id)).toEqual([
    'share-groups',
  ]);
  expect(matchingRules(fidelityEntries, 'verified', 'no such words')).toEqual([]);
});

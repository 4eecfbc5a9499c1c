import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fidelityEntries } from 'virtual:fidelity-ledger';
import { FidelityMark } from './FidelityMark.tsx';
import { fidelityOf } from './fidelityOf.ts';
import { matchingRules } from './matchingRules.ts';

test('aControlSaysItsStateAndWhenPressedWhy', async () => {
  render(<FidelityMark control="max.connections" />);
  const mark = screen.getByRole('button', { name: 'max.connections: not modelled' });
  expect(mark).toHaveTextContent('not modelled');
  await userEvent.click(mark);
  const dialog = await screen.findByRole('dialog', { name: 'How true to Kafka is max.connections?' });
  expect(within(dialog).getByText(/^Why: Brokers accept every connection/)).toBeInTheDocument();
  expect(within(dialog).getByText(/^When it matters: /)).toBeInTheDocument();
  expect(within(dialog).getByText(/^Source: ConnectionQuotas/)).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('levelsThatChangeNoBytesHereSaySo', async () => {
  for (const control of ['compression.lz4.level', 'compression.zstd.level']) {
    const { unmount } = render(<FidelityMark control={control} />);
    await userEvent.click(screen.getByRole('button', { name: `${control}: not modelled` }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/are checked like Kafka’s and change nothing/)).toBeInTheDocument();
    unmount();
  }
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
  expect(matchingRules(fidelityEntries, 'not-modelled', 'limits rate').map((entry) => entry.id)).toEqual([
    'connection-quotas',
  ]);
  expect(matchingRules(fidelityEntries, 'verified', 'no such words')).toEqual([]);
});

import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FidelityPage } from './FidelityPage.tsx';

test('theAddressGoesToItsRule', () => {
  Element.prototype.scrollIntoView = vi.fn();
  render(<FidelityPage rule="H4" />);
  expect(document.getElementById('rule-H4')).toHaveFocus();
});

test('whatIsNotHereStandsApartAndWordsFindRules', () => {
  render(<FidelityPage rule={null} />);
  const absent = screen.getByText('What is not here', { selector: 'h2' }).parentElement ?? document.body;
  expect(within(absent).getByText(/^Limits on connections/)).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'L7' } });
  expect(screen.getByText('1 rule')).toBeInTheDocument();
  expect(screen.queryByText(/^Limits on connections/)).toBeNull();
});

test('whatWasRunOnKafkaItselfStandsInATableUntilSomebodySearches', () => {
  render(<FidelityPage rule={null} />);
  const table = screen.getByRole('region', { name: 'Checked against Apache Kafka itself' });
  const row = within(table).getByRole('rowheader', { name: 'acks-all-leader-killed' }).parentElement;
  expect(row).toHaveTextContent('equal');
  expect(row).toHaveTextContent('4.2.2 (1)');
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'L7' } });
  expect(screen.queryByRole('region', { name: 'Checked against Apache Kafka itself' })).toBeNull();
});

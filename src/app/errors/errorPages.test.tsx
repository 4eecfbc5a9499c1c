import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { ErrorPage } from './ErrorPage.tsx';
import { ErrorsPage } from './ErrorsPage.tsx';

function show(page: React.ReactNode) {
  const { hook } = memoryLocation({ path: '/errors' });
  render(<Router hook={hook}>{page}</Router>);
}

test('aStackTraceThatIsPastedBringsWhatItNamesToTheTop', async () => {
  show(<ErrorsPage />);
  expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('134 errors');
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste(
    'java.util.concurrent.ExecutionException: x\nCaused by: org.apache.kafka.common.errors.NotEnoughReplicasException: y\nsee min.insync.replicas',
  );
  const found = screen.getByRole('region', { name: 'In what you pasted' });
  expect(within(found).getByRole('link', { name: 'NOT_ENOUGH_REPLICAS' })).toHaveAttribute(
    'href',
    '/errors/NOT_ENOUGH_REPLICAS',
  );
  expect(within(found).getByText('line 2')).toBeInTheDocument();
  expect(within(found).getByText('min.insync.replicas')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Empty' }));
  expect(screen.queryByRole('region', { name: 'In what you pasted' })).toBeNull();
});

test('wordsAndCodesFilterTheList', async () => {
  show(<ErrorsPage />);
  const box = screen.getByRole('textbox');
  await userEvent.type(box, '45');
  expect(screen.getAllByRole('link', { name: /_/ }).map((link) => link.textContent)).toEqual([
    'OUT_OF_ORDER_SEQUENCE_NUMBER',
  ]);
  await userEvent.clear(box);
  await userEvent.type(box, 'no such words at all');
  expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('No error of Kafka');
});

test('aPageSaysWhatItIsAndLeadsToARun', async () => {
  show(<ErrorPage name="NOT_ENOUGH_REPLICAS" />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('NOT_ENOUGH_REPLICAS');
  expect(screen.getByText('19')).toBeInTheDocument();
  expect(screen.getByText(/^Yes: the same request/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Make it happen.*NOT_ENOUGH_REPLICAS$/ })).toHaveAttribute(
    'href',
    '/errors/NOT_ENOUGH_REPLICAS/lab',
  );
  expect(await screen.findByText(/^Both followers are killed/)).toBeInTheDocument();
});

test('whatTheSimulatorNeverAnswersHasNoRun', () => {
  show(<ErrorPage name="SASL_AUTHENTICATION_FAILED" />);
  expect(screen.getByText(/never answers it/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Make it happen/ })).toBeNull();
});

test('aNameThatIsNoneIsNotFound', () => {
  show(<ErrorPage name="NO_SUCH_ERROR" />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('There is no such page');
});

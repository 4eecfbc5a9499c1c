import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { outside as m } from '../../i18n/en/outside.ts';
import type { LadderStep, OutsideView } from '../../shared/RunQuestions.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { OutsidePanel } from './OutsidePanel.tsx';

const step = (topic: string, more: Partial<LadderStep>): LadderStep => ({
  topic,
  consumers: [`${topic}-app`],
  records: 0,
  waiting: 0,
  delayMs: 0,
  dueUs: null,
  failedTries: 0,
  skipped: 0,
  done: 0,
  atHand: [],
  sentOn: [],
  headers: [],
  ...more,
});

const VIEW: OutsideView = {
  stores: [
    {
      name: 'db',
      downForMs: 2000,
      transactions: 12,
      refused: 3,
      rows: 10,
      ignored: 2,
      overwritten: 0,
      offsets: [{ group: 'ledger', partition: 'payments-0', offset: 11 }],
      recent: [
        { partition: 'payments-0', offset: 9, writer: 'app', atUs: 5, became: 'inserted' },
        { partition: 'payments-0', offset: 9, writer: 'app', atUs: 9, became: 'ignored' },
      ],
    },
  ],
  steps: [
    step('payments', { records: 12, waiting: 1, done: 10, sentOn: [{ topic: 'dlt', records: 1 }] }),
    step('dlt', {
      consumers: [],
      records: 1,
      waiting: 1,
      headers: [{ name: 'kafka_dlt-original-offset', value: '7' }],
    }),
  ],
  ledgers: [
    {
      group: 'ledger',
      store: 'db',
      partition: 'payments-0',
      producer: 'pay',
      committedOffset: 11,
      due: 11,
      once: 9,
      twice: 1,
      forwarded: 1,
      skipped: 0,
      lost: 0,
      ahead: 0,
    },
  ],
};

test('the ladder in words, the headers of the dead letters, the ledger without empty columns, and the table of the database', async () => {
  const deeds = { inspectRun: () => Promise.resolve(VIEW as never) };
  const simulation = createStillSimulation(exampleFrame(EXAMPLE_FRAMES[0]!.name), { deeds });
  render(
    <SimulationProvider simulation={simulation}>
      <OutsidePanel />
    </SimulationProvider>,
  );
  const ladder = await screen.findByRole('img', { name: /Retry ladder: payments 12 records, 1 waiting/ });
  expect(ladder).toHaveAccessibleName(/1 from payments to dlt/);
  expect(screen.getByText(m.headers('dlt'))).toBeVisible();
  const ledger = screen.getByRole('region', { name: m.ledger });
  expect(
    within(ledger)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual([m.counts.due, m.counts.once, m.counts.twice, m.counts.forwarded]);
  const store = screen.getByRole('region', { name: m.store('db') });
  expect(store).toHaveTextContent('down, back in 2 s');
  expect(within(store).getAllByRole('rowheader')).toHaveLength(2);
  expect(store).toHaveTextContent(m.became.ignored);
});

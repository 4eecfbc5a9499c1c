import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { stepIsReady } from './helpers.ts';

/** Deeds of somebody who has never been here, from the home page until it is known why Kafka lost a message. */
const MOST_ACTIONS = 8;

test('whoever comes for the first time knows in a few clicks that Kafka lost a message, and why', async ({
  page,
}) => {
  let actions = 0;
  const press = async (what: Locator): Promise<void> => {
    actions += 1;
    await what.click();
  };

  await page.goto('./');
  await press(page.getByRole('link', { name: 'Lose a record and see why' }));
  await stepIsReady(page);
  await press(page.getByText('They are kept: broker 2 and 3 have them'));
  await press(page.getByRole('button', { name: 'Kill the leader right after an ack' }));
  await expect(page.getByText(/^The run lost \d+ payments? that pay-api had been told/)).toBeVisible();

  // The ledger says which ones, and why.
  await press(page.getByRole('radio', { name: 'Ledger' }));
  await press(page.getByRole('button', { name: /^[1-9]\d* records? lost after the ack: open the list$/ }));
  const list = page.getByRole('region', { name: /^[1-9]\d* records? lost after the ack$/ });
  await expect(list).toContainText(/records? \d+.* of pay-api, payments-0/);
  await expect(list).toContainText('in no log');
  await press(list.getByLabel(/^Why\? records? \d+.* of pay-api, payments-0 lost$/));
  await expect(list).toContainText('pay-api started with acks=1');
  await expect(list).toContainText(/Broker 2 was elected leader of payments-0.* after broker 1/);
  await expect(list).toContainText('Broker 1 crashed');
  await expect(list).toContainText(/Broker 1 truncated payments-0 from \d+ to \d+/);

  expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);
});

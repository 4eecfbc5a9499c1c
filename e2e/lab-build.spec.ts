import type { Page } from 'playwright/test';
import { expectNoViolations } from './expectNoViolations.ts';
import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { clock, copiedLink, openLab, outline, scrub, stepUntil, trace } from './helpers.ts';

const open = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
const send = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('a cluster is built: a broker, a topic, a reassignment, an election, and all of it undone', async ({
  page,
}) => {
  await openLab(page);
  const before = (await copiedLink(page)).link;

  await open(page, 'Add a broker');
  await expect(field(page, 'node.id')).toHaveValue('4');
  await expect(field(page, 'broker.rack')).toHaveValue('a');
  await send(page, 'Start it');
  // The run goes on from where it stood.
  await expect(clock(page)).toHaveText('0:01.000');
  await expect(trace(page)).toContainText('Broker 4 started.');
  await stepUntil(page, outline(page).getByText(/Broker 4, rack a, (running|no replica)/));

  await open(page, 'Create a topic');
  await field(page, 'Topic').fill('orders');
  await field(page, 'Partitions').fill('2');
  await field(page, 'Replication factor').fill('3');
  await field(page, 'Configs').fill('min.insync.replicas=2');
  await send(page, 'Create it');
  await expect(trace(page)).toContainText('Topic orders');
  await stepUntil(page, outline(page).getByText(/orders-1: broker \d leads.*In sync: 3 of 3/));

  await open(page, 'Reassign replicas');
  await field(page, 'Partition').selectOption('payments-0');
  await field(page, 'Replicas, preferred leader first').fill('4,2,3');
  await send(page, 'Reassign');
  await stepUntil(page, trace(page).getByText('Reassignment of payments-0 is complete: replicas {4, 2, 3}.'));
  await expect(page.getByRole('dialog')).toBeHidden();

  await open(page, 'Undo the last deed');
  await expect(trace(page)).not.toContainText('Reassignment of payments-0 began');
  await open(page, 'Undo the last deed');
  await expect(outline(page)).not.toContainText('orders-1');
  await open(page, 'Undo the last deed');
  await expect(outline(page)).not.toContainText('Broker 4');
  const after = (await copiedLink(page)).link;
  expect(after.digest).toBe(before.digest);
  expect(after.instant).toEqual(before.instant);
});

test('a deed of the palette is dropped on a broker in the picture, and a new thing anywhere', async ({
  page,
}) => {
  await openLab(page);
  const broker2 = page.locator('[data-entity="broker:2"]').first();
  await page.getByRole('button', { name: 'Crash (SIGKILL)…', exact: true }).dragTo(broker2);
  await expect(trace(page)).toContainText('Broker 2 crashed');
  await page.getByRole('button', { name: 'Add a producer', exact: true }).dragTo(broker2);
  await expect(field(page, 'client.id')).toBeVisible();
});

test('what Kafka refuses is told by Kafka’s error, and the form stays to be mended', async ({ page }) => {
  await openLab(page);
  await open(page, 'Create a topic');
  await field(page, 'Topic').fill('orders');
  await field(page, 'Replication factor').fill('5');
  await send(page, 'Create it');
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toContainText('CreateTopics was refused: INVALID_REPLICATION_FACTOR');
  await expect(alert).toContainText('orders');
  await field(page, 'Replication factor').fill('two');
  await send(page, 'Create it');
  await expect(alert).toContainText('Replication factor: two');
  await field(page, 'Replication factor').fill('2');
  await field(page, 'Replication factor').press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(outline(page)).toContainText('orders-0');
});

test('a broker is stopped, unregistered, and a broker config set and removed', async ({ page }) => {
  await openLab(page);
  await open(page, 'Remove a broker');
  await expect(field(page, 'Broker')).toHaveValue('broker:3');
  await send(page, 'Stop it cleanly first');
  await page.keyboard.press('Escape');
  await stepUntil(page, trace(page).getByText('Broker 3 stopped.'));
  await open(page, 'Remove a broker');
  await send(page, 'Unregister it');
  await expect(trace(page)).toContainText('Broker 3 was unregistered');

  await open(page, 'Configs of brokers and topics');
  await field(page, 'Of').selectOption('broker:1');
  await field(page, 'Config').selectOption('num.io.threads');
  await field(page, 'Value').fill('0');
  await send(page, 'Set');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('num.io.threads');
  await field(page, 'Value').fill('4');
  await send(page, 'Set');
  await expect(page.getByRole('dialog')).toContainText('num.io.threads=4');
  await send(page, 'Remove num.io.threads');
  await expect(page.getByRole('dialog')).not.toContainText('num.io.threads=4');
});

test('racks, controllers and times start the scenario anew, and undo brings the run back', async ({
  page,
}) => {
  await openLab(page);
  await scrub(page, 'ArrowRight');
  const before = (await copiedLink(page)).link;
  await open(page, 'Nodes, racks, network, times');
  await field(page, 'Rack of broker 3').fill('b');
  await page.getByRole('dialog').getByRole('radio', { name: '3', exact: true }).click();
  await field(page, 'Latency, one way').fill('fast');
  await send(page, 'Start this anew');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('network.latency');
  await field(page, 'Latency, one way').fill('2ms');
  await send(page, 'Start this anew');
  await expect(outline(page)).toContainText('Broker 3, rack b');
  await expect(outline(page)).toContainText('Controller 103');
  await open(page, 'Undo the last deed');
  await expect(outline(page)).toContainText('Broker 3, rack c');
  const after = (await copiedLink(page)).link;
  expect(after.digest).toBe(before.digest);
  expect(after.instant).toEqual(before.instant);
});

test('a database stands beside the consumer that writes to it, and a consumer is called upon to seek', async ({
  page,
}) => {
  onlyWithAll();
  await openLab(page);
  await open(page, 'Add a database');
  await field(page, 'A transaction takes').fill('quick');
  await send(page, 'Add it');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('stores[0].latency');
  await field(page, 'A transaction takes').fill('5ms');
  await send(page, 'Add it');
  // Nobody writes to it yet: the outline knows it, and it has no place in the picture.
  await expect(outline(page)).toContainText('Database db-1');
  await expect(page.locator('[data-entity="store:db-1"]')).toHaveCount(0);

  await open(page, 'Add a consumer');
  await field(page, 'It reads').selectOption('group');
  await field(page, 'It commits').selectOption('commitSync');
  await page.getByRole('dialog').getByRole('button', { name: 'Database' }).click();
  await field(page, 'It writes to').selectOption('db-1');
  await send(page, 'Add it');
  await expect(page.locator('[data-entity="store:db-1"]')).toBeVisible();
  await expect(outline(page)).toContainText('Database db-1, 0 rows');

  await open(page, 'Calls on a consumer');
  await send(page, 'Call');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the forms have no problem that axe finds', async ({ page }) => {
  onlyWithAll();
  await openLab(page);
  for (const name of [
    'Add a broker',
    'Create a topic',
    'Add a producer',
    'Add a consumer',
    'Add a database',
    'Add a queue broker',
    'Add partitions',
    'Reassign replicas',
    'Elect leaders',
    'Configs of brokers and topics',
    'Client quotas',
    'Calls on a consumer',
    'Groups: configs and offsets',
    'Nodes, racks, network, times',
    'Remove a broker',
    'Delete a topic',
    'Remove a client',
  ]) {
    await open(page, name);
    await expect(page.getByRole('dialog')).toBeVisible();
    await test.step(name, async () => expectNoViolations(page, '[role=dialog]'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

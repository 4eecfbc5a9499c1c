import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { card, mainButton, openLab, outline, scrub, scrubUntil, stepIsReady } from './helpers.ts';

// Played from end to end, at both widths and under axe, it is in lessons.spec.ts; here is what only this lesson has.

test('what creating a topic writes stands in the metadata log, follows the time, and can be scrolled by keyboard', async ({
  page,
}) => {
  await page.goto('./#/lesson/cluster-anatomy/create-topic');
  await stepIsReady(page);
  const log = page.getByRole('table', { name: /metadata log, the newest first/ });
  await expect(log.getByRole('row', { name: /PartitionRecord topic payments/ })).toHaveCount(6);
  await expect(log.getByRole('row', { name: /refunds/ })).toHaveCount(0);
  await page.getByLabel('Your number').fill('5');
  await page.getByRole('button', { name: 'That is my answer' }).click();
  await mainButton(page).click();
  await expect(page.locator('.predict')).toContainText('The run says: 5 records.');
  await expect(log.getByRole('row', { name: /refunds/ })).toHaveCount(5);
  await expect(log.getByRole('row').nth(1)).toContainText(/PartitionRecord.*refunds.*committed/);
  await scrub(page, 'PageDown');
  await expect(log.getByRole('row', { name: /refunds/ })).toHaveCount(0);

  const list = page.getByRole('region', { name: 'Records of __cluster_metadata' });
  await list.focus();
  await page.keyboard.press('End');
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test('each card says how many partitions its broker leads, and the stage shows the one that is chosen', async ({
  page,
}) => {
  await page.goto('./#/lesson/cluster-anatomy/offsets');
  await stepIsReady(page);
  await expect(card(page, 'broker:1')).toContainText('in ISR, leads 2');
  await page.getByRole('combobox', { name: /Partition/ }).selectOption('payments-2');
  await expect(card(page, 'broker:3')).toHaveAccessibleName(/leader, epoch 0/);
});

test('break it yourself: the run sees that one broker leads all', async ({ page }) => {
  onlyWithAll();
  await page.goto('./#/lesson/cluster-anatomy/break-it');
  await stepIsReady(page);
  const goal = page.getByRole('listitem').filter({ hasText: 'Make one broker lead all six partitions.' });
  await expect(goal).toContainText('open');
  const crash = async (broker: number) => {
    await card(page, `broker:${broker}`).click();
    await page.getByRole('menuitem', { name: 'Crash (SIGKILL)' }).click();
    await expect(outline(page)).toContainText(new RegExp(`Broker ${broker}, rack \\w, crashed`));
  };
  await crash(1);
  await scrubUntil(page, page.getByText(/payments-0: broker 2 leads/).first());
  await crash(2);
  await scrubUntil(page, goal.getByText('done', { exact: true }));
});

test('the Lab has the metadata log, too', async ({ page }) => {
  await openLab(page);
  await page.getByRole('radio', { name: 'Metadata log' }).click();
  await expect(page.getByRole('table', { name: /metadata log/ })).toContainText('RegisterBrokerRecord');
});

import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { clock, copiedLink, doTo, openLab, outline, scrub } from './helpers.ts';

const deed = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Where the two part' });
const stage = (page: Page, letter: string) =>
  page.getByRole('group', { name: new RegExp(`^Replica logs of ${letter}, `) });

test('a branch beside what it left: first and next difference, ledgers, and a link that brings both back', async ({
  page,
}) => {
  await openLab(page);
  await deed(page, 'Fork here').click();
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed');
  await deed(page, 'Compare').click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare: main and crash broker 1');
  await expect(clock(page)).toHaveText('0:01.000');
  await page.keyboard.press('1');
  await expect(bar(page)).toContainText('First difference 0:01.000. Only B: Broker 1 crashed.');
  await page.keyboard.press('n');
  await expect(bar(page)).toContainText(/Difference at 0:/);
  // Keys of time move both.
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  for (let i = 0; i < 4; i++) await scrub(page, 'PageUp');
  await expect(stage(page, 'A').getByRole('listitem').first()).toContainText('Broker 1, L, ');
  await expect(stage(page, 'B').getByRole('listitem').nth(1)).toContainText('Broker 2, L, ');
  await expect(page.getByRole('table')).toContainText('produced');

  const { address, link } = await copiedLink(page);
  expect(link.compare?.other).toMatchObject({ name: 'crash broker 1', scenario: null });
  const now = await clock(page).innerText();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(clock(page)).toHaveText(now);
  await expect(stage(page, 'B').getByRole('listitem').nth(1)).toContainText('Broker 2, L, ');
  await expect(bar(page)).toContainText('The first difference is at 0:01.000');
});

test('one config otherwise, from the start', async ({ page }) => {
  await openLab(page);
  await deed(page, 'Compare').click();
  await page.getByLabel('Config', { exact: true }).selectOption('acks');
  await page.getByLabel('Value in B').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/acks=1$/);
  await expect(bar(page)).toContainText('The first difference is at 0:00.000.');
  // Meanwhile the next one may have been found, too.
  await bar(page)
    .getByRole('button', { name: /^First difference/ })
    .click();
  await expect(bar(page)).toContainText(/0:00\.000.*pay-api started with acks=all.*acks=1/);
});

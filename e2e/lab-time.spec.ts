import { expectNoViolations } from './expectNoViolations.ts';
import { expect, test } from './fixtures.ts';
import { clock, copiedLink, openLab, scrub, scrubber, trace } from './helpers.ts';

test('a fault is planned, seen before it comes, and comes as often as it was planned', async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Plan a fault' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plan a fault' });
  await dialog.getByLabel('What').selectOption('PauseProcess');
  await dialog.getByLabel('At, in seconds of the run').fill('0.5');
  await dialog.getByRole('button', { name: 'Plan it' }).click();
  await expect(dialog).toContainText('That time is over');
  await dialog.getByLabel('At, in seconds of the run').fill('4');
  await dialog.getByLabel('Undo it after so many seconds').fill('0.2');
  await dialog.getByRole('radio', { name: 'again and again' }).click();
  await dialog.getByLabel('Every so many seconds').fill('2');
  await dialog.getByLabel('How often in all').fill('2');
  await expectNoViolations(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Plan it' }).click();
  await expect(page.getByText('from 0:04.000 on, every 2 s, 2 times')).toBeVisible();
  await expect(clock(page)).toHaveText('0:01.000');
  const { link } = await copiedLink(page);
  expect(link.scenario.commands).toMatchObject([
    { kind: 'PauseProcess', atUs: 4_000_000, repeat: { everyUs: 2_000_000, times: 2 } },
    { kind: 'ResumeProcess', atUs: 4_200_000, repeat: { everyUs: 2_000_000, times: 2 } },
  ]);
  await scrubber(page).press('PageUp');
  await scrub(page, 'PageUp');
  await scrub(page, 'PageUp');
  await expect(trace(page)).toContainText(/SIGSTOP|stopped|stands still|paused/i);
  await expect(page.getByText('done').first()).toBeVisible();
});

test('moments get names that stay with the run and go with its link; steps go by event and back', async ({
  page,
}) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Bookmarks' }).click();
  await page.getByLabel(/^Name of this moment/).fill('calm');
  await page.getByRole('button', { name: 'Set it here' }).click();
  await scrub(page, 'PageUp');
  const { address, link } = await copiedLink(page);
  expect(link.bookmarks).toEqual([{ name: 'calm', at: link.bookmarks?.[0]?.at }]);
  await scrubber(page).press('j');
  await expect(clock(page)).toHaveText('0:01.000');

  const steps = page.getByLabel('Step by');
  if (!(await steps.isVisible())) await page.getByRole('button', { name: /^Speed/ }).click();
  await steps.selectOption('event');
  const stand = () => scrubber(page).getAttribute('aria-valuetext');
  const before = await stand();
  for (let i = 0; i < 12; i++) await page.getByRole('button', { name: 'One event on' }).click();
  await expect.poll(stand).not.toBe(before);
  for (let i = 0; i < 12; i++) await page.getByRole('button', { name: 'One event back' }).click();
  await expect(clock(page)).toHaveText(/^0:0(1\.000|0\.9\d\d)$/);

  await page.reload();
  await page.getByRole('button', { name: 'Bookmarks' }).click();
  await expect(page.getByRole('button', { name: 'Go to calm, 0:01.000' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(address);
  await page.getByRole('button', { name: 'Bookmarks' }).click();
  await expect(page.getByRole('button', { name: 'Go to calm, 0:01.000' })).toBeVisible();
});

test('the dashboard: percentiles, an alert that becomes a mark, and a CSV', async ({ page }) => {
  await openLab(page);
  await scrub(page, 'PageUp');
  await page.getByRole('button', { name: 'Dashboard' }).click();
  const board = page.getByRole('region', { name: 'Dashboard' });
  await board.getByRole('button', { name: 'Add request percentiles' }).click();
  await expect(board.getByText(/^p99 \d/).first()).toBeVisible();
  await board.getByLabel('Condition').selectOption('above');
  await board.getByLabel('Threshold').fill('-1');
  await board.getByRole('button', { name: 'Add the rule' }).click();
  await expect(board.getByRole('region', { name: 'Alerts' })).toContainText(/fired/);
  await expectNoViolations(page, '.hw-dashboard');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    board.getByRole('button', { name: 'Download what is shown as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('metrics.csv');
  await page.keyboard.press('Escape');
  await expect(board).toBeHidden();
});

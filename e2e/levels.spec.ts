import { expect, test } from './fixtures.ts';
import { clock, openLab } from './helpers.ts';

test('a large cluster opens as a heat map; Enter goes to the partition of a cell and Escape comes back to it', async ({
  page,
}) => {
  await openLab(page);
  await page.getByRole('button', { name: /^Choose or edit/ }).click();
  await page.getByRole('button', { name: /1,200 partitions/ }).click();
  const heat = page.getByRole('group', { name: /^30 brokers, 1.200 partitions, 3.600 replicas$/ });
  await expect(heat).toBeVisible({ timeout: 90_000 });
  await expect(clock(page)).toHaveText('0:08.000', { timeout: 90_000 });
  await expect(page.getByRole('button', { name: /^\W*8 under min ISR/ })).toBeVisible();
  await heat.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const open = page.getByRole('button', { name: /^Open \S+-\d+$/ });
  const name = ((await open.getAttribute('aria-label')) ?? '').replace('Open ', '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: new RegExp(`^Replicas of ${name}:`) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heat).toBeFocused();
  await expect(open).toHaveAttribute('aria-label', `Open ${name}`);
  // The same cell among the partitions of its topic, and the topic itself; Escape comes back here from there, too.
  await page.getByRole('radio', { name: 'By topic' }).click();
  await page.getByRole('button', { name: `Open the topic ${name.replace(/-\d+$/, '')}` }).click();
  const row = page.getByRole('button', { name: new RegExp(`^${name}, leader .* Open$`) });
  await expect(row).toHaveAttribute('aria-pressed', 'true');
  await row.press('Escape');
  await expect(open).toHaveAttribute('aria-label', `Open ${name}`);
});

test('the stage shows the run from its sides, and what is selected stays', async ({ page }) => {
  await openLab(page);
  const levels = page.getByRole('radiogroup', { name: 'What the stage shows' });
  await levels.getByRole('radio', { name: 'Space-time' }).click();
  const picture = page.getByRole('group', { name: /^Space-time diagram/ });
  await picture.focus();
  await expect(page.getByRole('region', { name: 'RPCs in this stretch of time' })).toContainText(
    'Produce request',
  );
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Chain of causes')).toBeVisible();
  await levels.getByRole('radio', { name: 'Request path' }).click();
  await expect(page.getByRole('group', { name: 'Request path of broker 1' })).toContainText(
    'queued.max.requests',
  );
  await levels.getByRole('radio', { name: 'Event log' }).click();
  await page.getByRole('textbox', { name: 'Find in facts' }).fill('ledger-1');
  const log = page.getByRole('group', { name: 'Event log' });
  await expect(log).toContainText('1 fact,');
  await expect(log).toContainText('ledger-1 reset its position');
  await expect(log).not.toContainText('pay-api started');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: /^Replicas of payments-0/ })).toBeVisible();
});

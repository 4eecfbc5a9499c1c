import { expect, test } from './fixtures.ts';
import { expectNoViolations } from './expectNoViolations.ts';
import { openLab } from './helpers.ts';

test('Why? names a rule in each link, leads to the ledger, and makes a report that repeats the run', async ({
  page,
}) => {
  await openLab(page);
  await page.locator('[data-entity="broker:1"]').first().focus();
  await page.keyboard.press('c');
  await page.keyboard.press('w');
  const inspector = page.getByRole('region', { name: 'Broker 1', exact: true });
  const process = inspector.getByText('Process: why?');
  await process.click();
  const link = inspector.getByRole('link', { name: 'Link to rule killed-and-powerless' }).first();
  await expect(link).toHaveAttribute('href', '#/about/fidelity/killed-and-powerless');
  await expect(inspector.getByText(/^Ends when somebody starts its process again/).first()).toBeVisible();
  await inspector.getByText('Report a wrong rule').first().click();
  const report = inspector.getByText(/^Highwater engine/);
  await expect(report).toContainText(/Link that repeats it: http.*#\/l\/1\./);
  await expect(report).toContainText('kafka.version: 4.2');
  await expectNoViolations(page);
});

test('the narration goes by key on every level of the stage', async ({ page }) => {
  await openLab(page);
  for (const [level, told] of [
    ['Heat map', 'every'],
    ['Space-time', 'errors'],
    ['Quorum', 'changes'],
    ['Event log', 'every'],
  ] as const) {
    await page.getByRole('radio', { name: level, exact: true }).click();
    await page.getByRole('radio', { name: level, exact: true }).focus();
    await page.keyboard.press('v');
    await expect(page.locator('[data-live="polite"]')).toContainText(new RegExp(`^Narration: .*${told}`));
    await page.keyboard.press('m');
    await expect(page.locator('[data-live="polite"]')).toContainText('Narration off.');
    await page.keyboard.press('m');
  }
});

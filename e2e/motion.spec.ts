import { expect, test } from './fixtures.ts';
import { clock, doTo, openLab, outline, stepUntil, trace } from './helpers.ts';

test.describe('reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing plays by itself, and the step is the next event', async ({ page }) => {
    await page.goto('./#/');
    await expect(page.getByRole('img', { name: /^Replicas of payments-0/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause the picture' })).toHaveCount(0);

    await openLab(page);
    await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
    await doTo(page, 'Crash (SIGKILL)', 'broker 1');
    await stepUntil(page, trace(page).getByText(/Controller fenced broker 1/));
    // Space is play elsewhere; here it goes to the next event, and stands.
    await page.locator('[data-entity="broker:2"]').focus();
    const before = await clock(page).innerText();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await expect(clock(page)).not.toHaveText(before);
    await expect(outline(page)).toContainText('Broker 1, rack a, crashed');
  });
});

test('what changes is spoken; errors interrupt', async ({ page }) => {
  await openLab(page);
  const polite = page.locator('[data-live="polite"]');
  const assertive = page.locator('[data-live="assertive"]');
  await expect(polite).toHaveAttribute('aria-live', 'polite');
  await expect(assertive).toHaveAttribute('aria-live', 'assertive');
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  await expect(polite).toContainText('0:01.000. Broker 1 crashed.');
  await page.getByRole('button', { name: 'Next event' }).click();
  await expect(assertive).toContainText(/lost broker 1/);
  await stepUntil(page, trace(page).getByText(/Controller fenced broker 1/));
  await expect(polite).toContainText(/fenced broker 1|left the ISR|In \d+ seconds/);

  // M mutes, V says how much is told.
  await page.locator('[data-entity="broker:1"]').focus();
  await page.keyboard.press('m');
  await expect(polite).toHaveText('Narration off.');
  await page.keyboard.press('v');
  await expect(polite).toHaveText(/^Narration: everything\./);
});

import { expect, test } from './fixtures.ts';
import { clock, outline, scrubUntil } from './helpers.ts';

test('a real incident opens in the Lab shortly before it happens, and goes on', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('link', { name: /^Real incidents/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Real incidents');
  await page.getByRole('link', { name: /^Open in the Lab.*An unclean election/ }).click();
  await expect(page).toHaveURL(/#\/incidents\/REP-04$/);
  await expect(clock(page)).toHaveText('0:44.500');
  await expect(page.getByText('the topic allows unclean leader election').first()).toBeVisible();
  await expect(outline(page)).toContainText('orders-0: no leader');
  await scrubUntil(page, outline(page).getByText(/orders-0: broker 2 leads/));

  // The contrast is one step away, and the way back too.
  await page.getByRole('link', { name: /^The same without unclean election/ }).click();
  await expect(page).toHaveURL(/#\/incidents\/REP-04\.clean$/);
  await expect(clock(page)).toHaveText('0:44.500');
  await expect(page.getByRole('link', { name: /^An unclean election writes over/ })).toBeVisible();
});

test('an incident that does not exist says so', async ({ page }) => {
  await page.goto('./#/incidents/REP-99');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
});

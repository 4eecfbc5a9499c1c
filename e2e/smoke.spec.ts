import { expect, test } from './fixtures.ts';

test('the page opens and says what it is', { tag: '@subpath' }, async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle(/Highwater/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

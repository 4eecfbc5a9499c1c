import type { Page } from 'playwright/test';
import { cutTexts } from './cutText.ts';
import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { LESSON, mainButton, openLab, openStep, outline, stepIsReady, stepUntil, trace } from './helpers.ts';

const isAll = process.env.HIGHWATER_TEST_ALL === '1';

// For the sake of time one theme each and no width between; with `test:all` three widths in both themes.
const SIZES = [
  { width: 1440, height: 900, themes: isAll ? (['dark', 'light'] as const) : (['dark'] as const) },
  ...(isAll ? [{ width: 1024, height: 768, themes: ['dark', 'light'] as const }] : []),
  { width: 390, height: 844, themes: isAll ? (['dark', 'light'] as const) : (['light'] as const) },
];

type Theme = 'dark' | 'light';

/** A picture of it, and no word of it is cut off. */
async function lookAt(page: Page, name: string, themes: readonly Theme[]): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.screenshot({ path: `test-results/screens/${name}-${width}x${height}-${colorScheme}.png` });
  }
  expect.soft(await cutTexts(page), `${name}: nothing is cut off`).toEqual([]);
}

for (const { width, height, themes } of SIZES) {
  test.describe(`screens ${width} px wide`, () => {
    const look = (page: Page, name: string) => lookAt(page, name, themes);

    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } });

    test('home, lesson', async ({ page }) => {
      await page.goto('./#/');
      await expect(page.getByRole('img', { name: /^Replicas of payments-0/ })).toBeVisible();
      await look(page, 'home');

      await openStep(page, 'who-has-it');
      await look(page, 'lesson-1');
      await openStep(page, 'two-down');
      await look(page, 'lesson-5-before');
      await page.getByText('Stored on broker 1 and acknowledged').click();
      await mainButton(page).click();
      await expect(page.getByRole('button', { name: 'Watch it happen' })).toBeVisible({ timeout: 20_000 });
      await page.getByRole('button', { name: 'Watch it happen' }).scrollIntoViewIfNeeded();
      await look(page, 'lesson-5-after');
      await page.goto(`${LESSON}/matrix`);
      await expect(page.getByText('Step 10 of 11')).toBeVisible();
      await look(page, 'lesson-10');
      await openStep(page, 'break-it');
      await look(page, 'lesson-11');
    });

    test('cluster anatomy', async ({ page }) => {
      await page.goto('./#/lesson/cluster-anatomy/offsets');
      await stepIsReady(page);
      await look(page, 'anatomy-1');
      await page.goto('./#/lesson/cluster-anatomy/create-topic');
      await stepIsReady(page);
      await page.getByRole('button', { name: 'Show me without' }).click();
      await mainButton(page).click();
      await expect(page.getByRole('button', { name: 'Watch it happen' })).toBeVisible({ timeout: 20_000 });
      await look(page, 'anatomy-5-after');
      await page.getByRole('button', { name: 'Watch it happen' }).scrollIntoViewIfNeeded();
      await look(page, 'anatomy-5-table');
      await page.goto('./#/lesson/cluster-anatomy/no-majority');
      await stepIsReady(page);
      await page.getByRole('button', { name: 'Show me without' }).click();
      await mainButton(page).click();
      await expect(page.getByRole('button', { name: 'Watch it happen' })).toBeVisible({ timeout: 20_000 });
      await look(page, 'anatomy-8-after');
    });

    test('Lab, what is modelled, a broken link', async ({ page }) => {
      if (width > 1000) onlyWithAll();
      await openLab(page);
      await look(page, 'lab');
      await page.locator('[data-entity="broker:1"]').click();
      await page.getByRole('menuitem', { name: 'Crash (SIGKILL)' }).click();
      await stepUntil(page, outline(page).getByText(/broker 2 leads/));
      await page.locator('[data-entity="broker:2"]').click();
      await page.getByRole('menuitem', { name: 'Crash (SIGKILL)' }).click();
      await stepUntil(page, outline(page).getByText('Last error NOT_ENOUGH_REPLICAS.'));
      await look(page, 'lab-refused');
      await expect(trace(page)).toContainText('NOT_ENOUGH_REPLICAS');
      await page.getByRole('radio', { name: 'Ledger' }).click();
      await expect(page.getByRole('button', { name: /records produced/ })).toBeVisible();
      await look(page, 'lab-ledger');
      await page.getByRole('radio', { name: 'Command line' }).click();
      await expect(page.getByLabel('kafka-topics.sh --describe')).toContainText('PartitionCount');
      await look(page, 'lab-describe');
      await page.goto('./#/about/fidelity');
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await look(page, 'fidelity');
      await page.goto('./#/l/1.abc');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await look(page, 'broken-link');
    });
  });
}

import type { Page } from 'playwright/test';
import { expectNoViolations } from './expectNoViolations.ts';
import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { openLab } from './helpers.ts';

const isAll = process.env.HIGHWATER_TEST_ALL === '1';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;

// What the Lab can show beside its picture, a picture of each, and axe over all of it; one of it as a smoke.
for (const viewport of SIZES) {
  for (const theme of THEMES) {
    if (!isAll && !(viewport.width === 1024 && theme === 'dark')) continue;
    test(`the Lab ${viewport.width} px wide, ${theme}: every panel, dialog and menu`, async ({ browser }) => {
      onlyWithAll();
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await openLab(page);
      const panels = page.locator('.stage-panels-choice [role="radio"]');
      const count = isAll ? await panels.count() : 2;
      for (let i = 0; i < count; i++) {
        await panels.nth(i).click();
        await look(page, theme, `panel-${i}`, '.stage-panels');
      }
      // On a wide screen they stand under the timeline.
      const metrics = page.getByRole('radio', { name: 'Metrics' });
      if (viewport.width < 1320) await metrics.click();
      await page.getByRole('button', { name: 'Dashboard' }).click();
      await expect(page.getByRole('region', { name: 'Dashboard' })).toBeVisible();
      await look(page, theme, 'dashboard', '.hw-dashboard');
      await page.getByRole('button', { name: 'Back to the picture' }).click();
      if (isAll && viewport.width > 700) {
        for (const name of ['Choose or edit', 'Paste kafka-topics.sh output', 'Plan a fault', 'Export']) {
          await page.getByRole('button', { name, exact: true }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
          await look(page, theme, `dialog-${name.split(' ')[0]?.toLowerCase() ?? ''}`, '[role="dialog"]');
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toBeHidden();
        }
        await page.locator('[data-entity="broker:1"]').first().click();
        await look(page, theme, 'menu', '[role="dialog"], [role="menu"]');
      }
      await context.close();
    });
  }
}

async function look(page: Page, theme: 'light' | 'dark', name: string, part: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await page.screenshot({ path: `test-results/screens/lab-${name}-${width}-${theme}.png` });
  await expectNoViolations(page, part);
}

import type { Page } from 'playwright/test';
import { expectNoViolations } from './expectNoViolations.ts';
import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { clock, doTo, openLab, outline } from './helpers.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** In the text panel or the header, at every width. */
const DIALOGS = ['Choose or edit', 'Your scenarios', 'Paste kafka-topics.sh output', 'Plan a fault'];
/** On a phone these stand in the menu. */
const HEADER_DIALOGS = ['Export', 'Do anything'];
const BUILD_FORMS = ['Add a broker', 'Create a topic', 'Add a producer', 'Configs of brokers and topics'];

const PAGES = [
  { name: 'errors', address: './#/errors' },
  { name: 'error', address: './#/errors/NOT_ENOUGH_REPLICAS' },
  { name: 'incidents', address: './#/incidents' },
  { name: 'fidelity-rule', address: './#/about/fidelity' },
  { name: 'versions', address: './#/about/versions' },
  { name: 'nowhere', address: './#/nowhere' },
  { name: 'lesson-not-written', address: './#/lesson/schemas' },
];

// All that the Lab can show beside its first picture, and the pages that it leads to: a picture of each, and axe over it.
for (const viewport of SIZES) {
  for (const theme of THEMES) {
    test.describe(`${viewport.width} px wide, ${theme}`, () => {
      test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });
      const isPhone = viewport.width < 700;
      const see = (page: Page, name: string, part?: string) => look(page, theme, name, part);

      test('every level of the stage', async ({ page }) => {
        onlyWithAll();
        await openLab(page);
        const levels = page.getByLabel('What the stage shows').first();
        await expect(levels).toBeVisible();
        const isList = (await levels.evaluate(({ tagName }) => tagName)) === 'SELECT';
        const names = await levels.locator(isList ? 'option' : '[role="radio"]').allInnerTexts();
        expect(names).toHaveLength(10);
        for (const name of names) {
          if (isList) await levels.selectOption(name);
          else await levels.getByRole('radio', { name, exact: true }).click();
          await page.waitForTimeout(300);
          await see(page, `level-${name.toLowerCase().replace(' ', '-')}`);
        }
      });

      test('every panel, and the dashboard', async ({ page }) => {
        onlyWithAll();
        await openLab(page);
        const panels = page.locator('.stage-panels-choice [role="radio"]');
        for (let i = 0; i < (await panels.count()); i++) {
          await panels.nth(i).click();
          await see(page, `panel-${i}`, '.stage-panels');
        }
        // Elsewhere the way there stands at the end of the timeline.
        if (viewport.width < 720) await page.getByRole('radio', { name: 'Metrics' }).click();
        await page.getByRole('button', { name: 'Dashboard' }).click();
        await expect(page.getByRole('region', { name: 'Dashboard' })).toBeVisible();
        await see(page, 'dashboard', '.hw-dashboard');
      });

      test('dialogs, menus and forms', async ({ page }) => {
        onlyWithAll();
        await openLab(page);
        const dialog = async (name: string, open: () => Promise<void>) => {
          await test.step(name, async () => {
            await open();
            await expect(page.getByRole('dialog').first()).toBeVisible();
            await see(page, `dialog-${name.toLowerCase().replaceAll(/\W+/g, '-')}`, '[role="dialog"]');
            await page.keyboard.press('Escape');
            await expect(page.getByRole('dialog')).toBeHidden();
          });
        };
        const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
        for (const name of DIALOGS) await dialog(name, () => press(name));
        for (const name of HEADER_DIALOGS) {
          await dialog(name, async () => {
            if (!isPhone) return press(name);
            await press('More');
            await page.getByRole('menuitem', { name, exact: true }).click();
          });
        }
        if (isPhone) {
          await press('More');
          await see(page, 'menu-more', '[role="menu"]');
          await page.keyboard.press('Escape');
        } else for (const name of BUILD_FORMS) await dialog(name, () => press(name));
        await dialog('keys', () => page.keyboard.press('?'));
        await dialog('compare', () => press('Compare'));
        await dialog('bookmarks', async () => {
          const bookmarks = page.getByRole('button', { name: 'Bookmarks' });
          if (!(await bookmarks.isVisible())) await page.getByRole('button', { name: /^Speed/ }).click();
          await bookmarks.click();
        });
        await page.locator('[data-entity="broker:1"]').first().click();
        await expect(page.getByRole('menu')).toBeVisible();
        await see(page, 'menu-broker', '[role="dialog"], [role="menu"]');
        await page.getByRole('menuitem', { name: 'Look closer' }).click();
        await expect(page.getByText('Broker epoch')).toBeVisible();
        await see(page, 'inspector');
      });

      test('two runs side by side', async ({ page }) => {
        onlyWithAll();
        await openLab(page);
        await page.getByRole('button', { name: 'Fork here', exact: true }).click();
        await doTo(page, 'Crash (SIGKILL)', 'broker 1');
        await expect(outline(page)).toContainText('Broker 1, rack a, crashed');
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Compare: /);
        await expect(page.getByRole('region', { name: 'Where the two part' })).toContainText('0:01.000');
        await see(page, 'compare');
      });

      test('the files of a replica', async ({ page }) => {
        onlyWithAll();
        await openLab(page);
        await page.getByRole('button', { name: 'Look into the directory' }).click();
        await expect(page.getByRole('heading', { name: /payments-0/ }).first()).toBeVisible();
        await see(page, 'files');
      });

      test('pages beside the Lab', async ({ page }) => {
        onlyWithAll();
        for (const { name, address } of PAGES) {
          await page.goto(address);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByRole('main')).not.toBeEmpty();
          if (name === 'fidelity-rule') await page.getByRole('radio', { name: /not modelled$/ }).click();
          await test.step(name, () => see(page, `page-${name}`));
        }
        await page.goto('./#/errors/NOT_ENOUGH_REPLICAS/lab');
        await expect(clock(page)).toBeVisible();
        await expect(outline(page)).toContainText('Broker');
        await see(page, 'page-error-lab');
      });
    });
  }
}

/** A picture; and nothing that axe finds, of the whole page or of what was opened on it. */
async function look(page: Page, theme: Theme, name: string, part?: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await page.screenshot({ path: `test-results/screens/lab-${name}-${width}-${theme}.png` });
  await expectNoViolations(page, part, theme);
}

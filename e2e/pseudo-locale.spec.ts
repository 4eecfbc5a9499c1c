import type { Page } from 'playwright/test';
import { cutTexts } from './cutText.ts';
import { expect, test } from './fixtures.ts';

const isAll = process.env.HIGHWATER_TEST_ALL === '1';

/** What Kafka, the scenario or mathematics calls so stands as it is; all else has an accent on every letter. */
const NOT_TRANSLATED =
  '.mono, .hw-mono, code, pre, .katex, .m, .sr-only, select, textarea, [data-entity], kbd, .hw-metrics-name, svg title';

/** Texts in sight without an accent: they were left out of the catalogue. Names of the scenario are none. */
async function plainTexts(page: Page): Promise<string[]> {
  return page.evaluate((exempt) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (parent === null || !parent.checkVisibility() || parent.closest(exempt) !== null) continue;
      // Without its names: a topic, a client, a config, a metric, an RPC, a call have a dash, a dot, a capital within, brackets, or stand alone.
      const words = text.replaceAll(
        /\S*[-_.=:/\d]\S*|\b\w+\(\)|\b\w*[a-z][A-Z]\w*|\b[A-Z]{2,}\w*|\b(?:Produce|Fetch|Max|Mean|Count)\b/g,
        ' ',
      );
      if (/[a-z]{3,}/.test(words) && !/[\u00C0-\uFFFF]/.test(text)) found.push(text.slice(0, 80));
    }
    return [...new Set(found)];
  }, NOT_TRANSLATED);
}

const SCREENS = [
  { name: 'the Lab', hash: '#/lab', isSmoke: true },
  { name: 'home', hash: '#/', isSmoke: false },
  { name: 'a lesson', hash: '#/lesson/acks-and-min-insync', isSmoke: false },
  { name: 'incidents', hash: '#/incidents', isSmoke: false },
  { name: 'other versions', hash: '#/about/versions', isSmoke: false },
];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

// One screen as a smoke; with `test:all` each at three widths.
for (const [i, viewport] of SIZES.entries()) {
  test.describe(`in another language, ${viewport.width} px wide`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });
    for (const { name, hash, isSmoke } of SCREENS) {
      if (!isAll && !(isSmoke && i === 0)) continue;
      test(`${name}: no text is left out, and longer ones have room`, async ({ page }) => {
        await page.goto(`./?locale=pseudo${hash}`);
        await expect(page.locator('main')).toContainText(/[åéîöû]/);
        await page.waitForTimeout(1500);
        await page.screenshot({ path: `test-results/screens/pseudo-${name}-${viewport.width}.png` });
        if (hash === '#/lab') {
          expect.soft(await plainTexts(page)).toEqual([]);
          for (const panel of ['ledger', 'metrics'])
            await page
              .locator('.stage-panels [role="radio"]')
              .nth(panel === 'ledger' ? 1 : 2)
              .click();
          expect.soft(await plainTexts(page)).toEqual([]);
        }
        // Cards of the picture end with an ellipsis by intent; whole their words stand in the outline.
        const cut = (await cutTexts(page)).filter((text) => !/class="[^"]*(?:truncate|hw-mono)/.test(text));
        expect.soft(cut, `${name}: nothing is cut off`).toEqual([]);
        // Parts may scroll, the page never sideways.
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
      });
    }
  });
}

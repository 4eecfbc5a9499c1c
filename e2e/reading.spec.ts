import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { sidewaysPx, smallHitAreas } from './hitAreas.ts';
import { LAB, openLab, openStep } from './helpers.ts';
import { onlyWithAll } from './onlyWithAll.ts';

/** Sections 9 and 10 of the design, where they are about all of a screen: touch, 400 % zoom, the way of the Tab key, words for pictures. */

const isAll = process.env.HIGHWATER_TEST_ALL === '1';

const FINGER_PX = 44;

const PAGES = [
  './#/',
  './#/lab',
  './?embed=1#/lab',
  './#/errors',
  './#/errors/NOT_ENOUGH_REPLICAS',
  './#/incidents',
  './#/incidents/CON-20',
  './#/about/fidelity',
  './#/about/versions',
  './#/lesson/acks-and-min-insync/two-down',
  './#/lesson/acks-and-min-insync/matrix',
  './#/nowhere',
];

const levels = (page: Page) => page.getByLabel('What the stage shows').first();

async function levelNames(page: Page): Promise<readonly string[]> {
  await expect(levels(page)).toBeVisible();
  const isList = (await levels(page).evaluate(({ tagName }) => tagName)) === 'SELECT';
  return levels(page)
    .locator(isList ? 'option' : '[role="radio"]')
    .allInnerTexts();
}

const focusName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === null || element === document.body
      ? 'nowhere'
      : (element.getAttribute('aria-label') ?? element.textContent).trim();
  });

for (const width of [320, 390]) {
  test.describe(`${width} px wide, for a finger`, () => {
    // 320 px are what 1280 px leave at 400 % zoom.
    test.use({
      viewport: { width, height: 844 },
      hasTouch: true,
      isMobile: true,
      contextOptions: { reducedMotion: 'reduce' },
    });

    test('every level of the Lab is as wide as the page, and its controls are as large as a finger', async ({
      page,
    }) => {
      if (width !== 320) onlyWithAll();
      await openLab(page);
      const names = await levelNames(page);
      expect(names).toHaveLength(10);
      // For the sake of time the pictures alone; with `test:all` every level.
      for (const name of isAll ? names : ['Heat map', 'Cluster']) {
        await levels(page).selectOption(name);
        await page.waitForTimeout(200);
        expect.soft(await sidewaysPx(page), name).toBeLessThanOrEqual(0);
        expect.soft(await smallHitAreas(page, FINGER_PX), name).toEqual([]);
      }
      // The stage is high enough for those who write and read.
      await levels(page).selectOption('Partition');
      await expect(page.locator('[data-entity^="producer:"]')).toBeVisible();
      await expect(page.locator('[data-entity^="consumer:"]')).toBeVisible();
    });

    test('every page is as wide as the screen, and its controls are as large as a finger', async ({
      page,
    }) => {
      onlyWithAll();
      for (const address of PAGES) {
        await page.goto(address);
        await expect(page.getByRole('main')).not.toBeEmpty();
        await page.waitForTimeout(1000);
        expect.soft(await sidewaysPx(page), address).toBeLessThanOrEqual(0);
        expect.soft(await smallHitAreas(page, FINGER_PX), address).toEqual([]);
      }
    });
  });
}

test('with a mouse nothing of the Lab is smaller than 24 px', async ({ page }) => {
  onlyWithAll();
  await openLab(page);
  for (const name of await levelNames(page)) {
    await levels(page).getByRole('radio', { name, exact: true }).click();
    await page.waitForTimeout(300);
    expect.soft(await smallHitAreas(page, 24), name).toEqual([]);
  }
});

test('every picture of the Lab has words: what is drawn is hidden, or has a name', async ({ page }) => {
  onlyWithAll();
  await openLab(page);
  for (const name of await levelNames(page)) {
    await levels(page).getByRole('radio', { name, exact: true }).click();
    await page.waitForTimeout(400);
    const mute = await page.evaluate(() =>
      [...document.querySelectorAll('svg, canvas')]
        .filter((picture) => picture.checkVisibility() && picture.getBoundingClientRect().width > 60)
        .filter(
          (picture) =>
            picture.closest('[aria-hidden="true"]') === null &&
            !(picture.getAttribute('role') === 'img' && (picture.getAttribute('aria-label') ?? '') !== ''),
        )
        .map((picture) => picture.outerHTML.slice(0, 120)),
    );
    expect.soft(mute, name).toEqual([]);
    // And beside it stands what it shows as a table, a tree or a list that keys reach.
    const told = page
      .locator('.area-stage')
      .locator('table, [role="table"], [role="tree"], [role="treegrid"], [role="grid"], ul, ol, p')
      .first();
    await expect.soft(told, name).toBeAttached();
  }
});

test('the Tab key goes from the text over the prediction to the stage, what waits, the trace, and time', async ({
  page,
}) => {
  onlyWithAll();
  await openStep(page, 'two-down');
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.getSelection()?.removeAllRanges();
  });
  await page.getByRole('link', { name: 'Skip to the content' }).focus();
  const seen: string[] = [];
  for (let i = 0; i < 150 && seen.at(-1) !== '.area-transport'; i++) {
    const at = await page.evaluate(() => {
      const focused = document.activeElement;
      const places = ['.predict', '.area-text', '[data-entity]', '.stage-panels', '.area-transport'];
      return (
        places.find((place) => focused?.closest(place) !== null && focused?.closest(place) !== undefined) ??
        ''
      );
    });
    if (at !== '' && seen.at(-1) !== at) seen.push(at);
    await page.keyboard.press('Tab');
  }
  const order = ['.predict', '[data-entity]', '.stage-panels', '.area-transport'];
  expect(order.map((place) => seen.indexOf(place))).toEqual(
    order.map((place) => seen.indexOf(place)).toSorted((a, b) => a - b),
  );
  expect(order.every((place) => seen.includes(place))).toBe(true);
  // One stop, and roving inside.
  expect(seen.filter((place) => place === '[data-entity]')).toHaveLength(1);
});

test('the focus is never lost: what is removed hands it on, and a screen that goes gives it back', async ({
  page,
}) => {
  onlyWithAll();
  await openLab(page);
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
  };
  await press('Dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused();
  await press('Back to the picture');
  await expect.poll(() => focusName(page)).toMatch(/^Broker 1, /);
  await press('Look into the directory');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await press('Back to the Lab');
  await expect.poll(() => focusName(page)).toMatch(/^Broker 1, /);
  await press('Fork here');
  await press('Future A: more');
  await page.getByRole('menuitem', { name: 'Let it go' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focusName(page)).not.toBe('nowhere');
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => focusName(page)).not.toBe('nowhere');
  }
  await expect.poll(() => focusName(page)).toMatch(/^Broker 1, /);
});

test.describe('colours of the system', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('what is chosen is seen, and what is drawn keeps its colours', async ({ page }) => {
    onlyWithAll();
    await openLab(page);
    const ground = (name: string) =>
      levels(page)
        .getByRole('radio', { name, exact: true })
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground('Partition')).not.toBe(await ground('Topic'));
    await levels(page).getByRole('radio', { name: 'Heat map' }).click();
    const swatches = page.locator('.hw-heat-swatch');
    await expect(swatches.first()).toBeVisible();
    const colours = await swatches.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).backgroundColor),
    );
    expect(new Set(colours).size).toBeGreaterThan(4);
  });
});

test('in a lecture room dialogs and menus are as large as the page', async ({ page }) => {
  onlyWithAll();
  await page.goto(LAB);
  await openLab(page);
  const heightOfLine = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => element.getBoundingClientRect().height);
  await page.keyboard.press('?');
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  const before = await heightOfLine(close);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+R');
  await page.keyboard.press('?');
  await expect(close).toBeVisible();
  expect((await heightOfLine(close)) / before).toBeCloseTo(1.6, 1);
  await page.keyboard.press('Escape');
  await page.locator('[data-entity="broker:1"]').click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  const card = await page.locator('[data-entity="broker:1"]').boundingBox();
  const box = await menu.boundingBox();
  // It stands at its card.
  expect((box?.y ?? 0) - ((card?.y ?? 0) + (card?.height ?? 0))).toBeLessThan(40);
});

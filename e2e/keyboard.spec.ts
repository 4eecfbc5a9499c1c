import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  clock,
  LAB,
  mainButton,
  openLab,
  openStep,
  outline,
  scenarioText,
  scrubber,
  stepIsReady,
} from './helpers.ts';

const focusName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Tab after tab until the focus is on something of this name. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 60): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    const now = await focusName(page);
    seen.push(now);
    if (name.test(now)) {
      await seeFocus(page);
      return;
    }
  }
  throw new Error(`no tab stop ${String(name)}; there are ${seen.join(' | ')}`);
}

/** What has the focus shows it: an outline, or a ring of its own around it. */
async function seeFocus(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return false;
    for (const each of [element, element.parentElement, element.nextElementSibling]) {
      if (each === null) continue;
      const style = getComputedStyle(each);
      if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) return true;
    }
    return false;
  });
  expect(shown, `focus is seen on ${await focusName(page)}`).toBe(true);
}

test('from the first page through a step of the lesson, by keyboard alone', async ({ page }) => {
  await page.goto('./#/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await seeFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, /^Lose a record and see why/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Step 2 of 11')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(page.getByText('Step 1 of 11')).toBeVisible();
  await stepIsReady(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // The prediction: one tab stop, arrows or digits inside.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: /^One/ })).toBeFocused();
  await seeFocus(page);
  await page.keyboard.press('3');
  await expect(page.getByRole('radio', { name: /^Three/ })).toBeChecked();
  await tabTo(page, /^Send one payment/);
  await page.keyboard.press('Enter');
  await expect(page.locator('.predict')).toContainText('You and the run say the same.');
  await page.keyboard.press('PageDown');
  await expect(page.getByText('Step 2 of 11')).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(page.getByText('Step 1 of 11')).toBeVisible();
});

test('the picture: one tab stop, arrows inside, single keys', async ({ page }) => {
  await openStep(page, 'break-it');
  await page
    .getByRole('radiogroup', { name: 'min.insync.replicas' })
    .getByRole('radio', { name: '2' })
    .focus();
  await tabTo(page, /^Broker 1, /);
  await page.keyboard.press('ArrowDown');
  expect(await focusName(page)).toMatch(/^Broker 2, /);
  await seeFocus(page);
  await page.keyboard.press('ArrowRight');
  expect(await focusName(page)).toMatch(/^(Producer|Consumer) /);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  expect(await focusName(page)).toMatch(/^Broker 1, /);

  await page.keyboard.press('c');
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed');
  await page.keyboard.press('c');
  await expect(outline(page)).not.toContainText('Broker 1, rack a, crashed');

  const before = await clock(page).innerText();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(clock(page)).not.toHaveText(before);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked();

  await page.keyboard.press('Enter');
  await expect(page.getByText('Broker epoch')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Broker epoch')).toBeHidden();
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { name: 'Outline of the cluster' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Outline of the cluster' })).toBeHidden();
  // K opens the deeds at the links, and gives the focus back.
  await page.keyboard.press('k');
  await expect(page.getByRole('menuitem', { name: 'Cut the link to broker 2' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusName(page)).toMatch(/^Broker 1, /);
});

test('the scrubber and the ladder have keys', async ({ page }) => {
  // On a wider screen the ladder needs no button.
  await page.setViewportSize({ width: 1200, height: 900 });
  await openLab(page);
  await scrubber(page).focus();
  await seeFocus(page);
  await page.keyboard.press('PageUp');
  await expect(clock(page)).toHaveText('0:04.000');
  await page.keyboard.press('ArrowLeft');
  await expect(clock(page)).toHaveText('0:03.700');
  await page.keyboard.press('Home');
  await expect(clock(page)).toHaveText('0:00.000');
  await page.keyboard.press('End');
  await expect(clock(page)).toHaveText('0:04.000');
  await tabTo(page, /^Speed: 1 s shows/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, /^(Event-paced|Steady|Speed)$/);
});

test('? shows the keys of this screen, and settings that are kept', async ({ page }) => {
  await page.goto(LAB);
  await expect(clock(page)).toHaveText('0:01.000');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys and settings' });
  await expect(dialog.getByRole('table', { name: 'In the picture' })).toContainText(
    'crash or start the broker or controller in focus',
  );
  await dialog.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await dialog.getByRole('radiogroup', { name: 'Single keys' }).getByRole('radio', { name: 'off' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.locator('[data-entity="broker:1"]').focus();
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await expect(dialog).toBeHidden();
  await expect(outline(page)).not.toContainText('crashed');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('going from page to page moves the focus to the heading; dialogs give it back', async ({ page }) => {
  await page.goto('./#/');
  await page.getByRole('link', { name: 'Open the Lab' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(clock(page)).toHaveText('0:01.000');
  const paste = page.getByRole('button', { name: 'Paste kafka-topics.sh output' });
  await paste.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(paste).toBeFocused();
  await expect(mainButton(page)).toHaveCount(0);
});

test('the Lab: panels fold, a thing is found by name, Why? takes the focus, and deeds are there while a file is typed', async ({
  page,
}) => {
  await openLab(page);
  await page.keyboard.press('[');
  await expect(page.getByRole('region', { name: 'Scenario and deeds' })).toBeHidden();
  await page.getByRole('button', { name: 'Unfold the palette' }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'What to find' })).toBeFocused();
  await page.keyboard.type('broker 2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Broker 2', exact: true })).toBeVisible();
  await page.locator('[data-entity="broker:1"]').first().focus();
  await page.keyboard.press('w');
  await expect(
    page.getByRole('region', { name: 'Broker 1', exact: true }).getByRole('heading', { name: 'Why?' }),
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-entity="broker:1"]').first()).toBeFocused();
  await page.getByRole('button', { name: 'Scenario as text' }).click();
  await scenarioText(page).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox', { name: 'What to do' })).toBeFocused();
  await page.keyboard.type('cut a link');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'broker 1 – broker 2' }).click();
  await expect(outline(page)).toContainText('Link between broker 1 and broker 2, cut');
});

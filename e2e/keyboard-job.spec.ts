import type { Page } from 'playwright/test';
import { decodeLink } from '../src/link/decodeLink.ts';
import { expect, test } from './fixtures.ts';
import { clock, outline, scrubber, trace } from './helpers.ts';

/** A whole job without a mouse: nothing here clicks, hovers or puts the focus anywhere but with keys. */

const focusName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Tab after tab until the focus is on something of this name. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 160): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    const now = await focusName(page);
    seen.push(now.slice(0, 30));
    if (name.test(now)) return;
  }
  throw new Error(`no tab stop ${String(name)}; there are ${seen.join(' | ')}`);
}

/** By its name in the command palette. */
async function doByName(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox', { name: 'What to do' })).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'What to do' })).toBeHidden();
}

test('a whole job by keyboard alone: a preset, a fault, time, why, a fork, a comparison, a link', async ({
  page,
}) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await test.step('the Lab, and a ready scenario', async () => {
    await tabTo(page, /^Open the Lab/);
    await page.keyboard.press('Enter');
    await expect(clock(page)).toHaveText('0:01.000');
    await tabTo(page, /^Choose or edit/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, /^Payments, four brokers/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(outline(page)).toContainText('Broker 4');
    await tabTo(page, /^Choose or edit/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, /^Three brokers, one topic/);
    await page.keyboard.press('Enter');
    await expect(outline(page)).not.toContainText('Broker 4');
  });

  await test.step('a broker crashes under the focus', async () => {
    await doByName(page, '0:02.0');
    await expect(clock(page)).toHaveText('0:02.000');
    await tabTo(page, /^Broker 1, /);
    await page.keyboard.press('c');
    await expect(outline(page)).toContainText('Broker 1, rack a, crashed 0:02.000');
  });

  await test.step('on until another leads, and back and forth in time', async () => {
    await tabTo(page, /^Time of the run/);
    await expect(scrubber(page)).toBeFocused();
    for (let i = 0; i < 12 && !(await outline(page).innerText()).includes('broker 2 leads'); i++) {
      const before = await scrubber(page).getAttribute('aria-valuenow');
      await page.keyboard.press('PageUp');
      await expect(scrubber(page)).not.toHaveAttribute('aria-valuenow', before ?? '');
    }
    await expect(outline(page)).toContainText('payments-0: broker 2 leads');
    await page.keyboard.press('Home');
    await expect(outline(page)).toContainText('payments-0: broker 1 leads');
    await page.keyboard.press('End');
    await expect(outline(page)).toContainText('payments-0: broker 2 leads');
  });

  await test.step('why it leads', async () => {
    await tabTo(page, /^Why\? Broker 2 was elected leader of payments-0/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const chain = page.getByText('Chain of causes');
    await expect(chain).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Broker 1 crashed' }).first()).toBeVisible();
  });

  await test.step('another future', async () => {
    await tabTo(page, /^Broker \d, /, 'Shift+Tab');
    await page.keyboard.press('f');
    const futures = page.getByRole('region', { name: 'Futures' });
    await expect(futures.getByRole('listitem')).toHaveCount(2);
    await doByName(page, 'crash broker 2');
    await expect(outline(page)).toContainText('Broker 2, rack b, crashed');
    await expect(trace(page)).toContainText('Broker 2 crashed');
  });

  await test.step('both side by side, and a link to it', async () => {
    await doByName(page, 'compare with future A');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Compare: /);
    const bar = page.getByRole('region', { name: 'Where the two part' });
    await expect(bar).toContainText(/first difference/i);
    await page.keyboard.press('1');
    await expect(bar).toContainText('Broker 2 crashed');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabTo(page, /^Share both/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
    const address = await page.evaluate(async () => navigator.clipboard.readText());
    const decoded = await decodeLink(address);
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problem));
    expect(decoded.link.compare).toBeDefined();
    const deeds = decoded.link.tree.branches.flatMap(({ commands }) => commands);
    expect(deeds).toMatchObject([
      { kind: 'KillBroker', broker: 1 },
      { kind: 'KillBroker', broker: 2 },
    ]);
  });
});

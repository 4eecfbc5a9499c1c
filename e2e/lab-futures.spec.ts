import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { clock, doTo, openLab, outline, scrub, trace } from './helpers.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Futures' }).getByRole('listitem');
const row = (page: Page, name: RegExp) => rows(page).getByRole('button', { name });

test('undo leaves a branch, redo goes on, a deed in the past forks, and all is there after a reload', async ({
  page,
}) => {
  await openLab(page);
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed 0:01.000');
  await scrub(page, 'PageUp');

  await page.keyboard.press('Control+z');
  await expect(clock(page)).toHaveText('0:01.000');
  await expect(outline(page)).not.toContainText('crashed');
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, /^B, without “crash broker 1”, open/)).toBeVisible();

  await page.keyboard.press('Control+Shift+z');
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed 0:01.000');
  await expect(rows(page)).toHaveCount(1);

  // Back before the deed: another deed there is another future, and the first one stays.
  await page.keyboard.press('Control+z');
  await doTo(page, 'Stop cleanly (SIGTERM)', 'broker 2');
  await expect(row(page, /^[BC], stop broker 2 cleanly, open, leaves its origin at 0:01.000/)).toBeVisible();
  await expect(trace(page)).toContainText('Broker 2 began a controlled shutdown');

  await page.getByRole('button', { name: /^Future [BC]: more/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('goodbye');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, /^A, main/).click();
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed');

  await page.reload();
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed');
  await row(page, /goodbye/).click();
  await expect(outline(page)).toContainText(/Broker 2, rack b, stop/);
  await expect(outline(page)).not.toContainText('crashed');
});

for (const width of [1024, 1440]) {
  test(`at ${width} px the timeline and the lines of the futures stand on one axis, and the dashboard at its end`, async ({
    page,
  }) => {
    if (width > 1024) onlyWithAll();
    await page.setViewportSize({ width, height: 800 });
    await openLab(page);
    await doTo(page, 'Crash (SIGKILL)', 'broker 1');
    await scrub(page, 'PageUp');
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(2);
    const edges = async (selector: string): Promise<readonly number[]> => {
      const box = await page.locator(selector).first().boundingBox();
      return box === null ? [] : [Math.round(box.x), Math.round(box.x + box.width)];
    };
    const line = await edges('.time-dock [role="slider"]');
    expect(line).toHaveLength(2);
    expect(await edges('.future-lines')).toEqual(line);
    await page.getByRole('button', { name: 'Dashboard' }).click();
    await expect(page.getByRole('region', { name: 'Dashboard' })).toBeVisible();
  });
}

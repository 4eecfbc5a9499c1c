import type { Page } from 'playwright/test';

/** What leads away from the Lab, opens a window of the browser, or writes a file. */
export const LEADS_AWAY =
  /Open a file|Download|file$|^SVG$|^PNG$|Highwater|Run on a real cluster|Real incidents|theme/i;
/** Steps of the palette of which each line leads to a part of the page of its own; of the others one is like the next. */
const EACH_LINE = /level|panel/i;
const SETTLES_MS = 250;

/**
 * Each screen, dialog, panel, level and tool of the Lab once, by its palette, its buttons and its menus: what is loaded once and kept on
 * purpose has then come, and whatever grows from here on does so because somebody forgot to let go of it.
 *
 * @returns how many places were visited.
 */
export async function visitLab(page: Page): Promise<number> {
  let visits = 0;
  for (const name of await linesOf(page)) {
    if (LEADS_AWAY.test(name)) continue;
    await pick(page, name);
    const second = await namesIn(page);
    visits += second.length > 0 ? await visitStep(page, name, second) : 1;
    await settle(page);
    await leave(page);
  }
  await compareTwo(page);
  await page.keyboard.press('?');
  await settle(page);
  await leave(page);
  return visits + 2 + (await visitButtons(page));
}

const palette = (page: Page) => page.getByRole('dialog').getByRole('menuitem');

async function namesIn(page: Page): Promise<readonly string[]> {
  await page.waitForTimeout(SETTLES_MS);
  return palette(page).evaluateAll((items) =>
    items.map((item) => (item.querySelector('[slot="label"]') ?? item).textContent),
  );
}

async function linesOf(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('Control+k');
  const names = await namesIn(page);
  await page.keyboard.press('Escape');
  return names;
}

async function pick(page: Page, ...path: readonly string[]): Promise<void> {
  await page.keyboard.press('Control+k');
  for (const name of path) {
    const line = palette(page).filter({ hasText: name }).first();
    await line.click({ timeout: 3000 }).catch(() => undefined);
    await page.waitForTimeout(SETTLES_MS);
  }
}

async function visitStep(page: Page, name: string, lines: readonly string[]): Promise<number> {
  const visited = EACH_LINE.test(name) ? lines : lines.slice(0, 1);
  await page.keyboard.press('Escape');
  for (const line of visited) {
    await page.keyboard.press('Escape');
    await pick(page, name, line);
    await settle(page);
  }
  return visited.length;
}

/** Two futures side by side, from the fork that the palette made. */
async function compareTwo(page: Page): Promise<void> {
  await pick(page, 'Fork here');
  await leave(page);
  await pick(page, 'Compare two futures or two configs');
  await page.getByRole('dialog').getByRole('button').last().click({ timeout: 3000 });
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor({ timeout: 30_000 });
  await settle(page);
  await leave(page);
}

/** Tabs, menus and what unfolds: of the Lab itself and of what stands beside the stage. */
async function visitButtons(page: Page): Promise<number> {
  const buttons = page.locator(
    'main button[aria-haspopup]:visible, main [role="tab"]:visible, main summary:visible, main [role="radio"]:visible, main button[aria-expanded="false"]:visible',
  );
  let visits = 0;
  for (; visits < (await buttons.count()); visits++) {
    const button = buttons.nth(visits);
    if (LEADS_AWAY.test((await button.textContent().catch(() => '')) ?? '')) continue;
    await button.click({ timeout: 700 }).catch(() => undefined);
    await settle(page);
    await leave(page);
  }
  return visits;
}

async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLES_MS);
}

async function leave(page: Page): Promise<void> {
  for (let i = 0; i < 3 && (await page.getByRole('dialog').count()) > 0; i++)
    await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  if (page.url().includes('#/lab')) return;
  await page.goto('./#/lab');
  await page.getByRole('timer').waitFor({ timeout: 120_000 });
}

import type { Locator, Page } from 'playwright/test';
import { decodeLink } from '../src/link/decodeLink.ts';
import type { SharedLink } from '../src/link/SharedLink.ts';
import { expect } from './fixtures.ts';

export const LESSON = './#/lesson/acks-and-min-insync';
export const LAB = './#/lab';

/** The cluster in words: what a screen reader gets of the picture, always there. */
export const outline = (page: Page): Locator => page.getByRole('region', { name: 'Outline of the cluster' });
/** What just happened, line by line. */
export const trace = (page: Page): Locator =>
  page.locator('section', { hasText: 'What just happened' }).last();
export const clock = (page: Page): Locator => page.getByRole('timer');
export const scrubber = (page: Page): Locator => page.getByRole('slider', { name: 'Time of the run' });
/** Of the picture. */
export const card = (page: Page, entity: string): Locator => page.locator(`[data-entity="${entity}"]`);

/** The Lab with its first cluster, standing at one second. */
export async function openLab(page: Page): Promise<void> {
  await page.goto(LAB);
  await expect(clock(page)).toHaveText('0:01.000');
  await expect(outline(page)).toContainText('In sync: 3 of 3');
}

/** A step of the lesson, by its number, with its cluster brought to where the text begins. */
export async function openStep(page: Page, step: number | string): Promise<void> {
  await page.goto(`${LESSON}/${step}`);
  await expect(page.getByText(/^Step \d+ of 11$/)).toBeVisible();
  await stepIsReady(page);
}

export const mainButton = (page: Page): Locator => page.locator('.lesson-main');

export async function stepIsReady(page: Page): Promise<void> {
  // Some begin minutes into a run.
  await expect(page.locator('.lesson-step[data-phase="ready"]')).toBeVisible({ timeout: 20_000 });
}

/** One event worth reading after the other, until it is there. */
export async function stepUntil(page: Page, wanted: Locator, most = 60): Promise<void> {
  const next = page.getByRole('button', { name: 'Next event' });
  // Several events may share a millisecond, in which the time on the scrubber stays; each has its row.
  const stand = async (): Promise<string> =>
    `${await scrubber(page).getAttribute('aria-valuetext')} ${await trace(page).innerText()}`;
  for (let i = 0; i < most && !(await wanted.isVisible()); i++) {
    const before = await stand();
    await next.click();
    await expect
      .poll(async () => (await stand()) !== before, { timeout: 2000, intervals: [10, 20, 30, 50] })
      .toBe(true)
      .catch(() => undefined);
  }
  await expect(wanted).toBeVisible();
}

/** On by a twentieth of the timeline at a time, at the full speed of the machine, until it is there. */
export async function scrubUntil(page: Page, wanted: Locator, most = 40): Promise<void> {
  for (let i = 0; i < most && !(await wanted.isVisible()); i++) await scrub(page, 'PageUp');
  await expect(wanted).toBeVisible();
}

/** One key on the scrubber, and wait until the run stands there. */
export async function scrub(page: Page, key: string): Promise<void> {
  const before = await scrubber(page).getAttribute('aria-valuenow');
  await scrubber(page).press(key);
  await expect(scrubber(page)).not.toHaveAttribute('aria-valuenow', before ?? '');
}

/** What is in the link that the button gives: instant, commands and digest of what is on the stage. */
export async function copiedLink(page: Page): Promise<{ address: string; link: SharedLink }> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: /^(Copy link|Share both)/ }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  const address = await page.evaluate(async () => navigator.clipboard.readText());
  const decoded = await decodeLink(address);
  if (!decoded.ok) throw new Error(`the page made a broken link: ${JSON.stringify(decoded.problem)}`);
  return { address, link: decoded.link };
}

/** The scenario as text. A long one is there only as far as it is in sight. */
export const scenarioText = (page: Page): Locator => page.getByRole('textbox', { name: /as text/i });

/** All of the text, as somebody would who selects it and writes another. */
export async function writeScenarioText(page: Page, text: string): Promise<void> {
  await scenarioText(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** A deed of the palette on one thing: through its second step where it could be done to others. */
export async function doTo(page: Page, deed: string, target: string): Promise<void> {
  const alone = page.getByRole('button', { name: `${deed}: ${target}`, exact: true });
  const step = page.getByRole('button', { name: `${deed}…`, exact: true });
  await expect(alone.or(step)).toBeVisible();
  if (await alone.isVisible()) {
    await alone.click();
    return;
  }
  await step.click();
  await page.getByRole('option', { name: target, exact: true }).click();
}

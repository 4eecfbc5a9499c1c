import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import {
  clock,
  copiedLink,
  doTo,
  openLab,
  outline,
  scenarioText,
  stepUntil,
  trace,
  writeScenarioText,
} from './helpers.ts';
import { linkOf, madeLink, presetFile, presetScenario, simulate } from './links.ts';
import { ENGINE_VERSION } from '../src/shared/engineVersion.ts';

const SAME = `Replayed to the bit: engine ${ENGINE_VERSION}, and the same digest as where the link was made.`;

async function openHash(page: Page, hash: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`./${hash}`);
}

test(
  'a link of the Lab opens in another browser at the same instant, to the bit',
  { tag: '@subpath' },
  async ({ page, browser }) => {
    await openLab(page);
    await doTo(page, 'Crash (SIGKILL)', 'broker 1');
    await stepUntil(page, trace(page).getByText('Broker 2 was elected leader of payments-0'));
    await page.getByRole('button', { name: 'Pause sending' }).click();
    const { address, link } = await copiedLink(page);
    expect(link.tree.branches.at(-1)?.commands.map(({ kind }) => kind)).toEqual([
      'KillBroker',
      'PauseWorkload',
    ]);
    const time = await clock(page).innerText();
    const words = await outline(page).innerText();

    const elsewhere = await browser.newContext();
    const there = await elsewhere.newPage();
    await there.goto(address);
    await expect(there.getByText(SAME)).toBeVisible();
    await expect(clock(there)).toHaveText(time);
    expect(await outline(there).innerText()).toBe(words);
    const again = (await copiedLink(there)).link;
    expect(again.digest).toBe(link.digest);
    expect(again.instant).toEqual(link.instant);

    // It is a guest: the Lab of that browser stays as it was until it is taken over.
    await there.getByRole('button', { name: 'Take it into your Lab' }).click();
    await expect(there).toHaveURL(/#\/lab$/);
    await expect(clock(there)).toHaveText(time);
    await elsewhere.close();
  },
);

for (const id of ['three-brokers', 'lose-a-record']) {
  test(`the browser comes to the digest of Node: ${id}`, async ({ page }) => {
    if (id === 'lose-a-record') onlyWithAll();
    const { digest } = await simulate(presetFile(id), '--until', '20s');
    const hash = await madeLink({
      scenario: presetScenario(id),
      tree: { branches: [{ id: 'main', parent: null, commands: [] }], open: 'main' },
      instant: { timeUs: 20_000_000, after: 0 },
      digest,
    });
    await openHash(page, hash);
    await expect(page.getByText(SAME)).toBeVisible();
    await expect(clock(page)).toHaveText('0:20.000');
    expect((await copiedLink(page)).link.digest).toBe(digest);
  });
}

test('another engine version: the results are compared, and so are the changelogs', async ({ page }) => {
  onlyWithAll();
  await openHash(page, await madeLink({ engineVersion: '0.0.9' }));
  await expect(
    page.getByText(`Made with engine 0.0.9, run with engine ${ENGINE_VERSION}: they come to another state`),
  ).toBeVisible();
  const digests = await page.getByText(/^Digest in the link 0{16}, here [0-9a-f]{16}\.$/).innerText();
  const here = /here ([0-9a-f]{16})/.exec(digests)?.[1] ?? '';
  await expect(page.getByText(/changelog between the two|What changed between the two/)).toBeVisible();

  await openHash(page, await madeLink({ engineVersion: '0.0.9', digest: here }));
  await expect(
    page.getByText(`Made with engine 0.0.9, run with engine ${ENGINE_VERSION}: both come to the same state.`),
  ).toBeVisible();
  await openHash(page, await madeLink({ digest: here }));
  await expect(page.getByText(SAME)).toBeVisible();
});

test('the same engine version and another digest is our fault, and said so', async ({ page }) => {
  await openHash(page, await madeLink());
  await expect(page.getByText(/same engine came to another state .* the fault is ours/)).toBeVisible();
  await expect(page.getByText(/^Digest in the link 0{16}, here/)).toBeVisible();
});

test.describe('broken links', () => {
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  test('cut off: where, and what could be saved opens', async ({ page }) => {
    const hash = await madeLink();
    await openHash(page, hash.slice(0, -40));
    await expect(heading(page)).toHaveText('This link is cut off');
    await expect(page.getByText(/It ends after character \d/)).toBeVisible();
    await expect(page.getByText('Where', { exact: true })).toBeVisible();
    await expect(page.getByText(/The whole scenario: 3 brokers, 1 topic\./)).toBeVisible();
    await page.getByRole('button', { name: 'Open what could be saved' }).click();
    await expect(outline(page)).toContainText('Producer pay-api');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Lab: payments/);
  });

  test('cut off after a few characters: nothing can be saved', async ({ page }) => {
    await openHash(page, (await madeLink()).slice(0, 24));
    await expect(heading(page)).toHaveText('This link is cut off');
    await expect(page.getByText('Nothing of it could be read.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open what could be saved' })).toHaveCount(0);
    await page.getByRole('link', { name: 'To the course', exact: true }).click();
    await expect(heading(page)).toHaveText(/Kafka, slowed down/);
  });

  test('edited: a character that such a link never has is shown', async ({ page }) => {
    const hash = await madeLink();
    const at = hash.length - 60;
    await openHash(page, `${hash.slice(0, at)}*${hash.slice(at + 1)}`);
    await expect(heading(page)).toHaveText('This link was changed on the way');
    await expect(page.getByText(`Character ${at + 1} is one that such a link never has.`)).toBeVisible();
    await expect(page.locator('mark')).toHaveText('*');
  });

  test('edited: whole to look at, but the checksum does not fit', async ({ page }) => {
    const hash = await madeLink();
    const at = hash.length - 50;
    const other = hash[at] === 'A' ? 'B' : 'A';
    await openHash(page, `${hash.slice(0, at)}${other}${hash.slice(at + 1)}`);
    await expect(heading(page)).toHaveText('This link was changed on the way');
    await expect(page.getByText(/its checksum does not fit/)).toBeVisible();
  });

  test('of another app', async ({ page }) => {
    await openHash(page, '#/l/eyJhbGciOiJIUzI1NiJ9');
    await expect(heading(page)).toHaveText('This is not a link of Highwater');
    await expect(page.getByText(/goes on after “#\/l\/” with a number/)).toBeVisible();
  });

  test('of a newer version', async ({ page }) => {
    await openHash(page, (await madeLink()).replace('#/l/1.', '#/l/7.'));
    await expect(heading(page)).toHaveText('This link was made by a newer Highwater');
    await expect(page.getByText(/It has format 7; this page knows formats up to 1\./)).toBeVisible();
  });

  test('whole, with a scenario that cannot run: each fault with its path, to be mended by hand', async ({
    page,
  }) => {
    const hash = await linkOf({
      scenario: { highwater: 1, brokers: [{ 'node.id': 1 }], topcs: [] },
      branches: [{ id: 'a', commands: [] }],
      open: 'a',
      instant: { timeUs: 0, after: 0 },
      place: { kind: 'lab' },
      engine: ENGINE_VERSION,
      digest: 'x',
    });
    await openHash(page, hash);
    await expect(heading(page)).toHaveText('The scenario in this link cannot run');
    await expect(page.getByText(/topcs.*topics/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Mend the scenario as text' }).click();
    await expect(scenarioText(page)).toContainText('topcs');
    // CodeMirror breaks lines into blocks of their own.
    const lines = await scenarioText(page).locator('.cm-line').allInnerTexts();
    await writeScenarioText(page, lines.join('\n').replace('topcs', 'topics'));
    await page.getByRole('button', { name: 'Run this scenario' }).click();
    await expect(outline(page)).toContainText('Broker 1');
  });
});

test('without a clipboard the link is in a field, selected', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('refused')) },
    });
  });
  await openLab(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take the link' });
  await expect(dialog).toBeVisible();
  const field = dialog.getByLabel('Link to this moment');
  await expect(field).toHaveValue(/#\/l\/1\.[\w-]+\.[0-9a-f]{8}$/);
  expect(
    await field.evaluate((area: HTMLTextAreaElement) => area.selectionEnd - area.selectionStart),
  ).toBeGreaterThan(100);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
});

test('on a small phone a long verdict is one line, and the stage keeps its height; all of it lies over the picture', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHash(page, await madeLink({ engineVersion: '0.0.9' }));
  const verdict = page.locator('.lab-notices');
  await expect(verdict.getByText(/^Made with engine 0\.0\.9/)).toBeVisible({ timeout: 60_000 });
  const heightOf = async (part: string): Promise<number> =>
    (await page.locator(part).first().boundingBox())?.height ?? 0;
  const stage = '.area-stage > .contents > div';
  const before = await heightOf(stage);
  expect(before).toBeGreaterThanOrEqual(200);
  await page.screenshot({ path: 'test-results/screens/verdict-320x640-folded.png' });
  await page.getByRole('button', { name: 'Read the whole notice' }).click();
  await expect(verdict.getByText(/^Digest in the link/)).toBeInViewport();
  expect(await heightOf(stage)).toBeGreaterThanOrEqual(before);
  await page.screenshot({ path: 'test-results/screens/verdict-320x640-open.png' });
  await page.getByRole('button', { name: 'Fold the notice' }).click();
  await expect(verdict.getByText(/^Digest in the link/)).not.toBeInViewport();
});

import { expect, test } from './fixtures.ts';
import { heldByPage, type Held } from './heldByPage.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { openLab } from './helpers.ts';
import { LEADS_AWAY, visitLab } from './visitLab.ts';

const isAll = process.env.HIGHWATER_TEST_ALL === '1';
/** Minutes of random clicks: a quarter as a smoke, thirty with `test:all`, or as many as HIGHWATER_MONKEY_MINUTES says. */
const MINUTES = Number(process.env.HIGHWATER_MONKEY_MINUTES ?? (isAll ? 30 : 0.25));
const SEED = Number(process.env.HIGHWATER_MONKEY_SEED ?? 1);
/** What the page holds is looked at this often on the way: what leaks grows with each part, what is loaded once does not. */
const PARTS = 5;
const KEYS = [
  '.',
  ',',
  '>',
  '<',
  ')',
  '(',
  'j',
  'l',
  'e',
  'c',
  'i',
  'o',
  '+',
  '-',
  '0',
  'Escape',
  'Enter',
  'ArrowDown',
  'ArrowRight',
  'Tab',
];

function wordsOf({ dataMiB, codeMiB, leftNodes, listeners }: Held): string {
  return `${dataMiB.toFixed(2)} MiB and ${codeMiB.toFixed(1)} MiB of code, ${leftNodes} nodes of no document, ${listeners} listeners`;
}

function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

test('whoever presses anything breaks nothing: no error, no broken law, no memory that grows', async ({
  page,
}) => {
  onlyWithAll();
  test.setTimeout((MINUTES * 60 + 900) * 1000);
  await openLab(page);
  const next = numbersFrom(SEED);
  const session = await page.context().newCDPSession(page);
  /**
   * What the page holds when the Lab is left, without loading it anew: whatever a run, a picture or a dialog did not give back. The
   * engines that the Lab began must have ended, too.
   */
  const heldWithoutLab = async (): Promise<Held> => {
    await page.keyboard.press('Escape');
    await page.goto('./#/');
    await expect(page.getByRole('img', { name: /^Replicas of payments-0/ })).toBeVisible();
    await expect.poll(() => page.workers().length).toBeLessThanOrEqual(1);
    // What ends at the next idle moment has ended.
    await page.waitForTimeout(3000);
    return heldByPage(session);
  };
  const backToLab = async (): Promise<void> => {
    await page.goto('./#/lab');
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 120_000 });
  };
  const deeds: string[] = [];
  const play = async (ms: number): Promise<void> => {
    const endMs = Date.now() + ms;
    while (Date.now() < endMs) {
      if (next() < 0.35) {
        const key = KEYS[Math.floor(next() * KEYS.length)] ?? '.';
        await page
          .locator('.area-stage [tabindex="0"]')
          .first()
          .focus({ timeout: 2000 })
          .catch(() => undefined);
        await page.keyboard.press(key);
        deeds.push(`key ${key}`);
      } else {
        const targets = page.locator('button:visible:enabled, [role="radio"]:visible, [data-entity]:visible');
        const count = await targets.count();
        if (count > 0) {
          const target = targets.nth(Math.floor(next() * count));
          const name =
            ((await target.getAttribute('aria-label', { timeout: 1000 }).catch(() => '')) ?? '') ||
            ((await target.textContent({ timeout: 1000 }).catch(() => '')) ?? '');
          if (!LEADS_AWAY.test(name.trim())) {
            await target.click({ timeout: 1500 }).catch(() => undefined);
            deeds.push(name.trim().slice(0, 40));
          }
        }
      }
      // Whatever was opened is left again now and then, so that it does not stay in one dialog.
      if (next() < 0.2) await page.keyboard.press('Escape');
      expect(
        await page.getByText('The simulation stopped at').count(),
        `after ${deeds.slice(-8).join(' | ')}`,
      ).toBe(0);
      if (!page.url().includes('#/lab')) await backToLab();
    }
  };

  // What is loaded once, and what is kept on purpose and has an end, has come before anything is measured.
  expect(await visitLab(page)).toBeGreaterThan(60);
  const settled = await heldWithoutLab();
  const points = [settled];
  for (let part = 0; part < PARTS; part++) {
    await backToLab();
    await play((MINUTES * 60_000) / PARTS);
    points.push(await heldWithoutLab());
  }
  const told = `${deeds.length} deeds; held ${points.map(wordsOf).join(', then ')}`;
  test.info().annotations.push({ type: 'heap', description: told });
  console.log(told);
  expect(deeds.length).toBeGreaterThan(10);
  for (const held of points) {
    expect(held.dataMiB).toBeLessThan(settled.dataMiB * 1.1);
    // What was focused last, with what stood around it; and a menu more or less.
    expect(held.leftNodes).toBeLessThan(settled.leftNodes + 100);
    expect(held.listeners).toBeLessThan(settled.listeners * 1.1 + 100);
  }
  // Flat: the second half brings no more than what varies from one look to the next.
  const half = points.slice(1, 1 + Math.ceil(PARTS / 2)).map(({ dataMiB }) => dataMiB);
  expect(points.at(-1)!.dataMiB).toBeLessThan(Math.max(...half) * 1.04);
});

import type { CDPSession } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { openLab } from './helpers.ts';

/** Objects of the page that have this prototype and of which this holds, after a collection. */
async function countHeld(session: CDPSession, prototype: string, holds: string): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', { expression: prototype });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! });
  const { result: count } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: `function () { return this.filter(${holds}).length; }`,
    returnByValue: true,
  });
  await session.send('Runtime.releaseObject', { objectId: objects.objectId! });
  return count.value as number;
}

test('a dialog that was shut is let go of, with all that stood in it', async ({ page }) => {
  await openLab(page);
  const session = await page.context().newCDPSession(page);
  const isDialog = "(one) => !Object.hasOwn(one, 'constructor') && one.classList.contains('dialog-frame')";
  for (let visit = 0; visit < 3; visit++) {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('.');
  }
  await expect
    .poll(() => countHeld(session, 'HTMLElement.prototype', isDialog), { timeout: 30_000, intervals: [500] })
    .toBe(0);
});

test('a page that is left gives its engine back, and all that it showed', async ({ page }) => {
  await openLab(page);
  const session = await page.context().newCDPSession(page);
  /** Workers that a script still holds, ended or not. */
  const workersHeld = () => countHeld(session, 'Worker.prototype', '() => true');
  for (let visit = 0; visit < 4; visit++) {
    await page.goto('./#/');
    await expect(page.getByRole('img', { name: /^Replicas of payments-0/ })).toBeVisible();
    await page.goto('./#/lab');
    await expect(page.getByRole('timer')).toBeVisible();
  }
  // The one on the stage; those that were left go with a collection or two.
  await expect.poll(workersHeld, { timeout: 30_000, intervals: [500] }).toBeLessThanOrEqual(1);
});

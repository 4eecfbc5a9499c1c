import { expect, test } from './fixtures.ts';
import { openLab } from './helpers.ts';

test('a page that is left gives its engine back, and all that it showed', async ({ page }) => {
  await openLab(page);
  const session = await page.context().newCDPSession(page);
  /** Workers that a script still holds, ended or not. */
  const workersHeld = async (): Promise<number> => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'Worker.prototype' });
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! });
    const { result: count } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId!,
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    await session.send('Runtime.releaseObject', { objectId: objects.objectId! });
    return count.value as number;
  };
  for (let visit = 0; visit < 4; visit++) {
    await page.goto('./#/');
    await expect(page.getByRole('img', { name: /^Replicas of payments-0/ })).toBeVisible();
    await page.goto('./#/lab');
    await expect(page.getByRole('timer')).toBeVisible();
  }
  // The one on the stage; those that were left go with a collection or two.
  await expect.poll(workersHeld, { timeout: 30_000, intervals: [500] }).toBeLessThanOrEqual(1);
});

import { expect, test } from './fixtures.ts';
import { card, openLab, outline, stepIsReady } from './helpers.ts';

test('the logs are dragged to older records and led back to their end', async ({ page }) => {
  await openLab(page);
  const lane = await card(page, 'broker:1').boundingBox();
  if (lane === null) throw new Error('broker 1 has no card');
  const y = lane.y + lane.height / 2;
  await page.mouse.move(lane.x + 60, y);
  await page.mouse.down();
  await page.mouse.move(lane.x + 90, y);
  await page.mouse.move(lane.x + 260, y, { steps: 4 });
  await page.mouse.up();
  const back = page.getByRole('button', { name: 'To the end' });
  await expect(back).toBeVisible();
  // What was dragged was not pressed.
  await expect(page.getByRole('menu')).toBeHidden();
  await back.click();
  await expect(back).toBeHidden();

  await card(page, 'broker:1').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(back).toBeVisible();
  await page.keyboard.press('0');
  await expect(back).toBeHidden();
});

test('keys on the stage open the forms that build, and chosen metrics survive a reload', async ({ page }) => {
  await openLab(page);
  for (const [key, title] of [
    ['b', 'Add a broker'],
    ['t', 'Create a topic'],
    ['p', 'Add a producer'],
    ['g', 'Add a consumer'],
  ] as const) {
    await card(page, 'broker:1').focus();
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }

  await page.getByRole('button', { name: 'Choose metrics' }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^FencedBrokerCount/ })
    .click();
  await page.getByRole('button', { name: 'Done' }).click();
  const strips = page.getByRole('region', { name: 'Metrics' });
  await expect(strips).toContainText('UnderReplicatedPartitions');
  await expect(strips).not.toContainText('FencedBrokerCount');
  await page.reload();
  await expect(strips).toContainText('UnderReplicatedPartitions');
  await expect(strips).not.toContainText('FencedBrokerCount');
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]) {
  test.describe(`controllers ${viewport.width} px wide`, () => {
    test.use({ viewport });

    test('each has a card with its state, and deeds of its own', async ({ page }) => {
      await page.goto('./#/lesson/failover/1');
      await stepIsReady(page);
      for (const id of [101, 102, 103]) {
        await expect(card(page, `controller:${id}`)).toHaveAccessibleName(
          new RegExp(`^Controller ${id}, .*(Leader|Follower) in epoch .*log end`),
        );
      }
      await card(page, 'controller:103').click();
      await page.getByRole('menuitem', { name: 'Crash (SIGKILL)' }).click();
      await expect(card(page, 'controller:103')).toHaveAccessibleName(/^Controller 103, crashed/);
      await expect(outline(page)).toContainText('Controller 103, crashed');
    });
  });
}

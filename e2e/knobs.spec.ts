import { expect, test } from './fixtures.ts';
import { openLab, openStep, outline, scrub } from './helpers.ts';

const PRODUCER = /Producer pay-api, acks=(0|1|all)\./;

for (const hand of ['mouse', 'keyboard'] as const) {
  test(`acks and min.insync.replicas change the running cluster, by ${hand}`, async ({ page }) => {
    await openStep(page, 'break-it');
    const set = async (knob: string, value: string, from: string): Promise<void> => {
      const group = page.getByRole('radiogroup', { name: knob });
      const wanted = group.getByRole('radio', { name: new RegExp(`^${value}`) });
      if (hand === 'mouse') await wanted.click();
      else {
        const values = knob === 'acks' ? ['0', '1', 'all'] : ['1', '2', '3'];
        const steps = values.indexOf(value) - values.indexOf(from);
        await group.getByRole('radio', { name: new RegExp(`^${from}`) }).focus();
        for (let i = 0; i < Math.abs(steps); i++)
          await page.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft');
        await page.keyboard.press('Space');
      }
      // The knob stands where it was put at once, whatever the cluster still has to do.
      await expect(wanted).toBeChecked();
    };

    let acks = 'all';
    for (const value of ['0', '1', 'all']) {
      await set('acks', value, acks);
      // It ends what is under way before it starts again.
      await scrub(page, 'PageUp');
      await expect(outline(page)).toContainText(`Producer pay-api, acks=${value}.`);
      await expect(page.locator('[data-entity="producer:pay-api"]')).toContainText(`acks=${value}`);
      acks = value;
    }
    let minimum = '2';
    for (const value of ['1', '3', '2']) {
      await set('min.insync.replicas', value, minimum);
      await scrub(page, 'PageUp');
      await expect(outline(page)).toContainText(`In sync: 3 of 3, needs ${value}.`);
      await expect(page.getByText(`3 of 3, needs ${value}`, { exact: true })).toBeVisible();
      minimum = value;
    }
    await expect(page.getByText('You changed the cluster.')).toBeHidden();
  });
}

test('the Lab has the same knobs, and each other config under its own name', async ({ page }) => {
  await openLab(page);
  await page.getByRole('radiogroup', { name: 'acks' }).getByRole('radio', { name: '0' }).click();
  await expect(
    page.getByRole('radiogroup', { name: 'acks' }).getByRole('radio', { name: '0' }),
  ).toBeChecked();
  await scrub(page, 'ArrowRight');
  await expect(outline(page)).toContainText(PRODUCER);
  await expect(outline(page)).toContainText('acks=0.');
  await expect(page.getByText('Idempotence is off: it needs acks=all.')).toBeVisible();

  const topics = page.locator('section', { has: page.getByRole('heading', { name: 'Topics' }) }).last();
  await topics
    .getByRole('radiogroup', { name: 'min.insync.replicas' })
    .getByRole('radio', { name: '3' })
    .click();
  await scrub(page, 'ArrowRight');
  await expect(outline(page)).toContainText('needs 3.');

  const producers = page.locator('section', { has: page.getByRole('heading', { name: 'Producers' }) }).last();
  await producers.getByLabel('Another config').selectOption('linger.ms');
  await producers.getByLabel(/^Value/).fill('soon');
  await producers.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(producers.getByLabel(/^Value/)).toHaveAttribute('aria-invalid', 'true');
  await producers.getByLabel(/^Value/).fill('50');
  await producers.getByRole('button', { name: 'Set', exact: true }).click();
  await scrub(page, 'ArrowRight');
  await expect(producers.getByLabel('Value, now 50')).toBeVisible();
});

test('on a phone both knobs are in sight, and the stage keeps its height', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStep(page, 'lose-a-record');
  for (const knob of ['acks', 'min.insync.replicas']) {
    const box = await page.getByRole('radiogroup', { name: knob }).boundingBox();
    expect(box!.x, knob).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width, knob).toBeLessThanOrEqual(390);
  }
  const picture = await page.getByRole('group', { name: /^Replicas of payments-0/ }).boundingBox();
  expect(picture!.height).toBeGreaterThanOrEqual(240);
});

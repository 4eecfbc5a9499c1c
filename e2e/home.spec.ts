import { expect, test } from './fixtures.ts';
import { LAB, LESSON, openStep, outline } from './helpers.ts';
import { WRITTEN_LESSONS } from './writtenLessons.ts';

test('the first page says what it is, and offers one thing to do', { tag: '@subpath' }, async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle('Highwater: Apache Kafka, slowed down until you can see it');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Kafka, slowed down until you can see it.',
  );
  const course = page.getByRole('region', { name: 'The course' });
  // 26 lessons and the Lab.
  await expect(course.getByRole('listitem')).toHaveCount(26);
  await expect(course.getByText('not yet written')).toHaveCount(26 - WRITTEN_LESSONS.length);
  for (const { slug } of WRITTEN_LESSONS)
    await expect(course.locator(`a[href="#/lesson/${slug}"]`)).toBeVisible();
  await expect(course.getByRole('link', { name: /acks and min\.insync\.replicas/ })).toHaveAttribute(
    'href',
    '#/lesson/acks-and-min-insync',
  );
  await expect(course.getByRole('link', { name: /^Lab/ })).toHaveAttribute('href', '#/lab');
  await expect(page.getByRole('img', { name: /^Replicas of payments-0/ })).toBeVisible();
  await page.getByRole('link', { name: 'Lose a record and see why' }).click();
  await expect(page).toHaveURL(/#\/lesson\/acks-and-min-insync\/lose-a-record$/);
  await expect(page.getByText('Step 2 of 11')).toBeVisible();
  await expect(outline(page)).toContainText('payments-0: broker 1 leads');
});

for (const width of [390, 1024, 1440]) {
  test(`nothing is wider than the window at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const address of [
      './#/',
      LESSON,
      LAB,
      './#/incidents',
      './#/about/fidelity',
      './#/l/no-link',
      './#/nowhere',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(
        width,
      );
    }
  });
}

test('pages that are not there say so', async ({ page }) => {
  await page.goto('./#/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
  await page.goto('./#/lesson/nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such lesson');
  await page.goto('./#/lesson/schemas');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Schemas, is not yet written/);
  await page.goto(`${LESSON}/no-such-step`);
  await expect(page.getByText('Step 1 of 11')).toBeVisible();
});

test('runs in a worker, on any static host, without isolation', { tag: '@subpath' }, async ({ page }) => {
  const worker = page.waitForEvent('worker');
  await openStep(page, 'keep-it');
  expect((await worker).url()).toMatch(/\/assets\/engine\.worker-[\w-]+\.js$/);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await page.getByRole('button', { name: 'Next event' }).click();
  await expect(outline(page)).toContainText('In sync: 3 of 3');
});

test('what is modelled: each rule with its source and its state', async ({ page }) => {
  await page.goto('./#/about/fidelity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is modelled');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  const all = await page.getByRole('main').getByRole('listitem').count();
  await page.getByRole('radio', { name: /not modelled$/ }).click();
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBeLessThan(all);
});

test('without a worker the text stays readable, and it can be tried again', async ({ page, guard }) => {
  guard.allow(/worker|Worker/);
  await page.addInitScript(() => {
    (window as { Worker: unknown }).Worker = function noWorker() {
      throw new Error('no workers here');
    };
  });
  await page.goto(LESSON);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An ack is a promise about copies');
  await expect(page.getByRole('heading', { name: 'The cluster cannot run here' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

import { cutTexts } from './cutText.ts';
import { expect, test } from './fixtures.ts';
import { mainButton, outline, stepIsReady } from './helpers.ts';
import { LESSON_TEXTS } from './lessonTexts.ts';
import { expectNoViolations } from './noViolations.ts';

const SIZES = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
];

/** It has a test of its own, which looks at more. */
const LESSONS = LESSON_TEXTS.filter(({ slug }) => slug !== 'acks-and-min-insync');

for (const { name, viewport } of SIZES) {
  test.describe(name, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    for (const { slug, title, steps } of LESSONS) {
      test(`${slug}, from the first to the last step`, async ({ page }) => {
        test.setTimeout(240_000);
        await page.goto('./#/');
        const inCourse = page
          .getByRole('region', { name: 'The course' })
          .getByRole('link', { name: new RegExp(`\\b${title}`) });
        await inCourse.click();
        for (const [index, step] of steps.entries()) {
          await test.step(step.id, async () => {
            await expect(page.getByText(`Step ${index + 1} of ${steps.length}`)).toBeVisible();
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(step.title);
            await stepIsReady(page);
            if (step.deed !== null) {
              if (step.asks) {
                await expect(mainButton(page)).toBeDisabled();
                await page.locator('.predict [role="radio"], .predict label').first().click();
              }
              await expect(mainButton(page)).toHaveText(step.deed);
              await mainButton(page).click();
              await expect(page.getByRole('button', { name: 'Watch it happen' })).toBeVisible({
                timeout: 30_000,
              });
              // The run has every number that the text shows, and an answer to the question.
              await expect(page.locator('.lesson-outcome .fact').first()).not.toHaveText('–');
              await expect(page.locator('.lesson-outcome .fact', { hasText: /^–$/ })).toHaveCount(0);
              if (step.asks) await expect(page.locator('.predict')).toContainText('the run says');
            }
            await expect(outline(page)).toBeAttached();
            // The stage is the same in all of them, and axe takes its time with a picture.
            const isEnd = index === 0 || index === steps.length - 1;
            await expectNoViolations(page, isEnd ? undefined : '.lesson-step');
            expect(await cutTexts(page), `${step.id}: nothing is cut off`).toEqual([]);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            expect(width, `${step.id}: nothing is wider than the window`).toBeLessThanOrEqual(viewport.width);
            await mainButton(page).click();
          });
        }
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Kafka, slowed down/);
        await expect(inCourse).toContainText('done');
      });
    }
  });
}

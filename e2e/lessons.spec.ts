import { expectNoViolations } from './expectNoViolations.ts';
import { expect, test } from './fixtures.ts';
import { mainButton, stepIsReady } from './helpers.ts';
import { WRITTEN_LESSONS } from './writtenLessons.ts';

// Lesson 6, the first, has tests of its own in lesson.spec.ts; here every later one is played from end to end.
const LESSONS = WRITTEN_LESSONS.filter(({ slug }) => slug !== 'acks-and-min-insync');

const isAll = process.env.HIGHWATER_TEST_ALL === '1';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const sizeOfDocument = () => ({
  width: document.documentElement.scrollWidth,
  height: document.documentElement.scrollHeight,
});

// For the sake of time every fifth lesson is played, at one width, in turn; with `test:all` each at both.
for (const [place, viewport] of SIZES.entries()) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });
    for (const [turn, { number, slug, title, steps }] of LESSONS.entries()) {
      if (!isAll && turn % (5 * SIZES.length) !== 5 * place) continue;
      test(`lesson ${number}, ${slug}: from the first to the last step, and axe finds nothing`, async ({
        page,
      }) => {
        await page.goto('./#/');
        const course = page.getByRole('region', { name: 'The course' });
        await course.getByRole('link', { name: new RegExp(`^${number} ?${title.slice(0, 8)}`) }).click();
        for (const [index, step] of steps.entries()) {
          await test.step(step.id, async () => {
            await expect(page.getByText(`Step ${index + 1} of ${steps.length}`)).toBeVisible();
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(step.title);
            if (index > 0) await expect(page).toHaveURL(new RegExp(`#/lesson/${slug}/${step.id}$`));
            await stepIsReady(page);
            if (step.deed !== null) {
              if (step.asks === 'choice') await page.locator('.predict label').first().click();
              if (step.asks === 'number') await page.getByRole('button', { name: 'Show me without' }).click();
              await expect(mainButton(page)).toHaveText(step.deed);
              await mainButton(page).click();
              const watch = page.getByRole('button', { name: 'Watch it happen' });
              await expect(watch).toBeVisible({ timeout: 40_000 });
              // Each number in the text is one that the run has produced.
              for (const fact of await page.locator('.lesson-outcome .fact').all())
                await expect(fact).not.toHaveText('–');
              if (viewport.width > 1000 && step.focus.some((key) => !key.startsWith('partition:')))
                await expect(page.locator('.hw-card[data-pointed-at]').first()).toBeVisible();
              if (step.asks !== null) await expect(page.locator('.predict')).toContainText(/the run says/i);
            }
            // Steps are made of the same parts: axe looks at the first and the last, and at each of them with `test:all`.
            const isEdge = index === 0 || index === steps.length - 1;
            if (isEdge || isAll) await expectNoViolations(page, isEdge ? undefined : '.lesson-step');
            // Parts of the page scroll, the page itself never.
            const { width, height } = viewport;
            expect(await page.evaluate(sizeOfDocument)).toEqual({ width, height });
            if (index < steps.length - 1) await mainButton(page).click();
          });
        }
        await page.getByRole('button', { name: 'To the course' }).click();
        await expect(
          page.getByRole('link', { name: new RegExp(`^${number} ?${title.slice(0, 8)}`) }),
        ).toContainText('done');
      });
    }
  });
}

import { expect, test } from './fixtures.ts';
import { mainButton, openLab, stepIsReady } from './helpers.ts';
import { expectNoViolations } from './expectNoViolations.ts';

// Lessons 3 and 4 are played from end to end in lessons.spec.ts; here is what only their views have.

test('files of a partition and disks follow the run, replica by replica', async ({ page }) => {
  await openLab(page);
  await page.getByRole('radio', { name: 'Storage' }).click();
  const files = page.getByRole('table', { name: /Segments of .* on broker 1/ });
  await expect(files.getByRole('row').nth(1)).toContainText(/^0{20}\.log.*active/);
  await page.getByRole('radio', { name: 'broker 2' }).click();
  await expect(page.getByRole('table', { name: /Segments of .* on broker 2/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Disks' }).getByRole('listitem')).toHaveCount(3);
  await expectNoViolations(page);
});

test('a look-up is drawn as the microscope draws it, and the bytes of a batch can be gone through', async ({
  page,
}) => {
  await page.goto('./#/lesson/segments-and-indexes/batch');
  await stepIsReady(page);
  await page.getByRole('button', { name: 'Show me without' }).click();
  await mainButton(page).click();
  await expect(page.locator('.predict')).toContainText('The run says: 170 B.');
  await expect(page.locator('.lesson-look-up')).toContainText('baseOffset');
  await expectNoViolations(page);
});

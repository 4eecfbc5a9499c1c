import { expect, test } from './fixtures.ts';
import { clock, trace } from './helpers.ts';

test('a stack trace leads to the error that it names, and that to a run in which it happens', async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('link', { name: /^Kafka’s errors/ }).click();
  await page
    .getByRole('textbox')
    .fill('Caused by: org.apache.kafka.common.errors.TopicExistsException: Topic ‘payments’ already exists.');
  await page
    .getByRole('region', { name: 'In what you pasted' })
    .getByRole('link', { name: 'TOPIC_ALREADY_EXISTS' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('TOPIC_ALREADY_EXISTS');
  await page.getByRole('link', { name: /^Make it happen/ }).click();
  await expect(clock(page)).toHaveText('0:04.500');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(trace(page)).toContainText('TOPIC_ALREADY_EXISTS');
});

test('Kafka’s own tools answer in the Lab', async ({ page }) => {
  await page.goto('./#/errors/UNKNOWN_MEMBER_ID/lab');
  await page.getByRole('radio', { name: 'Command line' }).click();
  await page
    .getByRole('combobox', { name: 'Tool' })
    .selectOption('kafka-consumer-groups.sh --describe --all-groups');
  await expect(page.locator('pre', { hasText: 'CURRENT-OFFSET' })).toContainText(/ledger +payments +0 +\d+/);
});

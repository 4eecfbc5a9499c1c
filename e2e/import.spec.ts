import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import {
  clock,
  copiedLink,
  doTo,
  LAB,
  openLab,
  outline,
  scenarioText,
  scrub,
  writeScenarioText,
} from './helpers.ts';
import { presetFile } from './links.ts';

const SAMPLE = readFileSync(
  join(import.meta.dirname, '../test/field/topics/topics-07-node-ids-100-200-300.txt'),
  'utf8',
);

test('a pasted cluster: what was found, what was ignored, and it runs', async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Paste kafka-topics.sh output' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a real cluster' });
  await expect(dialog.getByRole('button', { name: 'Run this cluster' })).toBeDisabled();
  const field = dialog.getByLabel('Output of kafka-topics.sh --describe');
  await field.fill('hello');
  await expect(dialog.getByText('No topic was found in this text.')).toBeVisible();

  await field.fill(`$ kafka-topics.sh --bootstrap-server b:9092 --describe\n${SAMPLE}\nsomething else\n`);
  await expect(dialog.getByRole('heading', { name: 'Found' })).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText(/\d+ topics?, \d+ partitions?, 3 brokers/);
  await expect(dialog.getByText(/^line \d+$/).first()).toBeVisible();
  await expect(dialog.getByText('something else', { exact: true })).toBeVisible();
  const clients = dialog.getByRole('checkbox', { name: /Add a producer and a consumer/ });
  await expect(clients).toBeChecked();
  await dialog.getByRole('button', { name: 'Run this cluster' }).click();
  await expect(dialog).toBeHidden();

  await expect(outline(page)).toContainText('Broker 100');
  await expect(outline(page)).toContainText('Broker 300');
  await expect(clock(page)).toHaveText('0:00.000');
  await scrub(page, 'PageUp');
  await expect(outline(page)).toContainText(/[1-9]\d* acknowledged, 0 failed/);
});

test('“Command line” is Kafka’s own layout, and pasted back it gives the same cluster', async ({ page }) => {
  await openLab(page);
  await page.getByRole('radio', { name: 'Command line' }).click();
  const text = await page.locator('pre', { hasText: 'PartitionCount' }).textContent();
  const [head = '', row = '', ...rest] = (text ?? '').split('\n');
  expect(head).toMatch(
    /^Topic: payments\tTopicId: [\w-]{22}\tPartitionCount: 1\tReplicationFactor: 3\tConfigs: min\.insync\.replicas=2$/,
  );
  expect(row).toBe(
    '\tTopic: payments\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\tElr: \tLastKnownElr: ',
  );
  expect(rest).toEqual(['']);

  await page.getByRole('button', { name: 'Paste kafka-topics.sh output' }).click();
  await page.getByLabel('Output of kafka-topics.sh --describe').fill(text ?? '');
  await expect(page.getByText('No line was ignored')).toBeVisible();
  await page.getByRole('button', { name: 'Run this cluster' }).click();
  await expect(outline(page)).toContainText('payments-0: broker 1 leads');
  await page.getByRole('radio', { name: 'Command line' }).click();
  // Kafka gives each topic that is made an id of its own.
  const withoutId = (described: string | null) => described?.replace(/TopicId: [\w-]+/, '');
  expect(withoutId(await page.locator('pre', { hasText: 'PartitionCount' }).textContent())).toBe(
    withoutId(text),
  );
});

test('the Lab is kept over a reload: scenario, deeds and instant', async ({ page }) => {
  await openLab(page);
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  await scrub(page, 'PageUp');
  const before = await copiedLink(page);
  await page.reload();
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed');
  expect((await copiedLink(page)).link.digest).toBe(before.link.digest);
  // Going away and coming back, too.
  await page
    .getByRole('link', { name: /to the course/ })
    .first()
    .click();
  await page.goto(LAB);
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed');
  await page.getByRole('button', { name: 'Start this scenario again' }).click();
  await expect(clock(page)).toHaveText('0:00.000');
  await expect(outline(page)).not.toContainText('crashed');
});

test('a scenario as text: its faults are told with path and line, and the text stays', async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Scenario as text' }).click();
  await page.getByRole('radio', { name: 'JSON' }).click();
  const text = scenarioText(page);
  const good = JSON.stringify(
    { ...(JSON.parse(readFileSync(presetFile('three-brokers'), 'utf8')) as object), seed: 7 },
    null,
    2,
  );
  const apply = page.getByRole('button', { name: 'Apply' });

  await writeScenarioText(page, good.replace('"seed": 7,', '"seed": 7'));
  await expect(page.getByText('1 problem', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^Line \d+, column \d+: the text is not JSON from/ }),
  ).toBeVisible();
  await expect(apply).toBeDisabled();

  await writeScenarioText(page, good.replace('"client.id": "pay-api"', '"client.di": "pay-api"'));
  const misspelt = page.getByRole('button', { name: /producers\[0\]\.client\.di.*client\.id/ });
  await misspelt.click();
  await expect(text).toBeFocused();
  await expect(text).toContainText('"client.di": "pay-api"');
  await writeScenarioText(page, good.replace('"acks": "all"', '"acks": "some"'));
  await expect(page.getByRole('button', { name: /producers\[0\]\.configs\.acks.*some.*all/ })).toBeVisible();
  await expect(page.getByText('seed 7')).toBeVisible();

  await writeScenarioText(page, good.replace('"seed": 7,', '"seed": 8,'));
  await apply.click();
  await expect(page.getByText('seed 8')).toBeVisible();
  await expect(page.getByText('This is what runs.')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Choose or edit a scenario' });
  await page.getByRole('button', { name: 'Choose or edit' }).click();
  await dialog.getByRole('button', { name: /^Lose a record/ }).click();
  await expect(dialog).toBeHidden();
  await expect(text).toContainText('"until": "30s"');
  for (let i = 0; i < 6; i++) await scrub(page, 'PageUp');
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed 0:05.000');
});

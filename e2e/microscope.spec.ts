import { readFile } from 'node:fs/promises';
import { expectNoViolations } from './expectNoViolations.ts';
import { expect, test } from './fixtures.ts';
import { copiedLink, openLab } from './helpers.ts';
import { madeLink, presetFile } from './links.ts';
import { singleBranch } from '../src/link/commandTree.ts';
import { parseScenario } from '../src/scenario/parseScenario.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the microscope: by offset in steps, an export that is opened again, by time, by transaction; from a byte to its rule', async ({
  page,
}) => {
  await openLab(page);
  // Beside it stands what is only spoken.
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Look into the directory' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments-0 on broker 1');
  await expect(main.getByText(/^Found: offset/)).toBeVisible();

  await page.getByRole('textbox', { name: 'Offset' }).fill('42');
  await page.getByRole('textbox', { name: 'Offset' }).press('Enter');
  await expect(main.getByText('Found: offset 42')).toBeVisible();
  // A link leads to these files, and to what was looked up in them.
  const { address } = await copiedLink(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments-0 on broker 1');
  await expect(main.getByText('Found: offset 42')).toBeVisible();
  await page.getByRole('button', { name: 'From the beginning' }).click();
  await expect(main.getByText('Nothing is read yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect(
    main.getByText('The segment with the greatest base offset at or below 42 begins at 0.'),
  ).toBeVisible();
  await page.keyboard.press('.');
  await expect(main.getByText(/^step 2 of/)).toBeVisible();
  await page.getByRole('button', { name: 'All steps' }).click();

  const grid = page.getByRole('grid', { name: /^Bytes of The batch/ });
  await page.getByRole('button', { name: /^magic: 2$/ }).click();
  await grid.getByRole('gridcell', { name: /, magic$/ }).press('ArrowRight');
  const field = page.getByRole('region', { name: 'Field', exact: true });
  await expect(field).toContainText('crc (CRC-32C)');
  await expect(field.getByRole('link', { name: 'Link to rule RB2' })).toBeVisible();
  await expectNoViolations(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the directory as a zip' }).click();
  const zip = await download;
  expect(zip.suggestedFilename()).toBe('payments-0.zip');
  const path = await zip.path();
  await page.locator('input[type=file]').setInputFiles({
    name: 'taken.zip',
    mimeType: 'application/zip',
    buffer: await readFile(path),
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments-0, from files');
  await expect(main.getByText(/^Found: offset/)).toBeVisible();
  await expect(main.getByText('is not right')).toHaveCount(0);
  await page.keyboard.press('Tab');

  await page.getByRole('button', { name: 'Back to payments-0 on broker 1' }).click();
  await page.getByRole('button', { name: 'Back to the Lab' }).click();
  await expect(page.getByRole('button', { name: 'Look into the directory' })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText('0:01.000');

  // Of a producer with transactions: what it wrote, and how each ended.
  await page.goto(
    await madeLink({
      scenario: await transactional(),
      tree: singleBranch([]),
      instant: { timeUs: 2_000_000, after: 0 },
      place: { kind: 'lab', files: { broker: 1, partition: 'payments-0', target: null } },
    }),
  );
  await expect(main.getByText(/^Found: offset/)).toBeVisible();
  // By time: the segment is marked, the record is chosen, and a byte of it leads to field, value and rule.
  const marked = page.getByRole('group', { name: 'Segments' }).getByRole('button', { pressed: true });
  await page.getByText('Timestamp', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Time' }).fill('0:01.900');
  await page.keyboard.press('Enter');
  await expect(main.getByText(/^found: 2 segments looked at, /)).toBeVisible();
  await expect(marked).toHaveAccessibleName(/^0*[1-9]\d*\.log, /);
  await expect(field).toContainText(/^record \d+/);
  await grid.getByRole('gridcell', { name: /^Byte 27, 0x[\da-f]{2}, baseTimestamp$/ }).click();
  await expect(field).toContainText(/baseTimestamp.*2026-\d\d-\d\d/);
  await expect(field.getByRole('link', { name: 'Link to rule RB1' })).toBeVisible();
  // By transaction: the first one is shown at once, with its segment.
  await page.getByText('Transaction', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Transactional id or producer id' }).fill('pay');
  await page.keyboard.press('Enter');
  const first = page.getByRole('region', { name: /^COMMIT, offsets 0 to 30, pay/ });
  await expect(first.getByRole('button', { pressed: true })).toHaveAccessibleName(/^Batch of offsets 0 to /);
  await expect(marked).toHaveAccessibleName(/^0{20}\.log, /);
  await grid.getByRole('gridcell', { name: /^Byte 43, 0x00, producerId$/ }).click();
  await expect(field).toContainText('Who wrote it, for idempotence.');
  const aborted = page.getByRole('region', { name: /^ABORT, offsets 31 to 60, pay, producerId/ });
  await aborted.getByRole('button', { name: 'Entry 0 of …0.txnindex' }).click();
  await expect(page.getByRole('grid', { name: /\.txnindex$/ })).toBeVisible();
});

/** The first cluster, whose producer aborts every other transaction, with a segment each second. */
async function transactional(): Promise<Scenario> {
  const file = JSON.parse(await readFile(presetFile('three-brokers'), 'utf8')) as {
    producers: { configs: object; workload: object }[];
    topics: { configs: object }[];
  };
  const producers = file.producers.map(({ configs, workload, ...rest }) => ({
    ...rest,
    configs: { ...configs, 'transactional.id': 'pay' },
    workload: { ...workload, transaction: { records: 30, abortEvery: 2 } },
  }));
  const topics = file.topics.map((topic) => ({
    ...topic,
    configs: { ...topic.configs, 'segment.ms': 1000 },
  }));
  const parsed = parseScenario({ ...file, producers, topics });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { singleBranch } from '../src/link/commandTree.ts';
import type { LinkPlace } from '../src/link/SharedLink.ts';
import type { Command } from '../src/scenario/Scenario.ts';
import { expect, test } from './fixtures.ts';
import { clock, copiedLink, doTo, outline, scrub, trace } from './helpers.ts';
import { madeLink, presetScenario } from './links.ts';
import { onlyWithAll } from './onlyWithAll.ts';

/** Broker 2 crashes, and broker 1 and 3 do not reach each other. */
const FAULTS: readonly Command[] = [
  { kind: 'KillBroker', broker: 2, atUs: 10_000_000, after: 0 },
  { kind: 'CutLink', between: ['broker:1', 'broker:3'], atUs: 11_000_000, after: 0 },
];

/** The preset with groups and transactions, 11 s after its first fault. */
async function openFaulty(page: Page, place: LinkPlace = { kind: 'lab' }): Promise<void> {
  await page.goto(
    await madeLink({
      scenario: presetScenario('four-brokers'),
      tree: singleBranch(FAULTS),
      instant: { timeUs: 21_000_000, after: 0 },
      place,
    }),
  );
}

const level = (page: Page, name: string) =>
  page
    .getByRole('radiogroup', { name: 'What the stage shows' })
    .getByRole('radio', { name, exact: true })
    .click();

test('with a broker down and a link cut: who reads, what is open in a transaction, who leads the quorum', async ({
  page,
}) => {
  await openFaulty(page);
  await expect(clock(page)).toHaveText('0:21.000');
  await expect(outline(page)).toContainText(/Broker 2, rack b, crashed/);
  await level(page, 'Group');
  await expect(page.getByRole('region', { name: 'Group ledger' })).toContainText('coordinator 3');
  await level(page, 'Transaction');
  await expect(page.getByRole('region', { name: 'Transactions' })).toContainText('Ongoing');
  await level(page, 'Quorum');
  await expect(page.getByRole('region', { name: 'Records of __cluster_metadata' })).toBeVisible();
});

test('each part of the Lab at least once where things are broken', async ({ page }) => {
  onlyWithAll();
  test.setTimeout(480_000);
  page.setDefaultTimeout(30_000);
  await openFaulty(page);
  await expect(clock(page)).toHaveText('0:21.000');
  const main = page.getByRole('main');

  await test.step('every level of the stage, with what is selected kept', async () => {
    await page.locator('[data-entity="broker:2"]').first().click();
    await page.keyboard.press('Escape');
    await level(page, 'Heat map');
    await expect(page.getByRole('button', { name: /^\W*9 under-replicated/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'The heat map as a table' })).toBeVisible();
    await level(page, 'Topic');
    await expect(main.getByRole('table').first()).toContainText('balances-0');
    await level(page, 'Partition');
    await expect(page.getByRole('group', { name: 'Replicas of balances-0: broker 3 leads' })).toBeVisible();
    await level(page, 'Request path');
    await expect(page.getByRole('group', { name: /^Request path of broker \d$/ })).toContainText(
      'queued.max.requests',
    );
    await level(page, 'Space-time');
    await expect(page.getByRole('region', { name: 'RPCs in this stretch of time' })).toBeVisible();
    await level(page, 'Event log');
    await page.getByRole('textbox', { name: 'Find in facts' }).fill('COORDINATOR_NOT_AVAILABLE');
    await expect(page.getByRole('group', { name: 'Event log' })).toContainText(
      'could not commit its offsets for group ledger',
    );
    await level(page, 'Cluster');
  });

  await test.step('why a value is what it is, down to the fault, and what ends it', async () => {
    await page.locator('[data-entity="broker:2"]').first().focus();
    await page.keyboard.press('w');
    const inspector = page.getByRole('region', { name: 'Broker 2', exact: true });
    await inspector.getByText('Process: why?').click();
    await expect(inspector.getByText(/^Ends when somebody starts its process again/).first()).toBeVisible();
  });

  await test.step('Kafka’s tools say what they say of such a cluster', async () => {
    await page.getByRole('radio', { name: 'Command line' }).click();
    const tool = page.getByRole('combobox', { name: 'Tool' });
    const output = page.getByRole('region', { name: /^kafka-/ });
    await tool.selectOption('kafka-leader-election.sh --election-type preferred --all-topic-partitions');
    await expect(output).toContainText(
      /^Error completing leader election \(PREFERRED\) for partition: \S+-\d: org\.apache\.kafka\.common\.errors\.PreferredLeaderNotAvailableException/,
    );
    await tool.selectOption('kafka-get-offsets.sh --time max-timestamp');
    await expect(output).toContainText(/^balances:0:\d+$/m);
    await tool.selectOption('What was done, as commands');
    await expect(main).toContainText('kill -9 "$pid_of_broker_2"');
  });

  await test.step('what a real cluster would show of such a fault', async () => {
    const seen = page.getByText('On your cluster you would see').first();
    await seen.click();
    await page.getByLabel('Deed', { exact: true }).selectOption({ label: 'One broker crashes' });
    await expect(main).toContainText('UnderReplicatedPartitions');
  });

  await test.step('metrics over time, percentiles, an alert, and a CSV', async () => {
    await page.getByRole('button', { name: 'Dashboard' }).click();
    const board = page.getByRole('region', { name: 'Dashboard' });
    await board.getByRole('button', { name: 'Add request percentiles' }).click();
    await expect(board.getByText(/^p99 \d/).first()).toBeVisible();
    await board.getByLabel('Condition').selectOption('above');
    await board.getByLabel('Threshold').fill('5');
    await board.getByRole('button', { name: 'Add the rule' }).click();
    await expect(board.getByRole('region', { name: 'Alerts' })).toContainText(/fired/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      board.getByRole('button', { name: 'Download what is shown as CSV' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('UnderReplicatedPartitions');
    await page.keyboard.press('Escape');
  });

  await test.step('time: steps, back, a name for the moment', async () => {
    await page.getByRole('button', { name: 'Next event' }).click();
    await expect(clock(page)).not.toHaveText('0:21.000');
    await page.getByRole('button', { name: 'Bookmarks' }).click();
    await page.getByLabel(/^Name of this moment/).fill('broken');
    await page.getByRole('button', { name: 'Set it here' }).click();
    await page.keyboard.press('Escape');
  });

  await test.step('a deed, refused and done, taken back, and another future beside this one', async () => {
    await page.getByRole('button', { name: 'Take it into your Lab' }).click();
    await expect(page).toHaveURL(/#\/lab$/);
    await page.getByRole('button', { name: 'Fork here' }).click();
    await doTo(page, 'Start', 'broker 2');
    await expect(outline(page)).not.toContainText(/Broker 2, rack b, crashed/);
    await page.keyboard.press('Control+z');
    await expect(outline(page)).toContainText(/Broker 2, rack b, crashed/);
    await page.keyboard.press('Control+Shift+z');
    await expect(outline(page)).not.toContainText(/Broker 2, rack b, crashed/);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Compare: /);
    await expect(page.getByRole('table')).toContainText('produced');
    await page.getByRole('button', { name: /^Back/ }).click();
  });

  await test.step('it is kept, and goes along with all that was tried', async () => {
    await expect(outline(page)).toBeVisible();
    await page.reload();
    await expect(outline(page)).toContainText(/Broker 2, rack b/);
    const { address, link } = await copiedLink(page);
    expect(link.tree.branches.length + (link.others?.length ?? 0)).toBeGreaterThan(1);
    await page.goto(address.replace('#', '?embed=1#'));
    await expect(page.getByRole('link', { name: 'Open in Highwater' })).toBeVisible();
  });
});

test('files of a replica with open and ended transactions, where a follower is cut off', async ({ page }) => {
  onlyWithAll();
  await openFaulty(page, { kind: 'lab', files: { broker: 4, partition: 'balances-1', target: null } });
  const main = page.getByRole('main');
  await expect(main.getByText(/^Found: offset/)).toBeVisible();
  await page.getByText('Transaction', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Transactional id or producer id' }).fill('ledger-app');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^COMMIT, offsets/ }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: /^open, / })).toBeVisible();
  await expect(page.getByRole('grid', { name: /^Bytes of The batch/ })).toBeVisible();
});

test('at 400 % zoom, without motion, and spoken', async ({ page }) => {
  onlyWithAll();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 640 });
  await openFaulty(page);
  await expect(clock(page)).toHaveText('0:21.000');
  await scrub(page, 'PageUp');
  await expect(outline(page)).toContainText(/Broker 2, rack b, crashed/);
  await expect(trace(page)).toContainText(/\w/);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.locator('[data-entity]').first().focus();
  await page.keyboard.press('m');
  await expect(page.locator('[data-live="polite"]')).toHaveText('Narration off.');
});

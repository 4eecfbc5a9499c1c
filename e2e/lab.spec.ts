import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import {
  card,
  clock,
  copiedLink,
  doTo,
  openLab,
  outline,
  scrub,
  scrubber,
  stepUntil,
  trace,
} from './helpers.ts';

const deed = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('crash, error, recovery', async ({ page }) => {
  await openLab(page);
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed 0:01.000');
  await stepUntil(page, trace(page).getByText(/Controller fenced broker 1, silent for/));
  await stepUntil(page, trace(page).getByText('Broker 2 was elected leader of payments-0'));
  await stepUntil(page, outline(page).getByText(/payments-0: broker 2 leads, epoch 1\. In sync: 2 of 3/));

  await doTo(page, 'Crash (SIGKILL)', 'broker 2');
  await stepUntil(
    page,
    trace(page)
      .getByText(/refused Produce #\d+ from pay-api: NOT_ENOUGH_REPLICAS/)
      .first(),
  );
  await expect(trace(page)).toContainText('1 in sync, minimum 2. Nothing was stored.');
  // The producer has it by its name, too.
  await stepUntil(page, outline(page).getByText('Last error NOT_ENOUGH_REPLICAS.'));
  await expect(outline(page)).toContainText('In sync: 1 of 3, needs 2');

  await doTo(page, 'Start', 'broker 2');
  await doTo(page, 'Start', 'broker 1');
  for (let i = 0; i < 20 && !(await outline(page).innerText()).includes('In sync: 3 of 3'); i++)
    await scrub(page, 'PageUp');
  await expect(outline(page)).toContainText('In sync: 3 of 3');
  await expect(outline(page)).toContainText('Broker 1, rack a, follower');

  // What the ledger says of it: the acks were kept.
  await page.getByRole('radio', { name: 'Ledger' }).click();
  await expect(page.getByRole('button', { name: /lost after the ack: open the list/ })).toHaveAccessibleName(
    /^0 records/,
  );
});

test('stop cleanly, cut the power, cut a link and mend it', async ({ page }) => {
  onlyWithAll();
  await openLab(page);
  await doTo(page, 'Stop cleanly (SIGTERM)', 'broker 3');
  await stepUntil(page, trace(page).getByText('Broker 3 stopped.'));
  await expect(outline(page)).toContainText('Broker 3, rack c, stopped');
  // What has stopped cannot be stopped.
  await deed(page, 'Stop cleanly (SIGTERM)…').click();
  await expect(page.getByRole('option', { name: 'broker 2', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'broker 3', exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await doTo(page, 'Start', 'broker 3');
  await stepUntil(page, outline(page).getByText('In sync: 3 of 3'));

  // A link is chosen on the stage by its ends.
  await deed(page, 'Cut a link…').click();
  await card(page, 'broker:1').click();
  await card(page, 'broker:2').click();
  await expect(outline(page)).toContainText('Link between broker 1 and broker 2, cut since');
  await expect(trace(page)).toContainText('The link between broker 1 and broker 2 was cut.');
  await doTo(page, 'Mend a link', 'broker 1 – broker 2');
  await expect(outline(page)).not.toContainText('cut since');

  await doTo(page, 'Cut the power of a machine', 'broker 2');
  await expect(outline(page)).toContainText(/Broker 2, rack b, power lost/);
  await doTo(page, 'Start', 'broker 2');
  await stepUntil(
    page,
    trace(page)
      .getByText(/Broker 2 truncated payments-0 .* power went|Broker 2 registered/)
      .first(),
  );
});

test('the deeds are in the picture too: a card opens its menu', async ({ page }) => {
  await openLab(page);
  await card(page, 'broker:3').click();
  await page.getByRole('menuitem', { name: 'Cut the link to broker 1' }).click();
  await expect(outline(page)).toContainText('cut since');
  await card(page, 'broker:3').click();
  await page.getByRole('menuitem', { name: 'Mend the link to broker 1' }).click();
  await expect(outline(page)).not.toContainText('cut since');
  await card(page, 'producer:pay-api').click();
  await page.getByRole('menuitem', { name: 'Stop handing over records' }).click();
  await expect(page.getByRole('button', { name: 'Go on sending' })).toBeVisible();
  await card(page, 'broker:1').click();
  await page.getByRole('menuitem', { name: 'Look closer' }).click();
  await expect(page.getByText('Broker epoch')).toBeVisible();
});

test('undo returns to before the last deed', async ({ page }) => {
  await openLab(page);
  await scrub(page, 'ArrowRight');
  const before = (await copiedLink(page)).link;
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  await scrub(page, 'PageUp');
  await scrub(page, 'PageUp');
  await expect(outline(page)).toContainText('crashed');
  await page.getByRole('button', { name: 'Undo the last deed' }).click();
  await expect(outline(page)).not.toContainText('crashed');
  const after = (await copiedLink(page)).link;
  expect(after.digest).toBe(before.digest);
  expect(after.instant).toEqual(before.instant);
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeDisabled();
});

test('play, pause, one event, speed and pacing', async ({ page }) => {
  await openLab(page);
  const playing = page.getByRole('button', { name: 'Pause', exact: true });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(clock(page)).not.toHaveText('0:01.000');
  await playing.click();
  await expect(playing).toBeHidden();
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  await stepUntil(page, trace(page).getByText(/Controller fenced broker 1, silent for/));

  await page.getByRole('radio', { name: 'Steady' }).click();
  await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked();
  // On a wide screen the ladder stands beside the clock.
  const ladder = page.getByRole('slider', { name: 'Speed' });
  await ladder.press('End');
  await expect(page.getByText(/^1 s shows 1[12] d/)).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // So fast is no machine: what it reaches is told.
  await expect(page.getByText(/^\(asked for 1[12] d/)).toBeVisible();
  await playing.click();
  await ladder.press('Home');
  await expect(page.getByText('1 s shows 0.1 ms', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Event-paced' }).click();

  // The browser remembers pacing and speed.
  await page.reload();
  await expect(page.getByText('1 s shows 0.1 ms', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Event-paced' })).toBeChecked();
});

test('scrub back to an instant and go on from there: a deed in the past begins another future', async ({
  page,
}) => {
  await openLab(page);
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  for (let i = 0; i < 5; i++) await scrub(page, 'PageUp');
  await expect(outline(page)).toContainText('broker 2 leads');
  const there = (await copiedLink(page)).link;

  // Back, and forth again: the same to the bit.
  await scrub(page, 'Home');
  await expect(clock(page)).toHaveText('0:00.000');
  await expect(outline(page)).toContainText('Log end offset 0');
  await scrub(page, 'End');
  await expect(outline(page)).toContainText('broker 2 leads');
  expect((await copiedLink(page)).link.digest).toBe(there.digest);

  // Before the kill, another deed: that run has no kill.
  await scrub(page, 'Home');
  await scrub(page, 'ArrowRight');
  await doTo(page, 'Crash (SIGKILL)', 'broker 3');
  for (let i = 0; i < 5; i++) await scrub(page, 'PageUp');
  await expect(outline(page)).toContainText('broker 1 leads');
  await expect(outline(page)).toContainText('Broker 3, rack c, crashed');
  await expect(outline(page)).not.toContainText('Broker 1, rack a, crashed');
  expect((await copiedLink(page)).link.tree.branches.at(-1)?.commands).toMatchObject([
    { kind: 'KillBroker', broker: 3 },
  ]);
});

test('the scrubber is dragged with the mouse, and its marks are instants', async ({ page }) => {
  await openLab(page);
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  for (let i = 0; i < 4; i++) await scrub(page, 'PageUp');
  const box = await scrubber(page).boundingBox();
  if (box === null) throw new Error('no scrubber');
  await page.mouse.move(box.x + box.width * 0.05, box.y + 24);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, box.y + 24, { steps: 4 });
  await page.mouse.up();
  await expect(clock(page)).toHaveText(/^0:0[4-8]\./);
  await expect(outline(page)).toContainText('broker 1 leads');
  await page.getByRole('button', { name: 'Previous mark' }).click();
  await expect(clock(page)).toHaveText('0:01.000');
});

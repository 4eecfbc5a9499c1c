import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { clock, copiedLink, LESSON, mainButton, openStep, outline, scrub, trace } from './helpers.ts';
import { madeLink } from './links.ts';
import { ENGINE_VERSION } from '../src/shared/engineVersion.ts';

const SAME = `Replayed to the bit: engine ${ENGINE_VERSION}, and the same digest as where the link was made.`;

/** Another reader, with a browser of their own. */
async function elsewhere(page: Page, address: string): Promise<Page> {
  const context = await page.context().browser()!.newContext();
  const there = await context.newPage();
  await there.goto(address);
  return there;
}

test(
  'a link copied after a deed opens the same step, done, and the reader goes on from there',
  { tag: '@subpath' },
  async ({ page }) => {
    await openStep(page, 'lose-a-record');
    await page.getByText('They are kept: broker 2 and 3 have them', { exact: true }).click();
    await mainButton(page).click();
    await expect(page.getByRole('button', { name: 'Watch it happen' })).toBeVisible();
    const { address, link } = await copiedLink(page);
    expect(link.place).toMatchObject({
      kind: 'lesson',
      lesson: 'acks-and-min-insync',
      stepId: 'lose-a-record',
      moment: { deed: { ended: link.instant, commands: 2, reached: true } },
    });
    const time = await clock(page).innerText();
    const words = await outline(page).innerText();
    const told = await page.locator('.lesson-outcome').innerText();

    const there = await elsewhere(page, address);
    await expect(there.getByText(SAME)).toBeVisible();
    await expect(there).toHaveURL(/#\/lesson\/acks-and-min-insync\/lose-a-record\/l\/1\./);
    await expect(there.getByText('Step 2 of 11')).toBeVisible();
    await expect(clock(there)).toHaveText(time);
    expect(await outline(there).innerText()).toBe(words);
    await expect(trace(there)).toContainText(/cut its log|truncated/i);
    // What the run says is there; what the sender said is not.
    expect(await there.locator('.lesson-outcome').innerText()).toBe(told);
    await expect(there.locator('.predict')).toContainText('the run says');
    await expect(there.locator('.predict')).not.toContainText('you said');
    const again = (await copiedLink(there)).link;
    expect(again).toEqual(link);

    // The address holds the link: a reload comes to the same moment.
    await scrub(there, 'Home');
    await there.reload();
    await expect(there.getByText(SAME)).toBeVisible();
    await expect(clock(there)).toHaveText(time);

    // Back in the run, and on by the main button.
    await there.getByRole('button', { name: 'Watch it happen' }).click();
    await expect(clock(there)).not.toHaveText(time);
    await there.getByRole('button', { name: 'Pause' }).first().click();
    await expect(mainButton(there)).toHaveText('The same kill with acks=all');
    await mainButton(there).click();
    await expect(there).toHaveURL(/#\/lesson\/acks-and-min-insync\/keep-it$/);
    await expect(there.getByText('Step 3 of 11')).toBeVisible();
    await expect(there.getByText(SAME)).toBeHidden();
    await expect(mainButton(there)).toHaveText('Predict first');
    await there.goBack();
    await expect(there.getByText(SAME)).toBeVisible();
    await expect(clock(there)).toHaveText(time);
    await there.context().close();
  },
);

test('a link copied before the deed, with a knob turned: the deed is done on the same settings', async ({
  page,
}) => {
  onlyWithAll();
  await openStep(page, 'lose-a-record');
  await page.getByRole('radiogroup', { name: 'acks' }).getByRole('radio', { name: /^all/ }).click();
  const { address, link } = await copiedLink(page);
  expect(link.tree.branches.at(-1)?.commands).toMatchObject([{ kind: 'RestartProducer' }]);

  const there = await elsewhere(page, address);
  await expect(there.getByText(SAME)).toBeVisible();
  await expect(there.getByText(/The cluster was changed in this run/)).toBeVisible();
  await expect(
    there.getByRole('radiogroup', { name: 'acks' }).getByRole('radio', { name: /^all/ }),
  ).toBeChecked();
  await there.getByRole('button', { name: 'Show me without' }).click();
  await expect(mainButton(there)).toHaveText('Kill the leader right after an ack');
  await mainButton(there).click();
  await expect(there.getByRole('button', { name: 'Watch it happen' })).toBeVisible({ timeout: 20_000 });
  await expect(there.locator('.predict')).toContainText('the run says');

  await there.goto('about:blank');
  await there.goto(address);
  await expect(there.getByText(SAME)).toBeVisible();
  await there.getByRole('button', { name: 'Set this step up again' }).click();
  await expect(there).toHaveURL(/#\/lesson\/acks-and-min-insync\/lose-a-record$/);
  await expect(there.getByText(SAME)).toBeHidden();
  await expect(
    there.getByRole('radiogroup', { name: 'acks' }).getByRole('radio', { name: /^1/ }),
  ).toBeChecked();
  await there.context().close();
});

test('a step that is not there any more: the run opens in the Lab, and the page says why', async ({
  page,
}) => {
  const lesson = { kind: 'lesson', lesson: 'acks-and-min-insync' } as const;
  await page.goto(`./${await madeLink({ place: { ...lesson, stepId: 'long-gone' } })}`);
  await expect(page.getByText(/made in a step of a lesson that is not here any more/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Lab: payments/);
  await expect(clock(page)).toHaveText('0:05.000');
  await page.getByRole('link', { name: 'Open lesson 6, acks and min.insync.replicas' }).click();
  await expect(page.getByText('Step 1 of 11')).toBeVisible();
});

test('a lesson’s link by another digest or another engine says so in the lesson', async ({ page }) => {
  const place = { kind: 'lesson', lesson: 'acks-and-min-insync', stepId: 'keep-it' } as const;
  await page.goto(`./${await madeLink({ place })}`);
  await expect(page.getByText(/same engine came to another state .* the fault is ours/)).toBeVisible();
  await expect(page.getByText('Step 3 of 11')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`./${await madeLink({ place, engineVersion: '0.0.9' })}`);
  await expect(page.getByText(/Made with engine 0\.0\.9.*they come to another state/)).toBeVisible();
  await expect(page.getByText(/changelog between the two|What changed between the two/)).toBeVisible();
});

test('a broken link behind a step is told as what it is', async ({ page }) => {
  const place = { kind: 'lesson', lesson: 'acks-and-min-insync', stepId: 'keep-it' } as const;
  const hash = await madeLink({ place });
  await page.goto(`${LESSON}/keep-it${hash.slice(1, -40)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is cut off');
  // Of another step: it opens where it belongs.
  await page.goto(`${LESSON}/power${hash.slice(1)}`);
  await expect(page.getByText('Step 3 of 11')).toBeVisible();
});

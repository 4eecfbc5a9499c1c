import { expectNoViolations } from './expectNoViolations.ts';
import { onlyWithAll } from './onlyWithAll.ts';
import { expect, test } from './fixtures.ts';
import { clock, mainButton, openLab, openStep } from './helpers.ts';
import { madeLink } from './links.ts';

const isAll = process.env.HIGHWATER_TEST_ALL === '1';

const SIZES = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
];

for (const { name, viewport } of SIZES) {
  test.describe(`axe finds nothing, ${name}`, () => {
    // Axe asks for the colours that a transition ends with.
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    // For the sake of time a phone sees the lesson and the Lab only; with `test:all` everything.
    const testWide = isAll || name === 'wide' ? test : test.skip;

    testWide('home, what is modelled, other versions, a broken link', async ({ page }) => {
      onlyWithAll();
      await page.goto('./#/');
      await expect(page.getByRole('img', { name: /^Replicas of payments-0/ })).toBeVisible();
      await expectNoViolations(page);
      await page.goto('./#/about/fidelity');
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      // The rows are alike, and there are hundreds: the fewest are enough.
      await page.getByRole('radio', { name: /not modelled$/ }).click();
      await expectNoViolations(page);
      await page.goto('./#/about/versions');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('If you run another version');
      await expectNoViolations(page);
      await page.goto(`./${(await madeLink()).slice(0, -40)}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is cut off');
      await expectNoViolations(page);
    });

    testWide('real incidents: the list, and one on the stage', async ({ page }) => {
      onlyWithAll();
      await page.goto('./#/incidents');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Real incidents');
      await expectNoViolations(page);
      await page.goto('./#/incidents/REP-10');
      await expect(clock(page)).toHaveText('0:39.900');
      await expectNoViolations(page);
    });

    test('two steps of the lesson, before and after the deed', async ({ page }) => {
      await openStep(page, 'who-has-it');
      await expectNoViolations(page);
      await openStep(page, 'two-down');
      await page.getByText('Stored on broker 1 and acknowledged').click();
      await mainButton(page).click();
      await expect(page.getByRole('button', { name: 'Watch it happen' })).toBeVisible({ timeout: 20_000 });
      await expectNoViolations(page);
    });

    test('the Lab: waits, ledger, metrics, describe', async ({ page }) => {
      if (name === 'wide') onlyWithAll();
      await openLab(page);
      await expectNoViolations(page);
      // On a wide screen metrics stand under the timeline.
      const metrics = name === 'wide' ? [] : ['Metrics'];
      for (const panel of ['Ledger', ...metrics, 'Metadata log', 'Command line']) {
        await page.getByRole('radio', { name: panel }).click();
        await expectNoViolations(page, '.stage-panels');
      }
    });

    testWide('the Lab: dialogs and menus', async ({ page }) => {
      await openLab(page);
      await page.getByRole('button', { name: 'Paste kafka-topics.sh output' }).click();
      await page.getByLabel('Output of kafka-topics.sh --describe').fill('Topic: a\tPartitionCount: 1');
      await expectNoViolations(page, '[role="dialog"]');
      await page.keyboard.press('Escape');
      // On a wide screen metrics stand under the timeline.
      if (name === 'phone') await page.getByRole('radio', { name: 'Metrics' }).click();
      await page.getByRole('button', { name: 'Choose metrics' }).click();
      await expect(page.getByRole('checkbox', { name: /^ActiveBrokerCount/ }).first()).toBeVisible();
      await expectNoViolations(page, '[role="dialog"]');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keys and settings' })).toBeVisible();
      await expectNoViolations(page, '[role="dialog"]');
      await page.keyboard.press('Escape');
      await page.locator('[data-entity="broker:1"]').click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectNoViolations(page, '[role="dialog"]');
    });
  });
}

import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { clock, openLab, outline, scrub } from './helpers.ts';

async function doByName(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'What to do' }).fill(text);
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('the palette does by name what the mouse does, and what was done is saved under a name', async ({
  page,
}) => {
  await openLab(page);
  await doByName(page, 'acks=1 for pay-api');
  await doByName(page, '0:04.5');
  await expect(clock(page)).toHaveText('0:04.500');
  await expect(outline(page)).toContainText(/pay-api, acks=1/);
  await doByName(page, 'crash broker 2');
  await expect(outline(page)).toContainText('Broker 2, rack b, crashed 0:04.500');

  await page.getByRole('button', { name: 'Your scenarios' }).click();
  const name = page.getByRole('textbox', { name: 'Save what is open as' });
  await name.fill('without broker 2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Your scenarios' })).toContainText('without broker 2');
  await page.keyboard.press('Escape');

  await doByName(page, 'start broker 2');
  await scrub(page, 'PageUp');
  await page.reload();
  await page.getByRole('button', { name: 'Your scenarios' }).click();
  await page.getByRole('button', { name: 'Open without broker 2' }).click();
  await expect(clock(page)).toHaveText('0:04.500');
  await expect(outline(page)).toContainText('Broker 2, rack b, crashed');
  // What was open is not lost: it was set aside.
  await page.getByRole('button', { name: 'Your scenarios' }).click();
  await expect(page.getByRole('list', { name: 'Your scenarios' })).toContainText('What was open before');
});

test('the scenario as text: what is wrong is told at once, what may stand is offered, nothing typed is lost', async ({
  page,
}) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Choose or edit' }).click();
  const text = page.getByRole('textbox', { name: 'As text' });
  await page.getByRole('radio', { name: 'YAML' }).click();
  await expect(text).toHaveValue(/^highwater: 1\n/);
  await text.fill(
    'highwater: 1\nseed: 9\nbrokers:\n  - node.id: 1\ntopics:\n  - name: payments\n    partition: 2\n',
  );
  const problem = page.getByRole('button', {
    name: /line \d+, topics\[0\]\.partition.*Likely meant: partitions/,
  });
  await expect(problem).toBeVisible();
  await problem.click();
  await expect(text).toBeFocused();

  // Closed without running: the text is there again.
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Choose or edit' }).click();
  await expect(text).toHaveValue(/partition: 2/);
  await text.fill(
    'highwater: 1\nseed: 9\nbrokers:\n  - node.id: 1\ntopics:\n  - name: payments\n    partiti',
  );
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('listbox', { name: 'What may stand here' })).toContainText('partitions');
  await page.keyboard.press('Enter');
  await page.keyboard.type('2');
  await expect(text).toHaveValue(/ {4}partitions: 2$/);
  await expect(page.getByText('It would run as it is.')).toBeVisible();
  await page.getByRole('button', { name: 'Run this scenario' }).click();
  await expect(outline(page)).toContainText('payments-1');
});

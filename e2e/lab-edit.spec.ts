import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { clock, openLab, outline, scenarioText, scrub, writeScenarioText } from './helpers.ts';

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

test('the scenario as text beside the stage: in step both ways, and nothing typed is lost', async ({
  page,
}) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Scenario as text' }).click();
  const text = scenarioText(page);
  await expect(text).toBeFocused();
  await expect(text).toContainText('highwater: 1');
  await expect(page.getByText('This is what runs.')).toBeVisible();
  // Tab leaves it.
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();

  // A deed comes into the text, with a comment of one's own staying.
  await writeScenarioText(
    page,
    '# mine\nhighwater: 1\nseed: 9\nbrokers:\n  - node.id: 1\n  - node.id: 2\ntopics:\n  - name: payments\n    partition: 2\n',
  );
  const problem = page.getByRole('button', {
    name: /line \d+, topics\[0\]\.partition.*Likely meant: partitions/,
  });
  await problem.click();
  await expect(text).toBeFocused();
  await expect(page.getByText('The run goes on as it is.')).toBeVisible();
  await page.keyboard.type('partit');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('listbox', { name: 'What may stand here' })).toContainText('partitions');
  // The list is closed before anything else is.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'What may stand here' })).toHaveCount(0);
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: 'partitions' })).toBeVisible();
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await expect(text).toContainText('partitions: 2');
  await expect(page.getByText('Not applied yet.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(outline(page)).toContainText('payments-1');
  await expect(page.getByText('This is what runs.')).toBeVisible();

  await page.keyboard.press('Tab');
  await doByName(page, 'crash broker 2');
  await expect(text).toContainText('kind: KillBroker');
  await expect(text).toContainText('# mine');

  // Closed without being applied, and after a reload: the text is there again.
  await writeScenarioText(page, '# mine\nhighwater: 1\nseed: 9\nbrokers: [');
  await page.getByRole('button', { name: 'Close the text' }).click();
  await expect(page.getByRole('button', { name: 'Scenario as text' })).toBeFocused();
  await page.reload();
  await page.getByRole('button', { name: 'Scenario as text' }).click();
  await expect(text).toContainText('brokers: [');
  await page.getByRole('button', { name: 'Take what runs' }).click();
  await expect(text).toContainText('kind: KillBroker');
});

import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { clock, copiedLink, openLab, scrub } from './helpers.ts';

test('what is on the stage is taken along as a picture, files and a link, and stands in another page', async ({
  page,
}) => {
  await openLab(page);
  await scrub(page, 'PageUp');
  const { address } = await copiedLink(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take it along' });
  const take = async (name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFileSync(await download.path(), 'latin1');
  };
  const svg = await take('SVG');
  // Every colour is written out, nothing of the page is needed, and the moment and its link stand under it.
  expect(svg).not.toMatch(/var\(|foreignObject|class="/);
  expect(svg).toMatch(/^<svg xmlns/);
  expect(svg).toContain('Highwater, Apache Kafka simulated');
  expect(svg).toContain(address.replaceAll('&', '&amp;'));
  expect(svg).toContain('>Broker 1<');
  const isWellFormed = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror') === null,
    svg,
  );
  expect(isWellFormed).toBe(true);
  expect((await take('PNG')).slice(1, 4)).toBe('PNG');
  expect(JSON.parse(await take('Scenario file'))).toMatchObject({ highwater: 1 });
  const lines = (await take('Trace file')).trim().split('\n');
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines.slice(0, 50)) expect(JSON.parse(line)).toHaveProperty('event');
  await expect(dialog.getByRole('textbox')).toHaveValue(/^<iframe src=".*\?embed=1#\/l\/1\./);

  await page.goto(address.replace('#', '?embed=1#'));
  await expect(clock(page)).not.toHaveText('0:00.000');
  await expect(page.getByRole('slider', { name: 'Time of the run' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open in Highwater' })).toBeVisible();
});

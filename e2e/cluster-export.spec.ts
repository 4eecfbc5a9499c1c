import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoViolations } from './expectNoViolations.ts';
import { expect, test } from './fixtures.ts';
import { doTo, openLab, outline } from './helpers.ts';

test('a run becomes files for a real cluster: what was done in it stands in the script', async ({ page }) => {
  await openLab(page);
  await doTo(page, 'Crash (SIGKILL)', 'broker 1');
  await expect(outline(page)).toContainText('Broker 1, rack a, crashed');
  await page.getByRole('button', { name: 'Run on a real cluster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run it on a cluster of your own' });
  await expect(dialog.getByRole('group', { name: 'run.sh' })).toContainText('#!/bin/sh');
  await expect(dialog.getByRole('group', { name: 'run.sh' })).toContainText(
    'run docker kill -s KILL "$project-broker-1"',
  );
  await expectNoViolations(page, '[role="dialog"]');

  await dialog.getByRole('radio', { name: 'compose.yaml' }).click();
  await expect(dialog.getByRole('group', { name: 'compose.yaml' })).toContainText('KAFKA_BROKER_RACK: "a"');
  const compose = await dialog.getByRole('group', { name: 'compose.yaml' }).textContent();
  await dialog.getByRole('radio', { name: 'README.md' }).click();
  await expect(dialog.getByRole('group', { name: 'README.md' })).toContainText('sh run.sh down');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download run.sh' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('run.sh');
  const folder = mkdtempSync(join(tmpdir(), 'highwater-e2e-'));
  try {
    const file = join(folder, 'run.sh');
    await download.saveAs(file);
    const script = readFileSync(file, 'utf8');
    expect(script).toContain(compose ?? '');
    expect(spawnSync('sh', ['-n', file]).status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

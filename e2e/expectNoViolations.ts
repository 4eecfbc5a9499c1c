import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect } from './fixtures.ts';

/**
 * Of the whole page, or of what was opened on it: every rule of axe in the light theme, and those about colour in the dark one. The
 * themes differ in nothing else. Or of one theme alone, of which the light one is asked for everything.
 */
export async function expectNoViolations(page: Page, part?: string, theme?: 'light' | 'dark'): Promise<void> {
  const told: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    if (theme !== undefined && theme !== colorScheme) continue;
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    // There are no frames of other origins, for which alone axe would open a page of its own each time.
    // What is in order need not be listed: for axe that is half of the work.
    const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
    if (part !== undefined) builder.include(part);
    if (colorScheme === 'dark') builder.withRules(['color-contrast', 'link-in-text-block']);
    for (const { id, help, nodes } of (await builder.analyze()).violations) {
      for (const { html, failureSummary } of nodes)
        told.push(`${colorScheme}, ${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`);
    }
  }
  // What comes after is looked at all the same.
  expect.soft(told.join('\n')).toBe('');
}

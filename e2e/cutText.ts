import type { Page } from 'playwright/test';

/**
 * Words that a reader cannot read to their end: text wider than the box that clips it, or that runs over the edge of a
 * picture. What scrolls is meant to, and what only a screen reader hears is nowhere.
 */
export async function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const TOLERANCE_PX = 1.5;
    const clips = (value: string) => value === 'hidden' || value === 'clip';
    const scrolls = (value: string) => value === 'auto' || value === 'scroll';
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (
        parent === null ||
        text === '' ||
        parent.closest('.sr-only, script, style, option, textarea') !== null
      )
        continue;
      const style = getComputedStyle(parent);
      if (style.visibility !== 'visible' || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      if (words.width < 1 || words.height < 1) continue;
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (scrolls(overflowX)) break;
        if (!clips(overflowX) && box !== document.documentElement) continue;
        const edge = box.getBoundingClientRect();
        // A box of no width hides by intent, as a folded panel does.
        if (edge.width <= 1) break;
        if (words.right > edge.right + TOLERANCE_PX || words.left < edge.left - TOLERANCE_PX) {
          found.push(
            `“${text.slice(0, 60)}” by ${Math.round(Math.max(words.right - edge.right, edge.left - words.left))} px in <${parent.tagName.toLowerCase()} class="${(parent.getAttribute('class') ?? '').slice(0, 60)}">`,
          );
          break;
        }
      }
    }
    return found;
  });
}

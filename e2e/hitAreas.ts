import type { Page } from 'playwright/test';

const FINGER_PX = 44;
/** Of many that stand close by nature, each has a way beside it: a lane. */
const CLOSE_BY_NATURE = '.hw-card';
/** And for a mouse: the steps of a lesson, a replica's line on a card of the map. */
const CLOSE_FOR_A_MOUSE = 'nav a, .hw-map-line';

/**
 * What is pressed and is smaller than so many pixels in one of its sides, as `40 × 30 name`. A link in a sentence is as high as its words;
 * what a pseudo-element adds around it counts.
 */
export async function smallHitAreas(page: Page, leastPx: number): Promise<readonly string[]> {
  return page.evaluate(
    ({ least, close }) => {
      const found = new Set<string>();
      const scope = document.querySelector('[role="dialog"]') ?? document;
      const all = scope.querySelectorAll(
        'button, a[href], input, select, textarea, summary, [role="radio"], [role="menuitem"], [role="option"]',
      );
      for (const element of all) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        if (element.closest('[aria-hidden="true"], [inert], .sr-only') !== null || element.matches(close))
          continue;
        if (element.tagName === 'A' && getComputedStyle(element).display === 'inline') continue;
        const target = element.matches('input[type="checkbox"], input[type="radio"]')
          ? (element.closest('label') ?? element)
          : element;
        let { width, height } = target.getBoundingClientRect();
        // Of a control that is drawn by another one, as the thumb of a slider.
        if (width <= 1 || height <= 1 || element.matches('input[type="range"]')) continue;
        for (const pseudo of ['::before', '::after']) {
          const style = getComputedStyle(target, pseudo);
          if (style.content === 'none' || style.position !== 'absolute') continue;
          width = Math.max(width, parseFloat(style.width) || 0);
          height = Math.max(height, parseFloat(style.height) || 0);
        }
        const name = element.getAttribute('aria-label') ?? element.textContent;
        if (Math.min(width, height) < least - 0.5)
          found.add(`${Math.round(width)} × ${Math.round(height)} ${name.trim().slice(0, 50)}`);
      }
      return [...found];
    },
    {
      least: leastPx,
      close: leastPx >= FINGER_PX ? CLOSE_BY_NATURE : `${CLOSE_BY_NATURE}, ${CLOSE_FOR_A_MOUSE}`,
    },
  );
}

/** How many pixels the page can be moved sideways. */
export async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

import { test as base } from 'playwright/test';
import type { BrowserContext } from 'playwright/test';

export { expect } from 'playwright/test';

interface Guard {
  /** A complaint that this test expects, such as an error that it provokes. */
  allow(pattern: RegExp): void;
}

/**
 * Every test fails if the page, in any tab or window of the test, writes an error to the console, throws, gets an
 * answer of 400 or more, or asks anyone but its own origin.
 */
export const test = base.extend<{ guard: Guard }>({
  guard: [
    async ({ browser, context, baseURL }, use) => {
      const origin = new URL(baseURL ?? 'http://localhost').origin;
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      const watched = new WeakSet<BrowserContext>();

      const watch = (watchedContext: BrowserContext): void => {
        if (watched.has(watchedContext)) return;
        watched.add(watchedContext);
        watchedContext.on('console', (message) => {
          if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
        });
        watchedContext.on('weberror', (error) =>
          complaints.push(`thrown: ${error.error().stack ?? error.error().message}`),
        );
        watchedContext.on('response', (response) => {
          if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
        });
        watchedContext.on('request', (request) => {
          const url = new URL(request.url());
          if (/^https?:|^wss?:/.test(url.protocol) && url.origin !== origin)
            complaints.push(`left the origin: ${url.href}`);
        });
      };

      watch(context);
      // Tests that open a second context ("another browser") are watched there too.
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (...args) => {
        const created = await newContext(...args);
        watch(created);
        return created;
      };
      await use({ allow: (pattern) => allowed.push(pattern) });
      browser.newContext = newContext;

      const left = complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)));
      if (left.length > 0) throw new Error(`The page complained:\n  ${left.join('\n  ')}`);
    },
    { auto: true },
  ],
});

import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser for the tests: $CHROMIUM_PATH, else Playwright's own, else one that is installed.
 * Returns { found, executablePath }; executablePath is undefined for Playwright's own.
 */
export function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return { found: existsSync(asked), executablePath: asked };
  if (existsSync(chromium.executablePath())) return { found: true, executablePath: undefined };
  const executablePath = INSTALLED.find((path) => existsSync(path));
  return { found: executablePath !== undefined, executablePath };
}

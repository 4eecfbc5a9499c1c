// For tests of components: matchers that speak of the page, a clean page after each test, and what jsdom lacks.

import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// The time is a limit against hanging, not a measure of speed.
configure({ asyncUtilTimeout: 20_000, defaultHidden: false });

// The files of a worker share modules and window: each finds both as if it were the first.
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', location.pathname);
});

vi.stubGlobal('matchMedia', (query: string) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }),
);

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

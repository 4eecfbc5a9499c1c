import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EXAMPLE_FRAMES } from './exampleFrames.ts';
import { Gallery } from './Gallery.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(430);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('showsEveryExampleFrameOnAPhone', () => {
  render(<Gallery />);
  expect(screen.getAllByRole('group', { name: /^Replicas of payments-0/ })).toHaveLength(
    EXAMPLE_FRAMES.length,
  );
  expect(screen.getAllByRole('button', { name: 'Next event' })).toHaveLength(EXAMPLE_FRAMES.length);
});

test('showsAHeroThatIsOnlyLookedAt', () => {
  render(<Gallery only="healthy" hero />);
  expect(screen.getByRole('img', { name: 'Replicas of payments-0: broker 1 leads' })).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

import { cleanup, fireEvent, render } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import type { LogFrame } from '../log/moveWindow.ts';
import { SimulationProvider, useStageViewStore, type StageViewState } from '../SimulationContext.tsx';
import { useLogGestures } from './useLogGestures.ts';

const FRAME: LogFrame = {
  x0: 100,
  x1: 500,
  window: { from: 964, to: 1004 },
  baseLength: 40,
  logEndOffset: 1000,
  followedEnd: 1004,
};
let view: StoreApi<StageViewState>;
const keep = (store: StoreApi<StageViewState>) => {
  view = store;
};
const pressed = vi.fn();

function Logs({ onView }: { readonly onView: (view: StoreApi<StageViewState>) => void }) {
  const root = useRef<HTMLDivElement>(null);
  const logs = useRef<LogFrame | null>(FRAME);
  const store = useStageViewStore();
  useEffect(() => onView(store), [onView, store]);
  useLogGestures(root, logs);
  return (
    <div ref={root} data-testid="logs">
      <button type="button" onClick={pressed} />
    </div>
  );
}

beforeEach(() => {
  pressed.mockClear();
  HTMLElement.prototype.setPointerCapture = vi.fn();
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 300));
  render(
    <SimulationProvider simulation={createStillSimulation(exampleFrame('healthy'))}>
      <Logs onView={keep} />
    </SimulationProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const button = () => document.querySelector('[data-testid="logs"] button')!;
const pointer = (type: string, pointerId: number, clientX: number, clientY = 50) =>
  fireEvent(button(), new PointerEvent(type, { bubbles: true, pointerId, clientX, clientY, button: 0 }));

test('theWheelZoomsAtThePointer', () => {
  fireEvent.wheel(button(), { deltaY: -240, clientX: 200 });
  // 974 stood at 200 px and stands there still.
  expect(view.getState()).toMatchObject({ zoom: 2, end: 974 + 15 });
  fireEvent.wheel(button(), { deltaX: 100 });
  expect(view.getState().end).toBeCloseTo(994, 6);
});

test('aDragMovesAlongTheLogsAndIsNoPress', () => {
  pointer('pointerdown', 1, 300);
  pointer('pointermove', 1, 304);
  expect(view.getState().end).toBeNull();
  pointer('pointermove', 1, 400);
  pointer('pointerup', 1, 400);
  fireEvent.click(button());
  expect(view.getState()).toMatchObject({ zoom: 1, end: 994 });
  expect(pressed).not.toHaveBeenCalled();
});

test('aPressThatHardlyMovesIsAPress', () => {
  pointer('pointerdown', 1, 300);
  pointer('pointermove', 1, 303);
  pointer('pointerup', 1, 303);
  fireEvent.click(button());
  expect(pressed).toHaveBeenCalledOnce();
  expect(view.getState().end).toBeNull();
});

test('twoFingersThatPartZoomBetweenThem', () => {
  pointer('pointerdown', 1, 200);
  pointer('pointerdown', 2, 300);
  pointer('pointermove', 2, 400);
  expect(view.getState().zoom).toBeCloseTo(2, 6);
  pointer('pointermove', 2, 250);
  expect(view.getState().zoom).toBeCloseTo(0.5, 6);
  pointer('pointerup', 1, 200);
  pointer('pointerup', 2, 250);
});

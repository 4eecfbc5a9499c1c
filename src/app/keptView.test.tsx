import { act, render } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import { createStillSimulation } from '../views/gallery/stillSimulation.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../views/gallery/exampleFrames.ts';
import { SimulationProvider, useStageViewStore, type StageViewState } from '../views/SimulationContext.tsx';
import { useKeptView } from './useOwnSimulation.ts';

beforeEach(() => localStorage.clear());

function openStage(): StoreApi<StageViewState> {
  const simulation = createStillSimulation(exampleFrame(EXAMPLE_FRAMES[0]!.name));
  let view: StoreApi<StageViewState> | undefined;
  function Take() {
    view = useStageViewStore();
    return null;
  }
  function Page() {
    return (
      <SimulationProvider simulation={simulation} {...useKeptView()}>
        <Take />
      </SimulationProvider>
    );
  }
  render(<Page />);
  return view!;
}

test('howMuchIsToldIsRememberedByTheBrowser', () => {
  const view = openStage();
  expect(view.getState().verbosity).toBe('changes');
  act(() => view.setState({ verbosity: 'everything', muted: false }));
  expect(JSON.parse(localStorage.getItem('highwater.play') ?? '{}')).toMatchObject({ verbosity: 'rpc' });
  expect(openStage().getState().verbosity).toBe('everything');
});

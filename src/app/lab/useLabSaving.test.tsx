import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { FutureKeeper } from '../../state/futures/createFutures.ts';
import { firstFuture, forkAt } from '../../state/futures/futures.ts';
import type { Simulation, SimulationState } from '../../state/Simulation.ts';
import { loadPreset } from './loadPreset.ts';
import { labSession } from './labSession.ts';
import { useLabSaving } from './useLabSaving.ts';

afterEach(() => labSession.forget());

async function keptWith(status: SimulationState['status']) {
  const scenario = await loadPreset('three-brokers');
  const instant = { timeUs: 1000, after: 0 };
  const futures = forkAt(firstFuture({ scenario, commands: [], instant }), instant);
  const store = createStore(() => ({ status }));
  const keeper = { store: createStore(() => futures), now: () => futures };
  const { unmount } = renderHook(() =>
    useLabSaving({ store } as unknown as Simulation, keeper as unknown as FutureKeeper, true),
  );
  window.dispatchEvent(new Event('pagehide'));
  const { saved } = labSession.store.getState();
  unmount();
  return { saved, futures };
}

test('a page that goes while a run is being loaded keeps the fork that was just made', async () => {
  const { saved, futures } = await keptWith('loading');
  expect(saved?.futures).toBe(futures);
});

test('a run that broke is not what a reload comes back to', async () => {
  const { saved } = await keptWith('failed');
  expect(saved).toBe(null);
});

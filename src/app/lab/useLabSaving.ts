import { useEffect } from 'react';
import type { FutureKeeper } from '../../state/futures/createFutures.ts';
import { openFutureOf } from '../../state/futures/futures.ts';
import type { SavedLab } from '../../state/labStore.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { labSession } from './labSession.ts';

/** While it runs, the Lab is kept this often at most. */
const SAVE_EVERY_MS = 2000;

/** A run as it stands. */
export function savedRun(simulation: Simulation): SavedLab {
  const { scenario, commands, nowUs, after } = simulation.store.getState();
  return { scenario, commands, instant: { timeUs: nowUs, after } };
}

/** All that was tried, and the one that is open as it stands. */
export function savedFutures(keeper: FutureKeeper): SavedLab {
  const futures = keeper.now();
  const { scenario, commands, instant } = openFutureOf(futures);
  return { scenario, commands, instant, futures };
}

/** Keeps what the Lab has open: after each command and scenario, now and then while it runs, and when the page goes. */
export function useLabSaving(
  simulation: Simulation | null,
  keeper: FutureKeeper | null,
  keeps: boolean,
): void {
  useEffect(() => {
    if (simulation === null || keeper === null || !keeps) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let mine = labSession.store.getState().saved;
    const save = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      // Another one was opened in its place, and this one was set aside.
      if (labSession.store.getState().saved !== mine) return;
      // While a run is loaded its future is known already; one that broke is not what to come back to.
      if (simulation.store.getState().status === 'failed') return;
      labSession.save(savedFutures(keeper));
      mine = labSession.store.getState().saved;
    };
    const later = () => {
      timer ??= setTimeout(save, SAVE_EVERY_MS);
    };
    const unsubscribes = [simulation.store.subscribe(later), keeper.store.subscribe(later)];
    window.addEventListener('pagehide', save);
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [simulation, keeper, keeps]);
}

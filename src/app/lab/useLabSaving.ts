import { useEffect } from 'react';
import type { Simulation } from '../../state/Simulation.ts';
import { labSession } from './labSession.ts';

/** While it runs, the Lab is kept this often at most. */
const SAVE_EVERY_MS = 2000;

/** What is on this stage becomes what the Lab has open. */
export function keepInLab(simulation: Simulation): void {
  const { scenario, commands, nowUs, after } = simulation.store.getState();
  labSession.save({ scenario, commands, instant: { timeUs: nowUs, after } });
}

/** Keeps what the Lab has open: after each command and scenario, now and then while it runs, and when the page goes. */
export function useLabSaving(simulation: Simulation | null, keeps: boolean): void {
  useEffect(() => {
    if (simulation === null || !keeps) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const save = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (simulation.store.getState().status === 'ready') keepInLab(simulation);
    };
    const unsubscribe = simulation.store.subscribe(() => {
      timer ??= setTimeout(save, SAVE_EVERY_MS);
    });
    window.addEventListener('pagehide', save);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [simulation, keeps]);
}

import type { StoreApi } from 'zustand/vanilla';

/** What somebody reads of a store who is satisfied with a sample now and then. */
export type SampledStore<S> = Pick<StoreApi<S>, 'getState' | 'getInitialState' | 'subscribe'>;

/** Panels are read, not watched: ten times a second is enough for them. */
const INTERVAL_MS = 100;

/**
 * A store that follows another one, at most ten times a second; the last state always arrives. All who listen to it are told at once,
 * of the same instant: one pass over the page for all panels. While nobody listens it is the other one. Typed arrays of RPCs, flows
 * and replicas are gone from a state that is not the newest: they are not for who samples.
 */
export function sampledStore<S>(store: SampledStore<S>): SampledStore<S> {
  const listeners = new Set<(state: S, before: S) => void>();
  let shown = store.getState();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let unsubscribe: (() => void) | null = null;
  /** Of the sample before, or of the turn that the next one waits for. */
  let takenMs = -Infinity;

  const take = () => {
    timer = null;
    const before = shown;
    shown = store.getState();
    for (const listener of listeners) listener(shown, before);
  };
  // The first change after a quiet while shows at once; those that follow wait for their turn.
  const onChange = () => {
    if (timer !== null) return;
    const waitMs = INTERVAL_MS - (performance.now() - takenMs);
    takenMs = performance.now() + Math.max(0, waitMs);
    if (waitMs <= 0) take();
    else timer = setTimeout(take, waitMs);
  };
  const stop = () => {
    unsubscribe?.();
    unsubscribe = null;
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  return {
    getState: () => (unsubscribe === null ? store.getState() : shown),
    getInitialState: store.getInitialState,
    subscribe(listener) {
      // Two that pass the same function are two.
      const mine = (state: S, before: S) => listener(state, before);
      listeners.add(mine);
      if (unsubscribe === null) {
        shown = store.getState();
        unsubscribe = store.subscribe(onChange);
      }
      return () => {
        listeners.delete(mine);
        if (listeners.size === 0) stop();
      };
    },
  };
}

const ofStores = new WeakMap<object, unknown>();

/** The one sampled store of a store. */
export function sampled<S>(store: SampledStore<S>): SampledStore<S> {
  const known = ofStores.get(store);
  // Put there under this very store.
  if (known !== undefined) return known as SampledStore<S>;
  const created = sampledStore(store);
  ofStores.set(store, created);
  return created;
}

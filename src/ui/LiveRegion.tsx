import { useSyncExternalStore } from 'react';

export type Politeness = 'polite' | 'assertive';

interface Spoken {
  readonly text: string;
  /** Makes the same sentence, said twice, a change. */
  readonly turn: number;
}

const spoken: Record<Politeness, Spoken> = {
  polite: { text: '', turn: 0 },
  assertive: { text: '', turn: 0 },
};
const listeners = new Set<() => void>();

/** Says a sentence to whoever listens with a screen reader. `assertive` interrupts: errors and the end of a run only. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  spoken[politeness] = { text, turn: spoken[politeness].turn + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands once on the page, from the start: a region that comes with its text is not read. */
export function LiveRegions() {
  return (
    <>
      <Region politeness="polite" />
      <Region politeness="assertive" />
    </>
  );
}

function Region({ politeness }: { readonly politeness: Politeness }) {
  const { text, turn } = useSyncExternalStore(subscribe, () => spoken[politeness]);
  return (
    <div
      role={politeness === 'polite' ? 'status' : 'alert'}
      aria-live={politeness}
      aria-atomic="true"
      className="sr-only"
      data-live={politeness}
      // react-aria leaves regions with this mark open when a dialog covers the page.
      data-live-announcer="true"
    >
      <span key={turn}>{text}</span>
    </div>
  );
}

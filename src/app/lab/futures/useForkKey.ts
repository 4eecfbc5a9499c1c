import type { RefObject } from 'react';
import { useMessages } from '../../../ui/messages.tsx';
import { useShortcuts } from '../../../ui/shortcuts.ts';

/** F begins a future where the run stands, while the stage has the focus. */
export function useForkKey(target: RefObject<HTMLElement | null>, onFork: () => void): void {
  const m = useMessages().lab;
  useShortcuts(
    m.futureKeys,
    [
      {
        keys: 'F',
        label: m.forkKey,
        match: (event) =>
          event.key.toUpperCase() === 'F' && !event.ctrlKey && !event.metaKey && !event.altKey,
        run: onFork,
      },
    ],
    target,
  );
}

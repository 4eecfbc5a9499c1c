import type { RefObject } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { isPlain, useShortcuts, type Shortcut } from '../../ui/shortcuts.ts';
import type { BuildForm } from './build/forms.ts';

/** What is added with one key while the stage has the focus. */
const BUILD_KEYS: readonly { readonly key: string; readonly form: BuildForm }[] = [
  { key: 'B', form: 'addBroker' },
  { key: 'T', form: 'createTopic' },
  { key: 'P', form: 'addProducer' },
  { key: 'G', form: 'addConsumer' },
  { key: 'X', form: 'addTransactional' },
];

/** The key that opens a form; null: it has none. */
export function keyOfForm(form: BuildForm): string | null {
  return BUILD_KEYS.find((one) => one.form === form)?.key ?? null;
}

export function useBuildKeys(target: RefObject<HTMLElement | null>, onOpen: (form: BuildForm) => void): void {
  const m = useMessages().lab.build;
  useShortcuts(
    m.keys,
    BUILD_KEYS.map(({ key, form }): Shortcut => ({
      keys: key,
      label: m.heard[form],
      match: (event) => event.key.toUpperCase() === key && isPlain(event),
      run: () => onOpen(form),
    })),
    target,
  );
}

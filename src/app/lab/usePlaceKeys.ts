import { commands as m } from '../../i18n/en/commands.ts';
import { isPlain, useShortcuts, type Shortcut } from '../../ui/shortcuts.ts';
import { useStageViewStore, type FoldedParts } from '../../views/SimulationContext.tsx';

export const FOLD_KEYS: readonly { readonly key: string; readonly part: keyof FoldedParts }[] = [
  { key: '[', part: 'palette' },
  { key: ']', part: 'panels' },
  { key: '\\', part: 'strips' },
];

/** On the whole page of the Lab: what stands around the stage folds away, and / finds a thing by its name. */
export function usePlaceKeys(onFind: () => void): void {
  const view = useStageViewStore();
  const one = (key: string, label: string, run: () => void): Shortcut => ({
    keys: key,
    label,
    match: (event) => event.key === key && isPlain(event),
    run,
  });
  useShortcuts(m.places, [
    one('/', m.find, onFind),
    ...FOLD_KEYS.map(({ key, part }) =>
      one(key, m.fold[part], () =>
        view.setState(({ folded }) => ({ folded: { ...folded, [part]: !folded[part] } })),
      ),
    ),
  ]);
}

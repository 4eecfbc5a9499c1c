import { commands as m } from '../../i18n/en/commands.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useStageView, useStageViewStore, type FoldedParts } from '../../views/SimulationContext.tsx';

interface FoldButtonProps {
  readonly part: keyof FoldedParts;
}

const UNFOLD_ID = (part: keyof FoldedParts) => `unfold-${part}`;
const SIGNS = { palette: ['back', 'next'], panels: ['next', 'back'], strips: ['down', 'up'] } as const;

/** In a part that folds away. The focus goes to what brings it back. */
export function FoldButton({ part }: FoldButtonProps) {
  const view = useStageViewStore();
  const isFolded = useStageView(({ folded }) => folded[part]);
  const fold = () => {
    view.setState(({ folded }) => ({ folded: { ...folded, [part]: true } }));
    requestAnimationFrame(() => document.getElementById(UNFOLD_ID(part))?.focus());
  };
  return isFolded ? null : (
    <IconButton icon={SIGNS[part][0]} label={m.foldAway[part]} className="fold-button" onPress={fold} />
  );
}

/** At the edge of the stage, while a part is folded away. */
export function UnfoldButton({ part }: FoldButtonProps) {
  const view = useStageViewStore();
  const isFolded = useStageView(({ folded }) => folded[part]);
  if (!isFolded) return null;
  return (
    <IconButton
      id={UNFOLD_ID(part)}
      icon={SIGNS[part][1]}
      variant="plain"
      label={m.unfold[part]}
      className={`unfold-button unfold-${part}`}
      onPress={() => view.setState(({ folded }) => ({ folded: { ...folded, [part]: false } }))}
    />
  );
}

import type { EntityKey } from '../../bridge/frame.ts';
import type { CardProps } from './cards.tsx';
import type { Box } from './layoutStage.ts';

/** What all cards of one stage share: who has the tab stop, who is selected, and what a press does. */
export interface StageCards {
  readonly tabStop: EntityKey | null;
  readonly selected: EntityKey | null;
  readonly onPress: CardProps['onPress'];
  readonly onFocus: CardProps['onFocus'];
}

/** The same for one of them, in its place. */
export function cardProps(cards: StageCards, key: EntityKey, box: Box): CardProps {
  return {
    box,
    isTabStop: cards.tabStop === key,
    isSelected: cards.selected === key,
    onPress: cards.onPress,
    onFocus: cards.onFocus,
  };
}

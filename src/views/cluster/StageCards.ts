import type { EntityKey } from '../../bridge/frame.ts';
import type { CardProps } from './cards.tsx';

/** What all cards of one stage share: who has the tab stop, who is selected, and what a press does. */
export interface StageCards {
  readonly tabStop: EntityKey | null;
  readonly selected: EntityKey | null;
  readonly onPress: CardProps['onPress'];
  readonly onFocus: CardProps['onFocus'];
}

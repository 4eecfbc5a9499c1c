import type { EntityKey } from '../../bridge/frame.ts';

/** Whether a card stands for one of these: a broker's for its replicas, too. */
export function isPointedAt(card: EntityKey, pointedAt: readonly EntityKey[]): boolean {
  return pointedAt.some((key) => {
    if (key.startsWith('replica:')) return card === `broker:${key.slice(key.lastIndexOf('@') + 1)}`;
    return card === key;
  });
}

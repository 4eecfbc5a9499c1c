import type { Scenario } from '../Scenario.ts';
import { pathTo, scenarioProblem, type ScenarioProblem } from '../ScenarioProblem.ts';

/** What a consumer can be told: a share consumer has no position of its own, and who has no group commits nothing. */
export type ConsumerSort = 'share' | 'group' | 'alone';

export function consumerSorts({ consumers }: Pick<Scenario, 'consumers'>): ReadonlyMap<string, ConsumerSort> {
  return new Map(
    consumers.map(({ clientId, share, configs }) => [
      clientId,
      share ? 'share' : (configs['group.id'] ?? '') === '' ? 'alone' : 'group',
    ]),
  );
}

export function checkConsumerCall(
  { kind, consumer }: { readonly kind: string; readonly consumer: string },
  sorts: ReadonlyMap<string, ConsumerSort>,
  path: string,
): readonly ScenarioProblem[] {
  const sort = sorts.get(consumer);
  const at = pathTo(path, 'consumer');
  if (sort === 'share') return [scenarioProblem('share-has-no-position', at, consumer)];
  return kind === 'CommitOffsets' && sort === 'alone' ? [scenarioProblem('no-group', at, consumer)] : [];
}

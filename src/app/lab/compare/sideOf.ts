import type { Future, Futures } from '../../../state/futures/Future.ts';
import { futureName } from '../futures/futureName.ts';
import type { CompareSide } from './CompareSide.ts';

/** A future as one of two that are compared. */
export function sideOf(futures: Futures, future: Future): CompareSide {
  return { name: futureName(futures, future), scenario: future.scenario, commands: future.commands };
}

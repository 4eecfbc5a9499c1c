import { hashText, mix32 } from '../../../kernel/hash.ts';
import type { Offset, TopicPartition } from '../../../../shared/units.ts';
import type { ErrorSpec } from './OutsideSpec.ts';

const MILLION = 1_000_000;

/** How the work on a record ends: the same each time that it is delivered, as the record is the same. */
export function recordError(
  { poison, retriablePerMillion, fatalPerMillion, drawSeed }: ErrorSpec,
  topicPartition: TopicPartition,
  offset: Offset,
): 'none' | 'retriable' | 'fatal' {
  if (poison.some((one) => one.offset === offset && one.topicPartition === topicPartition)) return 'fatal';
  if (retriablePerMillion + fatalPerMillion === 0) return 'none';
  const drawn = mix32(mix32(hashText(topicPartition, drawSeed)) ^ offset) % MILLION;
  if (drawn < fatalPerMillion) return 'fatal';
  return drawn < fatalPerMillion + retriablePerMillion ? 'retriable' : 'none';
}

import { utf8Bytes } from '../../../../shared/utf8.ts';
import { clientPartition } from './clientPartitioners.ts';
import type { ClientPartitioner } from './clientPartitioners.ts';
import { customPartition } from './customRules.ts';
import type { CustomRule } from './customRules.ts';

/** What takes the place of Java's own choice by key. */
export type ChosenPartitioner = { readonly kind: 'client'; readonly name: ClientPartitioner } | CustomRule;

/**
 * The partition of the n-th record by its key; null where the producer is free to choose (PP9).
 *
 * Simplified: records without a key go by Java's sticky partitioner, whichever client it is.
 */
export function chosenPartition(
  partitioner: ChosenPartitioner,
  key: string | null,
  keyBytes: Uint8Array | null,
  n: number,
  partitionCount: number,
): number | null {
  return partitioner.kind === 'client'
    ? clientPartition(partitioner.name, keyBytes, partitionCount)
    : customPartition(partitioner, key, n, partitionCount, utf8Bytes);
}

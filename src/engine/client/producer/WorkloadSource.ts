import { utf8Bytes } from '../../../shared/utf8.ts';
import { shapeOf } from './appendRecord.ts';
import type { RecordShape } from './appendRecord.ts';
import { boundPartition } from './partitionForKey.ts';

/** What the application sends, record after record. Frozen: shared by checkpoints. */
export interface WorkloadShape {
  readonly topic: string;
  readonly partition: number | null;
  /** Pattern of the key: `{n}` counts from 0 to keyCount − 1 and starts again; null for no key. */
  readonly key: string | null;
  readonly keyCount: number;
  readonly valueBytes: number;
}

/** Key of the n-th record; null for none. */
export function keyOf(shape: WorkloadShape, n: number): string | null {
  return shape.key === null ? null : shape.key.replaceAll('{n}', String(n % shape.keyCount));
}

/** Where the n-th record must go, and how large it is. A null partition leaves the choice to the sticky partitioner. */
export function recordOf(
  workload: WorkloadShape,
  n: number,
  partitionCount: number,
  ignoreKeys: boolean,
  customPartition: number | null = null,
): { readonly partition: number | null; readonly shape: RecordShape } {
  const key = keyOf(workload, n);
  const keyBytes = key === null ? null : utf8Bytes(key);
  const choice = { partition: workload.partition, customPartition, key: keyBytes, ignoreKeys };
  const shape = shapeOf({
    keyBytes: keyBytes === null ? null : keyBytes.length,
    valueBytes: workload.valueBytes,
  });
  return { partition: boundPartition(choice, partitionCount), shape };
}

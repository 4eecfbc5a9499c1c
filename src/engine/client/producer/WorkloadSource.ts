import { utf8Bytes } from '../../../shared/utf8.ts';
import { shapeOf } from './appendRecord.ts';
import type { RecordShape } from './appendRecord.ts';
import type { KeyedRecord } from './BatchRecords.ts';
import type { TransactionPlan } from './transactions/TransactionPlan.ts';
import { boundPartition } from './partitionForKey.ts';

/** What the application sends, record after record. Frozen: shared by checkpoints. */
export interface WorkloadShape {
  readonly topic: string;
  readonly partition: number | null;
  /** Pattern of the key: `{n}` counts from 0 to keyCount − 1 and starts again; null for no key. */
  readonly key: string | null;
  readonly keyCount: number;
  readonly valueBytes: number;
  /** Every so many-th record has no value; null: all have one. */
  readonly tombstoneEvery: number | null;
  /** What the application does with transactions; left out: only what commands have it do. */
  readonly transaction?: TransactionPlan;
}

/** Texts of keys that were made before: records share them. */
const MADE_KEYS = new WeakMap<WorkloadShape, string[]>();
const MOST_SHARED_KEYS = 65_536;

/** Key of the n-th record; null for none. */
export function keyOf(shape: WorkloadShape, n: number): string | null {
  if (shape.key === null) return null;
  const number = n % shape.keyCount;
  if (number >= MOST_SHARED_KEYS) return shape.key.replaceAll('{n}', String(number));
  let made = MADE_KEYS.get(shape);
  if (!made) {
    made = [];
    MADE_KEYS.set(shape, made);
  }
  return (made[number] ??= shape.key.replaceAll('{n}', String(number)));
}

/** Whether the n-th record has a key and no value. */
function isTombstone({ tombstoneEvery }: WorkloadShape, n: number): boolean {
  return tombstoneEvery !== null && (n + 1) % tombstoneEvery === 0;
}

/** Where the n-th record must go, and how large it is. A null partition leaves the choice to the sticky partitioner. */
export function recordOf(
  workload: WorkloadShape,
  n: number,
  partitionCount: number,
  ignoreKeys: boolean,
  customPartition: number | null = null,
): { readonly partition: number | null; readonly shape: RecordShape; readonly keyed: KeyedRecord | null } {
  const key = keyOf(workload, n);
  const keyBytes = key === null ? null : utf8Bytes(key);
  const hasValue = key === null || !isTombstone(workload, n);
  const choice = { partition: workload.partition, customPartition, key: keyBytes, ignoreKeys };
  const shape = shapeOf({
    keyBytes: keyBytes === null ? null : keyBytes.length,
    valueBytes: hasValue ? workload.valueBytes : null,
  });
  const keyed = key === null ? null : { key, hasValue };
  return { partition: boundPartition(choice, partitionCount), shape, keyed };
}

import { utf8Bytes } from '../../../shared/utf8.ts';
import { shapeOf } from './appendRecord.ts';
import type { RecordShape } from './appendRecord.ts';
import type { KeyedRecord } from './BatchRecords.ts';
import type { Compressibility } from '../../storage/compressedSize.ts';
import type { RecordValues } from '../../storage/RecordValues.ts';
import type { HeaderSize } from '../../storage/recordBatchSize.ts';
import type { Bytes, Millis } from '../../../shared/units.ts';
import type { TransactionPlan } from './transactions/TransactionPlan.ts';
import { boundPartition } from './partitionForKey.ts';
import { chosenPartition } from './partitioners/chosenPartition.ts';
import type { ChosenPartitioner } from './partitioners/chosenPartition.ts';
import { drawnDelayMs, drawnValueBytes } from './workload/drawn.ts';
import { pickKey } from './workload/keyPick.ts';
import type { KeyPick } from './workload/keyPick.ts';
import { isCredit, payeeOf, transferOf } from './workload/transfers.ts';
import type { TransferPlan } from './workload/transfers.ts';

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
  /** Keys themselves, in place of a pattern. */
  readonly keyList?: readonly string[];
  /** Left out: keys come in turn. */
  readonly keyPick?: KeyPick;
  /** Values have from `valueBytes` to this. */
  readonly valueBytesMost?: Bytes;
  readonly headers?: readonly HeaderSize[];
  /** A record's timestamp is so much before its send(). */
  readonly eventTime?: { readonly delayMs: Millis; readonly delayMostMs: Millis };
  /** Left out: as JSON events compress. */
  readonly compressibility?: Compressibility;
  /** Values are real bytes, and codecs really compress them. */
  readonly values?: RecordValues;
  /** What records mean; left out: nothing. */
  readonly transfers?: TransferPlan;
  /** What all that is drawn for the n-th record depends on beside n. */
  readonly drawSeed?: number;
  /** That of another client, or a rule of the application's own. */
  readonly partitioner?: ChosenPartitioner;
  /** What the application does with transactions; left out: only what commands have it do. */
  readonly transaction?: TransactionPlan;
}

/** Texts of keys that were made before: records share them. */
const MADE_KEYS = new WeakMap<WorkloadShape, string[]>();
const MOST_SHARED_KEYS = 65_536;

/** Key of the n-th record; null for none. */
export function keyOf(shape: WorkloadShape, n: number): string | null {
  const { keyList, transfers } = shape;
  if (shape.key === null && keyList === undefined) return null;
  return nthKey(shape, transfers ? accountOfRecord(shape, transfers, n) : keyNumber(shape, n));
}

/** How many keys a workload has. */
export function keyCountOf({ keyList, keyCount }: WorkloadShape): number {
  return keyList?.length ?? keyCount;
}

/** The key with that number, from 0; null where there are no keys. */
export function nthKey(shape: WorkloadShape, number: number): string | null {
  return shape.keyList ? (shape.keyList[number] ?? null) : patternKey(shape, number);
}

/** Number of the key that comes n-th; of transfers, of who pays the n-th. */
export function keyNumber(shape: WorkloadShape, n: number): number {
  const count = keyCountOf(shape);
  return shape.keyPick ? pickKey(shape.keyPick, count, n, shape.drawSeed ?? 0) : n % count;
}

/** The account whose balance the n-th record changes first: who pays, or, where another record says that, who is paid. */
function accountOfRecord(shape: WorkloadShape, transfers: TransferPlan, n: number): number {
  const transfer = transferOf(transfers, n);
  const payer = keyNumber(shape, transfer);
  return isCredit(transfers, n) ? payeeOf(transfer, payer, keyCountOf(shape), shape.drawSeed ?? 0) : payer;
}

function patternKey(shape: WorkloadShape, number: number): string | null {
  if (shape.key === null) return null;
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
): {
  readonly partition: number | null;
  readonly shape: RecordShape;
  readonly keyed: KeyedRecord | null;
  readonly delayMs: Millis;
} {
  const key = keyOf(workload, n);
  const keyBytes = key === null ? null : utf8Bytes(key);
  const hasValue = key === null || !isTombstone(workload, n);
  const { partition, partitioner, headers, eventTime, drawSeed = 0 } = workload;
  const bound = partitioner
    ? (partition ?? chosenPartition(partitioner, key, keyBytes, n, partitionCount))
    : boundPartition({ partition, customPartition, key: keyBytes, ignoreKeys }, partitionCount);
  const shape = shapeOf({
    keyBytes: keyBytes === null ? null : keyBytes.length,
    valueBytes: hasValue ? valueBytesOf(workload, n) : null,
    ...(headers && { headers }),
  });
  const keyed = key === null && !workload.values ? null : { key, hasValue };
  const delayMs = eventTime ? drawnDelayMs(eventTime.delayMs, eventTime.delayMostMs, n, drawSeed) : 0;
  return { partition: bound, shape, keyed, delayMs };
}

/** Bytes of the n-th record's value, if it has one. */
export function valueBytesOf({ valueBytes, valueBytesMost, drawSeed = 0 }: WorkloadShape, n: number): Bytes {
  return valueBytesMost === undefined ? valueBytes : drawnValueBytes(valueBytes, valueBytesMost, n, drawSeed);
}

const COMMON_SHAPES = new WeakMap<WorkloadShape, { readonly shape: RecordShape | null }>();

/** The shape that all records have; null where they differ, go by their keys or are real bytes, and come one by one. */
export function commonShape(workload: WorkloadShape): RecordShape | null {
  let known = COMMON_SHAPES.get(workload);
  if (!known) {
    known = { shape: findCommonShape(workload) };
    COMMON_SHAPES.set(workload, known);
  }
  return known.shape;
}

function findCommonShape(workload: WorkloadShape): RecordShape | null {
  const { key, keyList, valueBytes, valueBytesMost, headers, eventTime, values } = workload;
  if (key !== null || keyList || valueBytesMost !== undefined || eventTime || values) return null;
  return shapeOf({ keyBytes: null, valueBytes, ...(headers && { headers }) });
}

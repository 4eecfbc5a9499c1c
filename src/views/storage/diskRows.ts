import type { BrokerView, ReplicaView } from '../../bridge/frame.ts';
import type { BrokerId, Bytes, TopicPartition } from '../../shared/units.ts';

/** One log directory of a broker, and what lies in it. */
export interface DiskRow {
  readonly broker: BrokerId;
  readonly logDir: string;
  readonly isOffline: boolean;
  /** null: the disk has no end. */
  readonly capacityBytes: Bytes | null;
  readonly isFull: boolean;
  /** Largest first. */
  readonly partitions: readonly { readonly partition: TopicPartition; readonly sizeBytes: Bytes }[];
  /** Of all segments. */
  readonly sizeBytes: Bytes;
  /** Of renamed files that are still there. */
  readonly deletedBytes: Bytes;
}

/** In the order of brokers and of their log.dirs; a directory without a log is one of them. */
export function diskRows(
  brokers: readonly BrokerView[],
  replicas: readonly ReplicaView[],
): readonly DiskRow[] {
  return brokers.flatMap(({ nodeId, logDirs, hasDiskFailed }) =>
    logDirs.map(({ path, hasFailed, capacityBytes, isFull }) => {
      const here = replicas.filter(({ broker, storage }) => broker === nodeId && storage.logDir === path);
      return {
        broker: nodeId,
        logDir: path,
        isOffline: hasFailed || hasDiskFailed,
        capacityBytes,
        isFull,
        partitions: here
          .map(({ partition, storage }) => ({ partition, sizeBytes: storage.sizeBytes }))
          .sort((a, b) => b.sizeBytes - a.sizeBytes || (a.partition < b.partition ? -1 : 1)),
        sizeBytes: sum(here.map(({ storage }) => storage.sizeBytes)),
        deletedBytes: sum(here.flatMap(({ storage }) => storage.deleted.map(({ sizeBytes }) => sizeBytes))),
      };
    }),
  );
}

/** Of a bar that has no end so much is drawn at most: a full one would look like a full disk. */
const OPEN_BAR_SHARE = 2 / 3;

/** How many bytes the longest of all bars stands for: the largest disk, or what lies on one without an end, and then some. */
export function longestBarBytes(rows: readonly DiskRow[]): Bytes {
  return rows.reduce(
    (most, { capacityBytes, sizeBytes, deletedBytes }) =>
      Math.max(most, capacityBytes ?? (sizeBytes + deletedBytes) / OPEN_BAR_SHARE),
    1,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

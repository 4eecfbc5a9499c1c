import type { BrokerView, ReplicaView } from '../../bridge/frame.ts';
import type { BrokerId, Bytes, TopicPartition } from '../../shared/units.ts';

/** One log directory of a broker, and what lies in it. */
export interface DiskRow {
  readonly broker: BrokerId;
  readonly logDir: string;
  readonly isOffline: boolean;
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
    logDirs.map(({ path, hasFailed }) => {
      const here = replicas.filter(({ broker, storage }) => broker === nodeId && storage.logDir === path);
      return {
        broker: nodeId,
        logDir: path,
        isOffline: hasFailed || hasDiskFailed,
        partitions: here
          .map(({ partition, storage }) => ({ partition, sizeBytes: storage.sizeBytes }))
          .sort((a, b) => b.sizeBytes - a.sizeBytes || (a.partition < b.partition ? -1 : 1)),
        sizeBytes: sum(here.map(({ storage }) => storage.sizeBytes)),
        deletedBytes: sum(here.flatMap(({ storage }) => storage.deleted.map(({ sizeBytes }) => sizeBytes))),
      };
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

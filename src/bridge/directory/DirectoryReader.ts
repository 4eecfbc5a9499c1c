import type { Cluster } from '../../engine/cluster/Cluster.ts';
import type {
  DirectoryAnswers,
  DirectoryQuery,
  DirectoryQueryKind,
  DirectorySource,
} from '../../shared/LogDirectory.ts';
import { batchBytesAt, batchesOf, fileBytesOf, segmentAt, viewDirectory } from './inspectDirectory.ts';
import type { LogDirectory } from './LogDirectory.ts';
import { lookUpInDirectory } from './lookUpInDirectory.ts';
import { OpenedDirectory } from './openedDirectory.ts';
import { replicaDirectory } from './replicaDirectory.ts';
import { transactionsIn } from './transactionsInDirectory.ts';

/** Whose replicas are looked at, and at which point of the run they stand. */
export interface RunNow {
  readonly cluster: Cluster;
  readonly seed: number;
}

/** Answers questions about partitions' directories. Reads, and changes nothing of the run. */
export class DirectoryReader {
  private opened: OpenedDirectory | null = null;
  /** The replica that was asked about last, for as long as the run stands where it stood. */
  private latest: { readonly of: string; readonly directory: LogDirectory | null } | null = null;

  answer(query: DirectoryQuery, now: () => RunNow): DirectoryAnswers[DirectoryQueryKind] {
    if (query.kind === 'open') {
      this.opened = new OpenedDirectory(query.name, query.files);
      return viewDirectory(this.opened);
    }
    const directory = this.find(query.source, now);
    if (directory === null) return null;
    switch (query.kind) {
      case 'overview':
        return viewDirectory(directory);
      case 'lookUp':
        return lookUpInDirectory(directory, query.target);
      case 'transactions':
        return transactionsIn(directory, query.producer);
      case 'batches': {
        const segment = segmentAt(directory, query.segment);
        return segment && batchesOf(segment, query.from, query.limit);
      }
      case 'batch': {
        const segment = segmentAt(directory, query.segment);
        return segment && batchBytesAt(directory, segment, query.position);
      }
      case 'file':
        return fileBytesOf(directory, query.file, query.from, query.limit);
      case 'export':
        return directory.export(query.missingBytes);
    }
  }

  private find(source: DirectorySource, now: () => RunNow): LogDirectory | null {
    if (source.kind === 'opened') return this.opened;
    const { cluster, seed } = now();
    const { nowUs, eventCount, appliedCommands } = cluster.state;
    const of = `${source.broker} ${source.partition} ${nowUs} ${eventCount} ${appliedCommands}`;
    if (this.latest?.of !== of)
      this.latest = { of, directory: replicaDirectory(cluster, seed, source.broker, source.partition) };
    return this.latest.directory;
  }
}

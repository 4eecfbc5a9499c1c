import type { PartitionView, ReplicaView } from '../../../bridge/frame.ts';
import { chooseWindow, type OffsetWindow } from '../../../views/log/layoutReplicaLogs.ts';
import type { LogArea } from '../../../views/log/placeLogArea.ts';

export interface LogsOfSide {
  readonly partition: PartitionView | undefined;
  readonly replicas: readonly ReplicaView[];
}

/** Committed records that stay in sight of the side that is behind. */
const IN_SIGHT = 12;

/** One stretch of offsets for both: it ends behind the longest log of the two, and the high watermarks of both are in it. */
export function sharedWindow(area: LogArea, sides: readonly LogsOfSide[]): OffsetWindow {
  const marks = sides.flatMap(({ partition }) =>
    partition === undefined ? [] : [Math.max(0, partition.highWatermark)],
  );
  const { from, to } = chooseWindow(
    area,
    Math.max(0, ...marks),
    sides.flatMap(({ replicas }) => replicas),
  );
  const lowest = Math.min(to, ...marks);
  return { from: Math.max(0, Math.min(from, Math.floor((lowest - IN_SIGHT) / 4) * 4)), to };
}

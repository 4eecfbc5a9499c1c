/** How near the stage looks at the cluster, and from which side. Order is that of the switch. */
export const STAGE_LEVELS = [
  'heat',
  'cluster',
  'topic',
  'partition',
  'groups',
  'transactions',
  'quorum',
  'requests',
  'spaceTime',
  'events',
] as const;
export type StageLevel = (typeof STAGE_LEVELS)[number];

/** From far to near: what the wheel, a pinch, plus and minus go through. */
const DISTANCES = ['heat', 'cluster', 'topic', 'partition'] as const;
type Distance = (typeof DISTANCES)[number];
/** Those that show no replicas, but one side of what happens between them. */
export type SideLevel = Exclude<StageLevel, Distance>;

export function isSideLevel(level: StageLevel): level is SideLevel {
  return !DISTANCES.some((one) => one === level);
}

/** One step back; from the side, to the partition that is selected. */
export function fartherLevel(level: StageLevel): StageLevel {
  const at = DISTANCES.findIndex((one) => one === level);
  return at < 0 ? 'partition' : (DISTANCES[at - 1] ?? level);
}

/** One step nearer; a partition is nearest, and its side is looked at by choice. */
export function nearerLevel(level: StageLevel): StageLevel {
  const at = DISTANCES.findIndex((one) => one === level);
  return at < 0 ? level : (DISTANCES[at + 1] ?? level);
}

/** Beyond either the near picture has no room for what is there, and the cluster is shown from afar first. */
const MOST_BROKERS_NEAR = 24;
const MOST_PARTITIONS_NEAR = 300;

export interface ClusterSize {
  readonly brokers: number;
  /** Internal topics' left out. */
  readonly partitions: number;
}

export function isTooLargeToDraw({ brokers, partitions }: ClusterSize): boolean {
  return brokers > MOST_BROKERS_NEAR || partitions > MOST_PARTITIONS_NEAR;
}

/**
 * What is shown: the level that a reader chose, else what the size of the cluster asks for. One partition alone is looked at from near,
 * and so is the first of several where the whole cluster has no room (`isSmall`: a phone).
 */
export function shownLevel(chosen: StageLevel | null, size: ClusterSize, isSmall = false): StageLevel {
  if (chosen !== null) return chosen;
  if (isTooLargeToDraw(size)) return 'heat';
  return size.partitions > 1 && !isSmall ? 'cluster' : 'partition';
}

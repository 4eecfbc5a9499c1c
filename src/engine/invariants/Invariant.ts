import type { Cluster } from '../cluster/Cluster.ts';

/** A law that no run may break. It looks, and changes nothing; what it must remember between two looks is its own. */
export interface Invariant {
  readonly name: string;
  /** What is wrong, in one sentence; null when all is well. */
  check(cluster: Cluster): string | null;
}

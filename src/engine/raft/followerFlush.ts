import type { Micros } from '../../shared/units.ts';

/**
 * How long a follower's flush takes: from half of `fsync` to half more, by a jitter from 0 up to but without 1.
 *
 * Not in Kafka: disks differ from one flush to the next. Without that all followers would hear their leader at the same µs, lose
 * it at the same µs, and split every vote.
 */
export function followerFlushUs(fsyncUs: Micros, jitter: number): Micros {
  return Math.round(fsyncUs * (0.5 + jitter));
}

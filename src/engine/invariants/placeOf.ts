import type { LeaderRole, Partition } from '../broker/Partition.ts';
import type { Broker } from '../broker/Broker.ts';

const PLACES = new WeakMap<Partition, string>();
const LEADERSHIPS = new WeakMap<LeaderRole, string>();

/** A replica's name, `payments-0@1`; made once, since laws ask for it after every event, and a new text must be hashed anew. */
export function placeOf(partition: Partition): string {
  let place = PLACES.get(partition);
  if (place === undefined) {
    place = `${partition.topicPartition}@${partition.broker}`;
    PLACES.set(partition, place);
  }
  return place;
}

/** By what one leadership is told from any other of the same replica: the broker's process, the topic and the leader epoch. */
export function leadershipOf({ life }: Broker, { topicId }: Partition, leader: LeaderRole): string {
  let leadership = LEADERSHIPS.get(leader);
  if (leadership === undefined) {
    leadership = `${life}/${topicId}/${leader.leaderEpoch}`;
    LEADERSHIPS.set(leader, leadership);
  }
  return leadership;
}

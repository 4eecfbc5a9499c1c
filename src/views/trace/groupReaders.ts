import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import type { Micros, TopicPartition } from '../../shared/units.ts';

/** All that a group had stopped reading is read again. */
export interface ReadAgain {
  readonly group: string;
  /** In the order in which they were given up. */
  readonly partitions: readonly TopicPartition[];
  /** Over all of them: how long nobody read each. */
  readonly pausedUs: Micros;
}

interface Readers {
  readonly owners: Map<TopicPartition, string>;
  /** Nobody reads these, and since when. */
  readonly paused: Map<TopicPartition, Micros>;
  /** Since the last time when all were read. */
  readonly touched: Set<TopicPartition>;
  pausedUs: Micros;
}

/**
 * Follows who reads what, fact by fact: what a pause of a group came to is known when its last partition is read again, and no fact says
 * it. It counts as the picture of the group does: from onPartitionsRevoked, onPartitionsLost or where a process ends or stands still to the
 * next onPartitionsAssigned, or to where the process goes on.
 */
export class GroupReaders {
  private readonly groups = new Map<string, Readers>();

  /** What is over with this fact. A member is in one group, so it is one or none. */
  observe({ timeUs: atUs, event }: TraceRow): ReadAgain | null {
    switch (event.kind) {
      case 'PartitionsAssigned': {
        const readers = this.readersOf(event.group);
        for (const partition of event.partitions) {
          readers.owners.set(partition, event.consumer);
          goOn(readers, partition, atUs);
        }
        return this.over(event.group);
      }
      case 'PartitionsRevoked':
      case 'PartitionsLost': {
        const readers = this.readersOf(event.group);
        for (const partition of event.partitions) giveUp(readers, partition, event.consumer, atUs);
        return null;
      }
      case 'TopicDeleted':
        for (const readers of this.groups.values()) forget(readers, event.topic);
        return null;
      default:
        return this.observeProcess(event, atUs);
    }
  }

  private observeProcess(event: TraceEvent, atUs: Micros): ReadAgain | null {
    const [client, does] = processOf(event);
    if (client === '') return null;
    for (const [group, readers] of this.groups) {
      const owned = [...readers.owners].filter(([, owner]) => owner === client);
      if (owned.length === 0) continue;
      for (const [partition] of owned) {
        if (does === 'goesOn') goOn(readers, partition, atUs);
        else if (does === 'ends') giveUp(readers, partition, client, atUs);
        else pause(readers, partition, atUs);
      }
      return this.over(group);
    }
    return null;
  }

  private over(group: string): ReadAgain | null {
    const readers = this.readersOf(group);
    if (readers.paused.size > 0 || readers.touched.size === 0) return null;
    const { pausedUs, touched } = readers;
    const partitions = [...touched];
    touched.clear();
    readers.pausedUs = 0;
    return pausedUs === 0 ? null : { group, partitions, pausedUs };
  }

  private readersOf(group: string): Readers {
    let readers = this.groups.get(group);
    if (readers === undefined) {
      readers = { owners: new Map(), paused: new Map(), touched: new Set(), pausedUs: 0 };
      this.groups.set(group, readers);
    }
    return readers;
  }
}

function pause({ paused, touched }: Readers, partition: TopicPartition, atUs: Micros): void {
  if (paused.has(partition)) return;
  paused.set(partition, atUs);
  touched.add(partition);
}

/** Only what it still has: another member may have it by now. */
function giveUp(readers: Readers, partition: TopicPartition, consumer: string, atUs: Micros): void {
  if (readers.owners.get(partition) !== consumer) return;
  readers.owners.delete(partition);
  pause(readers, partition, atUs);
}

function goOn(readers: Readers, partition: TopicPartition, atUs: Micros): void {
  const sinceUs = readers.paused.get(partition);
  if (sinceUs === undefined) return;
  readers.paused.delete(partition);
  readers.pausedUs += atUs - sinceUs;
}

function forget({ owners, paused, touched }: Readers, topic: string): void {
  for (const of of [owners, paused, touched])
    for (const partition of of.keys()) if (topicOf(partition) === topic) of.delete(partition);
}

function topicOf(partition: TopicPartition): string {
  return partition.slice(0, partition.lastIndexOf('-'));
}

/** The client and what its process does; '': it is about no process of a client. */
function processOf(event: TraceEvent): readonly [string, 'ends' | 'stops' | 'goesOn'] {
  switch (event.kind) {
    case 'ConsumerClosed':
    case 'ConsumerFailed':
      return [event.consumer, 'ends'];
    case 'ClientDied':
      return [nameOf(event.client), 'ends'];
    case 'ConsumerStalled':
      return [event.consumer, 'stops'];
    case 'ProcessPaused':
      return [nameOf(event.node), 'stops'];
    case 'ConsumerUnstalled':
      return [event.consumer, 'goesOn'];
    case 'ProcessResumed':
      return [nameOf(event.node), 'goesOn'];
    default:
      return ['', 'ends'];
  }
}

/** `consumer:ledger-1` is ledger-1. */
function nameOf(node: string): string {
  return node.slice(node.indexOf(':') + 1);
}

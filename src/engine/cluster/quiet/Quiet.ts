import type { Micros, NodeIndex, Offset } from '../../../shared/units.ts';

/** A fetch that is parked, ends empty and is sent again. */
export interface FetchLoop {
  /** Who fetches, and from whom. */
  readonly fetcher: NodeIndex;
  readonly server: NodeIndex;
  /** A ShareFetch of a share group's member; the sessions and the purgatory of those are others. */
  readonly isShare: boolean;
  readonly operationId: number;
  /** When the parked fetch is answered, and since when it has been parked. */
  readonly dueUs: Micros;
  readonly parkedUs: Micros;
  /** How long its answer flies. */
  readonly flightUs: Micros;
  /** Epoch of the fetch session: how many fetches there were. */
  readonly turns: number;
}

/** A broker's heartbeat: the next one is sent one interval after the answer to the last one. */
export interface HeartbeatLoop {
  readonly node: NodeIndex;
  readonly dueUs: Micros;
  /** From broker to controller. */
  readonly flightUs: Micros;
  /** The interval, and the way there and back. */
  readonly periodUs: Micros;
}

/** A group member's heartbeat, of either protocol: the next one is sent one interval after the last one, answered or not. */
export interface MemberLoop {
  readonly node: NodeIndex;
  /** Where the group's coordinator is. */
  readonly server: NodeIndex;
  readonly dueUs: Micros;
  readonly periodUs: Micros;
  /** From request to answer. */
  readonly takesUs: Micros;
  /** Of the coordinator: it ends the member's session unless a heartbeat comes. */
  readonly sessionTimer: string;
}

/** A member of a group that has no partition, and so nothing to commit, each time that enable.auto.commit is due. */
export interface CommitLoop {
  readonly node: NodeIndex;
  readonly dueUs: Micros;
  readonly periodUs: Micros;
}

/** Something that a node looks at once in a period, and where it finds nothing to do. */
export interface CheckLoop {
  readonly node: NodeIndex;
  readonly key: string;
  readonly dueUs: Micros;
  readonly periodUs: Micros;
  /** Whether it would find nothing to do at a time, if nothing else happens before. Once false, it stays so. */
  readonly isIdleAt: (atUs: Micros) => boolean;
}

/** A client that asks for metadata because they are old, and hears nothing new. */
export interface RefreshLoop {
  readonly node: NodeIndex;
  readonly dueUs: Micros;
  /** From an answer to the next request. */
  readonly ageUs: Micros;
  /**
   * When a request is answered: the n-th from now on, counted from 0, sent at that time. Null: it cannot be told, because other
   * loops meet it.
   */
  readonly answeredUs: (dueUs: Micros, turn: number, rhythm: Rhythm) => Micros | null;
}

/** The metadata log, which grows by one NoOpRecord a beat. */
export interface MetadataLoop {
  readonly beatUs: Micros;
  /** A record is committed so long after it was gathered, at most. */
  readonly mostCommitUs: Micros;
  /** So long after it was gathered the record of a beat is committed; the beat of now is 0. */
  readonly commitUs: (beat: number) => Micros;
  readonly endOffset: Offset;
  /** By node: how many fetches of the log it has sent, and how many flushes it has begun. */
  readonly fetches: ReadonlyMap<NodeIndex, number>;
  readonly flushes: ReadonlyMap<NodeIndex, number>;
}

/**
 * A cluster in which everything that is pending belongs to a loop in its steady state, at a beat. What loops there are, and how
 * far each of them is.
 */
export interface Quiet {
  readonly atUs: Micros;
  readonly fetches: readonly FetchLoop[];
  readonly heartbeats: readonly HeartbeatLoop[];
  readonly members: readonly MemberLoop[];
  readonly commits: readonly CommitLoop[];
  readonly checks: readonly CheckLoop[];
  readonly refreshes: readonly RefreshLoop[];
  readonly metadata: MetadataLoop;
  /** When something comes that is no turn of a loop; Infinity: never. */
  readonly foreignUs: Micros;
  readonly events: number;
  readonly correlationIds: number;
}

/** How fast the loops of a quiet cluster turn, and what each turn counts. */
export interface Rhythm {
  /** Of each fetch loop, in their order. */
  readonly fetchPeriodsUs: readonly Micros[];
  /** Of each node, in one beat. */
  readonly fetchesPerBeat: ReadonlyMap<NodeIndex, number>;
  readonly flushesPerBeat: ReadonlyMap<NodeIndex, number>;
  /** Of the metadata log alone. */
  readonly eventsPerBeat: number;
  readonly requestsPerBeat: number;
}

/** How many times each loop turns until a later beat. */
export interface Turns {
  readonly beats: number;
  /** In the order of the loops. */
  readonly fetches: readonly number[];
  readonly heartbeats: readonly number[];
  readonly members: readonly number[];
  readonly commits: readonly number[];
  readonly checks: readonly number[];
  /** With the time of the last answer; −1: there was none. */
  readonly refreshes: readonly { readonly turns: number; readonly lastUs: Micros }[];
}

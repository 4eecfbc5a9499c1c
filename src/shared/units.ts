/**
 * The units of the model, as aliases that document a number. They are aliases and not branded types on purpose: every
 * hot line of the engine is arithmetic on them, and a brand would turn each into a cast that hides more than it shows.
 * The unit is therefore also the last word of every name (`lingerMs`, `deliverAtUs`, `sizeBytes`).
 */

/** Simulated time in whole microseconds since the scenario began. Never wall time. */
export type Micros = number;
/** Milliseconds: the unit of Kafka's own configs and record timestamps. */
export type Millis = number;
/** A record's place in a partition's log. `logEndOffset`, `highWatermark` and `lastStableOffset` are exclusive ends. */
export type Offset = number;
/** Leader epoch, partition epoch, broker epoch or producer epoch; which one is said by the name. */
export type Epoch = number;
/** `node.id` of a broker or a controller. */
export type BrokerId = number;
/** Dense index into the simulation's nodes; stable for the life of a scenario. */
export type NodeIndex = number;
/** Size in bytes. */
export type Bytes = number;

/** `name-partition`, Kafka's own way to write a TopicPartition. */
export type TopicPartition = string;

export const NO_LEADER: BrokerId = -1;
export const UNDEFINED_EPOCH: Epoch = -1;
export const UNDEFINED_OFFSET: Offset = -1;

export const MICROS_PER_MILLI = 1000;
export const MICROS_PER_SECOND = 1_000_000;

/** Kernel time as whole ms, rounded down, as a broker's or client's clock shows it. */
export function millisFromMicros(micros: Micros): Millis {
  return Math.floor(micros / MICROS_PER_MILLI);
}

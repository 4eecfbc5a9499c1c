/**
 * Clears the sign bit of a 32-bit integer (PP3). Not the absolute value: partitioners use this, coordinators the other.
 * Kafka: `Utils.toPositive` (4.2).
 */
export function toPositive(int32: number): number {
  return int32 & 0x7fffffff;
}

/**
 * The absolute value of a 32-bit integer, and 0 for the one that has none (PP3): how coordinators find their partition.
 * Kafka: `Utils.abs` (4.2).
 */
export function int32Abs(int32: number): number {
  return int32 === -0x80000000 ? 0 : Math.abs(int32);
}

import type { Bytes, Micros } from '../../shared/units.ts';

/** Payload of a TCP segment on Ethernet. */
const SEGMENT_BYTES = 1460;
/** Beyond this many segments of one message all are taken to share the fate of these. */
const MOST_SEGMENTS = 64;
/** Segments behind a lost one that tell the sender so (three duplicate acknowledgements, RFC 5681). */
const DUPLICATE_ACKS = 3;
/** Linux: TCP_RTO_MIN. */
const SHORTEST_TIMEOUT_US = 200_000;
const MOST_DOUBLINGS = 6;

/**
 * How much later a message arrives because packets of it were lost and sent again, as TCP does: within a round trip where
 * enough follows for the loss to be noticed (fast retransmit), else after a timeout that doubles each time.
 *
 * @param isLost whether the n-th packet drawn for this message is lost; the same answer for the same n.
 */
export function retransmissionUs(
  sizeBytes: Bytes,
  roundTripUs: Micros,
  isLost: (n: number) => boolean,
): Micros {
  const segments = Math.min(MOST_SEGMENTS, Math.max(1, Math.ceil(sizeBytes / SEGMENT_BYTES)));
  let isAnyLost = false;
  let isTailLost = false;
  for (let i = 0; i < segments; i++) {
    if (!isLost(i)) continue;
    isAnyLost = true;
    if (i >= segments - DUPLICATE_ACKS) isTailLost = true;
  }
  if (!isAnyLost) return 0;
  let delayUs = isTailLost ? 0 : roundTripUs;
  let timeoutUs = SHORTEST_TIMEOUT_US + roundTripUs;
  let drawn = segments;
  // What is sent again may be lost as well.
  let isOnItsWay = !isTailLost && !isLost(drawn);
  for (let doublings = 0; !isOnItsWay && doublings <= MOST_DOUBLINGS; doublings++) {
    delayUs += timeoutUs;
    timeoutUs *= 2;
    drawn += 1;
    isOnItsWay = !isLost(drawn);
  }
  return delayUs;
}

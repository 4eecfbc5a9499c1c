import { COMPRESSION_TYPES } from '../../../shared/Codec.ts';
import { refuseBytes } from '../../../shared/FormatProblem.ts';
import type { BatchAttributes } from './DiskBatch.ts';

const CODEC_MASK = 0b111;
const APPEND_TIME = 1 << 3;
const TRANSACTIONAL = 1 << 4;
const CONTROL = 1 << 5;
const DELETE_HORIZON = 1 << 6;
const KNOWN = (1 << 7) - 1;

/** The 16 bits of a batch's attributes (RB3). Kafka: `DefaultRecordBatch.computeAttributes` (4.2). */
export function encodeAttributes(attributes: BatchAttributes): number {
  return (
    COMPRESSION_TYPES.indexOf(attributes.compression) |
    (attributes.timestampType === 'LogAppendTime' ? APPEND_TIME : 0) |
    (attributes.isTransactional ? TRANSACTIONAL : 0) |
    (attributes.isControl ? CONTROL : 0) |
    (attributes.hasDeleteHorizon ? DELETE_HORIZON : 0)
  );
}

/**
 * What the attributes of a batch say (RB3). Kafka leaves bits 7 to 15 unread; here a batch with one of them is refused, since
 * it was not written by a version that is known.
 *
 * @param position of the two bytes, for the refusal.
 */
export function decodeAttributes(bits: number, position: number): BatchAttributes {
  const compression = COMPRESSION_TYPES[bits & CODEC_MASK];
  if (compression === undefined)
    return refuseBytes('unknown-codec', position, 'attributes', bits & CODEC_MASK);
  if ((bits & ~KNOWN) !== 0) return refuseBytes('unknown-attributes', position, 'attributes', bits);
  return {
    compression,
    timestampType: (bits & APPEND_TIME) === 0 ? 'CreateTime' : 'LogAppendTime',
    isTransactional: (bits & TRANSACTIONAL) !== 0,
    isControl: (bits & CONTROL) !== 0,
    hasDeleteHorizon: (bits & DELETE_HORIZON) !== 0,
  };
}

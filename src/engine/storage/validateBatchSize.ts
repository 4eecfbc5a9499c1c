import type { Bytes } from '../../shared/units.ts';

/**
 * Whether a leader takes a batch of this size: max.message.bytes is inclusive and is about the batch as it is sent, compressed and
 * with its 61 bytes of header; and it must fit into a segment. Kafka: `UnifiedLog.analyzeAndValidateRecords`, `append` (4.2).
 */
export function validateBatchSize(
  sizeBytes: Bytes,
  maxMessageBytes: Bytes,
  segmentBytes: Bytes,
): 'NONE' | 'MESSAGE_TOO_LARGE' | 'RECORD_LIST_TOO_LARGE' {
  if (sizeBytes > maxMessageBytes) return 'MESSAGE_TOO_LARGE';
  return sizeBytes > segmentBytes ? 'RECORD_LIST_TOO_LARGE' : 'NONE';
}

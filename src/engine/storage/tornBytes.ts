import type { Bytes } from '../../shared/units.ts';

/** What an operating system writes at a time. */
const PAGE_BYTES: Bytes = 4096;

/**
 * Bytes of the first lost batch that a loss of power leaves in a file: dirty pages are written whole, and so the last one that was
 * takes the beginning of that batch along. The next recovery finds that it is cut off or that its CRC does not fit, and cuts the file
 * there (RC1). Kafka: `LogSegment.recover` (4.2).
 *
 * Simplified: a batch that such a page takes along whole is lost as well, and leaves nothing; what was flushed by fsync counts as if its
 * age had had it written.
 *
 * @param position where the batch begins in its file.
 */
export function tornBytes(position: Bytes, sizeBytes: Bytes): Bytes {
  const untilPageEnd = (PAGE_BYTES - (position % PAGE_BYTES)) % PAGE_BYTES;
  return untilPageEnd < sizeBytes ? untilPageEnd : 0;
}

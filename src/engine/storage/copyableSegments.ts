import type { Offset } from '../../shared/units.ts';

/**
 * The segments that a leader copies to remote storage: closed, wholly below the last stable offset, and not copied yet (TS1). Kafka:
 * `RemoteLogManager.RLMCopyTask.candidateLogSegments` (4.2).
 */
export function copyableSegments<Segment extends { readonly baseOffset: Offset }>(
  segments: readonly Segment[],
  copiedOffset: Offset,
  lastStableOffset: Offset,
): Segment[] {
  return segments.filter((segment, i) => {
    const end = segments[i + 1]?.baseOffset;
    return end !== undefined && segment.baseOffset > copiedOffset && end <= lastStableOffset;
  });
}

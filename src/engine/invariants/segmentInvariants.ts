import { Broker } from '../broker/Broker.ts';
import type { Invariant } from './Invariant.ts';

/**
 * The segments of a log cover it: the first begins at or below the log start, the active one at or below the log end, their
 * bytes are the log's, and no index points past the end. Looks at the first and the last, as nothing else ever changes.
 */
export const segmentsCoverTheLog: Invariant = {
  name: 'SegmentsCoverTheLog',
  check(cluster) {
    for (const broker of cluster.state.nodes) {
      if (!(broker instanceof Broker)) continue;
      for (const { topicPartition, log } of broker.partitions.values()) {
        const { segments, activeSegment, localLogStartOffset, logEndOffset } = log;
        const first = segments[0]?.baseOffset ?? -1;
        if (first < 0 || first > localLogStartOffset)
          return `${topicPartition} on broker ${broker.id}: first segment ${first}, log start ${localLogStartOffset}`;
        if (activeSegment.baseOffset > logEndOffset || activeSegment.isClosed)
          return `${topicPartition} on broker ${broker.id}: active segment ${activeSegment.baseOffset}, LEO ${logEndOffset}`;
        if (activeSegment.offsetOfMaxTimestamp >= logEndOffset)
          return `${topicPartition} on broker ${broker.id}: an index points to ${activeSegment.offsetOfMaxTimestamp}, LEO ${logEndOffset}`;
        if (segments.length === 1 && activeSegment.sizeBytes !== log.sizeBytes)
          return `${topicPartition} on broker ${broker.id}: ${log.sizeBytes} bytes, ${activeSegment.sizeBytes} in its segment`;
      }
    }
    return null;
  },
};

import { MetadataImage } from '../metadata/MetadataImage.ts';
import { imageOfSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { Offset } from '../../shared/units.ts';
import type { RaftLog } from './RaftLog.ts';

/** What the log up to an offset adds up to, with the newest snapshot before it to begin with. Kafka: `MetadataLoader`. */
export function committedImage(log: RaftLog, end: Offset): MetadataImage {
  const snapshot = log.snapshots.filter(({ endOffset }) => endOffset <= end).at(-1);
  const image = snapshot ? imageOfSnapshot(snapshot) : new MetadataImage();
  for (const { record } of log.read(image.lastOffset + 1, end)) image.replay(record);
  return image;
}

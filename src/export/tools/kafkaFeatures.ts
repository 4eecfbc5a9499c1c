import type { Offset } from '../../shared/units.ts';

type Supported = readonly [name: string, from: string, to: string, usual?: string];

/** What brokers of a version support: the feature, from, to, and where new clusters begin if not there. Levels of metadata.version have names. */
const SUPPORTED: Readonly<Record<string, readonly Supported[]>> = {
  '4.0': [
    ['eligible.leader.replicas.version', '0', '1', '0'],
    ['group.version', '0', '1'],
    ['kraft.version', '0', '1', '0'],
    ['metadata.version', '3.3-IV3', '4.0-IV3'],
    ['transaction.version', '0', '2'],
  ],
  '4.1': [
    ['eligible.leader.replicas.version', '0', '1'],
    ['group.version', '0', '1'],
    ['kraft.version', '0', '1', '0'],
    ['metadata.version', '3.3-IV3', '4.1-IV1'],
    ['share.version', '0', '1', '0'],
    ['streams.version', '0', '1', '0'],
    ['transaction.version', '0', '2'],
  ],
  '4.2': [
    ['eligible.leader.replicas.version', '0', '1'],
    ['group.version', '0', '1'],
    ['kraft.version', '0', '1', '0'],
    ['metadata.version', '3.3-IV3', '4.2-IV1'],
    ['share.version', '0', '1'],
    ['streams.version', '0', '1'],
    ['transaction.version', '0', '2'],
  ],
};

/**
 * `kafka-features.sh describe`; null of a version that this page does not know. What a scenario says nothing of stands where it does in a
 * new cluster; voters are named by configs (`kraft.version` 0). Kafka: `FeatureCommand` (4.2.2, run), `Feature`, `MetadataVersion` (4.0, 4.1).
 */
export function featuresDescribe(
  kafkaVersion: string,
  levels: Readonly<Record<string, number>>,
  epoch: Offset,
): string | null {
  const features = SUPPORTED[kafkaVersion];
  if (features === undefined) return null;
  return features
    .map(([name, from, to, usual = to]) => {
      const level = String(levels[name] ?? usual);
      return `Feature: ${name}\tSupportedMinVersion: ${from}\tSupportedMaxVersion: ${to}\tFinalizedVersionLevel: ${level}\tEpoch: ${epoch}\n`;
    })
    .join('');
}

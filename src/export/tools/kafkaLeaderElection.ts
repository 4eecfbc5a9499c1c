import type { DescribablePartition } from '../kafkaTopicsDescribe.ts';

type Electable = Pick<DescribablePartition, 'leader' | 'replicas' | 'isr'> & {
  readonly topic: string;
  readonly partition: number;
};

/**
 * `kafka-leader-election.sh --election-type preferred --all-topic-partitions` would print this: partitions whose first replica is in
 * sync and does not lead. Of others it says nothing. Kafka: `LeaderElectionCommand`, `ReplicationControlManager.electLeaders` (4.2.2).
 */
export function preferredElection(partitions: readonly Electable[]): string {
  const elected = partitions.filter(({ leader, replicas, isr }) => {
    const [preferred] = replicas;
    return preferred !== undefined && leader !== preferred && isr.includes(preferred);
  });
  if (elected.length === 0) return '';
  return `Successfully completed leader election (PREFERRED) for partitions ${elected.map(({ topic, partition }) => `${topic}-${partition}`).join(', ')}\n`;
}

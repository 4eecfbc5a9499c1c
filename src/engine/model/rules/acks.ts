import type { RuleArea } from '../RuleEntry.ts';

export const acks: RuleArea = {
  area: 'acks and min.insync.replicas',
  rules: [
    {
      id: 'A1',
      title: 'The effective minimum ISR is min.insync.replicas, but never more than there are replicas',
      source: 'Partition.effectiveMinIsr',
      files: ['broker/effectiveMinIsr.ts', 'broker/ReplicaManager.ts'],
      state: 'modelled',
      controls: ['min.insync.replicas'],
    },
    {
      id: 'A2',
      title: 'What a leader does with a produce request, by acks, leadership and size of the ISR',
      source: 'ReplicaManager.appendRecords, Partition.appendRecordsToLeader, DelayedProduce',
      files: ['broker/decideProduce.ts', 'broker/produceRequests.ts'],
      state: 'modelled',
      controls: ['acks', 'min.insync.replicas'],
    },
    {
      id: 'after-append-race',
      title:
        'NOT_ENOUGH_REPLICAS_AFTER_APPEND: the ISR falls below the minimum between the append and the last check',
      source: 'Partition.checkEnoughReplicasReachOffset',
      files: ['broker/decideProduce.ts'],
      state: 'simplified',
      reason: 'In Kafka it takes two threads of one broker; here one event is handled after the other.',
      consequence:
        'The decision is there and tested, yet no run shows this error; the common case, a frozen high watermark, ends in REQUEST_TIMED_OUT as in Kafka.',
      controls: ['acks', 'min.insync.replicas'],
    },
    {
      id: 'A3',
      title: 'acks=all waits for every member of the maximal ISR, not for min.insync.replicas many',
      source: 'Partition.checkEnoughReplicasReachOffset',
      files: ['broker/decideProduce.ts', 'broker/computeHighWatermark.ts'],
      state: 'modelled',
      controls: ['acks'],
    },
    {
      id: 'A4',
      title: 'A produce request parks no longer than the producer’s request.timeout.ms',
      source: 'DelayedProduce, Sender',
      files: ['broker/produceRequests.ts', 'broker/decideProduce.ts', 'client/producer/sender.ts'],
      state: 'modelled',
      controls: ['request.timeout.ms'],
    },
    {
      id: 'A5',
      title: 'A produce request of several partitions parks and is answered as a whole',
      source: 'ReplicaManager.appendRecords, DelayedProduce',
      files: ['broker/produceRequests.ts', 'broker/DelayedProduce.ts'],
      state: 'modelled',
    },
    {
      id: 'A6',
      title: 'acks=0 is never answered: the callback fires at once, and an error closes the connection',
      source: 'KafkaApis.handleProduceRequest, Sender',
      files: [
        'broker/decideProduce.ts',
        'broker/produceRequests.ts',
        'client/producer/sender.ts',
        'client/producer/answers.ts',
      ],
      state: 'modelled',
      controls: ['acks'],
    },
    {
      id: 'A7',
      title: 'No fsync before an acknowledgement: only replication protects a record from a power cut',
      source: 'LogConfig, UnifiedLog, KafkaRaftLog',
      files: ['storage/PageCache.ts', 'storage/UnifiedLog.ts', 'raft/RaftLog.ts'],
      state: 'modelled',
      controls: ['CutPower'],
    },
    {
      id: 'A8',
      title:
        'A clean stop flushes all and says so; a killed process keeps what it wrote; recovery cuts the rest',
      source: 'LogManager, CleanShutdownFileHandler, KIP-966',
      files: ['broker/Broker.ts', 'storage/UnifiedLog.ts'],
      state: 'modelled',
      controls: ['KillBroker', 'StopBroker', 'StartBroker'],
    },
  ],
};

import type { RuleArea } from '../RuleEntry.ts';

/** Applications that do something outside of Kafka with what they read. */
export const outside: RuleArea = {
  area: 'Outside of Kafka',
  rules: [
    {
      id: 'outside-store',
      title:
        'An application writes to a database: a crash before the commit repeats rows, a unique key makes that harmless',
      source: 'ours: a database; the pattern is that of KafkaConsumer, “Storing Offsets Outside Kafka”',
      files: [
        'store/ExternalStore.ts',
        'store/StoreTable.ts',
        'store/storeRules.ts',
        'protocol/storeRequests.ts',
        'client/consumer/outside/OutsideSpec.ts',
        'client/consumer/outside/OutsideWork.ts',
        'client/consumer/outside/workOutside.ts',
        'cluster/outside.ts',
        'cluster/storeLedger.ts',
      ],
      state: 'simplified',
      reason:
        'A database: simplified. One request is a whole transaction, committed at one instant after the same time; no locks, no isolation levels, no crash that loses what was committed, no pool of connections. Of a row only its record is known.',
      consequence:
        'Transactions never wait for one another nor deadlock. What is applied once, twice or never is exact; what a row would say after an overwrite is not told.',
      controls: ['stores', 'processing'],
    },
    {
      id: 'outside-offsets',
      title:
        'Offsets kept in the database change with the rows or not at all; when a partition is assigned they are read and sought',
      source:
        'KafkaConsumer, “Storing Offsets Outside Kafka”; ConsumerRebalanceListener.onPartitionsAssigned',
      files: ['client/consumer/outside/storedOffsets.ts', 'store/storeRules.ts'],
      state: 'simplified',
      reason:
        'The callback is read as the application waiting inside poll(): the database is asked, and the seek comes with its answer. After an answer that never came the offsets are read anew.',
      consequence:
        'Time in the callback counts as Kafka counts it; other deeds in a callback are not modelled.',
      controls: ['processing'],
    },
    {
      id: 'outside-fencing',
      title:
        'A database that knows the newest generation of a partition’s owner refuses what an older one still writes',
      source: 'ours: a fencing token; the generation is that of ConsumerGroupMetadata',
      files: ['store/storeRules.ts', 'store/ExternalStore.ts'],
      state: 'simplified',
      reason: 'The token is the generation, or the member epoch, under which a poll() returned the records.',
      consequence:
        'An owner is refused once the next one has claimed the partition or written; what it wrote before that stays.',
      controls: ['processing'],
    },
    {
      id: 'outside-errors',
      title:
        'An error that may pass is tried again in place while all else waits; one that never passes stops or is skipped',
      source: 'ours: an application; attempts and pauses as Spring Kafka’s DefaultErrorHandler has them',
      files: [
        'client/consumer/outside/recordError.ts',
        'client/consumer/outside/nextTry.ts',
        'client/consumer/outside/workOutside.ts',
      ],
      state: 'simplified',
      reason:
        'Which records fail is drawn by partition and offset, or named: the same at each delivery. One with an error that may pass fails in all tries of an application, and may succeed in that of a retry topic. An application that is done for ends, where Spring’s would seek back and poll.',
      consequence:
        'An application that ends comes back by StartClient, and meets the same record. A whole poll() as one transaction is tried again without end.',
      controls: ['processing'],
    },
    {
      id: 'outside-retry-topics',
      title:
        'A failed record goes to a retry topic, whose consumer pauses until its time: others go on, order is lost',
      source: 'ours: an application; after Spring Kafka’s retry topics (KafkaConsumerBackoffManager)',
      files: [
        'client/consumer/outside/takeDue.ts',
        'client/consumer/outside/forward.ts',
        'client/producer/output/sendOutputs.ts',
      ],
      state: 'simplified',
      reason:
        'The time is the timestamp in the retry topic plus its delay, where Spring writes it in a header and keeps the first timestamp. Each application of the ladder has a group of its own. A record in a retry topic is a new one to a unique key by id.',
      consequence:
        'Waiting times are those of Spring; a row that was written before a forward, without an answer, and then again from a retry topic, counts as two records.',
      controls: ['processing'],
    },
    {
      id: 'outside-dead-letters',
      title:
        'A record is given up into a dead-letter topic with headers; its offset is committed once that is acknowledged',
      source: 'ours: an application; headers as Spring Kafka’s KafkaHeaders.DLT_*',
      files: ['client/consumer/outside/forward.ts', 'client/consumer/outside/forwardHeaders.ts'],
      state: 'simplified',
      reason:
        'Headers are bytes of a record; their texts are made for who asks. A stack trace counts as 1 000 bytes.',
      consequence: 'Sizes in a dead-letter topic are near those of real ones, and not equal.',
      controls: ['processing'],
    },
    {
      id: 'consumer-deserialization',
      title:
        'poll() throws at a record that cannot be deserialized until the position is another; other partitions wait behind it',
      source:
        'FetchCollector.collectFetch, CompletedFetch.fetchRecords, RecordDeserializationException (KIP-334)',
      files: ['client/consumer/outside/takeReadable.ts'],
      state: 'simplified',
      reason:
        'Which records cannot be read is named in the scenario, for each consumer. Of a compacted log the places before such a record count as records.',
      consequence:
        'The exception, what stays buffered and what is committed are as in Kafka; bytes decide nothing.',
      controls: ['processing'],
    },
    {
      id: 'outside-sink',
      title:
        'errors.tolerance none fails the task at an error that stays, all skips it; the dead-letter queue is told in both',
      source: 'RetryWithToleranceOperator, DeadLetterQueueReporter, WorkerSinkTask (4.2)',
      files: [
        'client/consumer/outside/nextTry.ts',
        'client/consumer/outside/workOutside.ts',
        'client/consumer/outside/forwardHeaders.ts',
        'store/storeRules.ts',
      ],
      state: 'simplified',
      reason:
        'Conversion alone fails; the connector does not report records itself (KIP-610). Offsets are committed as the consumer is told to, where Connect does so each offset.flush.interval.ms. put() that fails is called again each second, with the poll interval kept. Nobody restarts a failed task but StartClient.',
      consequence:
        'What is converted, skipped, reported and written is as in Connect; how much a crash repeats depends on the commit that is set.',
      controls: ['processing'],
    },
  ],
};

/** What the metrics of a producer say. Means, largest values and rates are of the last 30 to 60 s, as Kafka’s clients have them. */
export const producerMetrics = {
  'producer-metrics.batch-size-avg':
    'Bytes of a batch when it is sent: mean of the last 30 to 60 s. Far below batch.size: linger.ms ends most batches.',
  'producer-metrics.batch-size-max': 'Bytes of the largest batch that was sent.',
  'producer-metrics.record-queue-time-avg':
    'From the creation of a batch until it is sent, each time that it is sent. About linger.ms where brokers are quick.',
  'producer-metrics.record-queue-time-max': 'The longest of these times.',
  'producer-metrics.compression-rate-avg':
    'Compressed bytes of a batch by its uncompressed ones: 1 is no gain.',
  'producer-metrics.record-size-avg':
    'Mean over batches of their largest record: what is reserved for it, so an upper bound.',
  'producer-metrics.record-size-max': 'The largest record, by the same measure.',
  'producer-metrics.records-per-request-avg': 'Records in a produce request.',
  'producer-metrics.request-latency-avg':
    'From sending a produce request until its answer. With acks=0 there is none.',
  'producer-metrics.request-latency-max': 'The longest of these times.',
  'producer-metrics.produce-throttle-time-avg':
    'What a quota held the connection back for, by any answer: mostly 0.',
  'producer-metrics.produce-throttle-time-max': 'The longest that a quota held a connection back.',
  'producer-metrics.record-send-rate':
    'Records sent a second, those sent again once more. Divided by 30 s at least.',
  'producer-metrics.record-send-total': 'Records sent, those sent again once more.',
  'producer-metrics.record-retry-rate': 'Records put back to be sent again, a second.',
  'producer-metrics.record-retry-total': 'Records put back to be sent again.',
  'producer-metrics.record-error-rate': 'Records whose callback or send() said error, a second.',
  'producer-metrics.record-error-total':
    'Records whose callback or send() said error. What an abort drops is not among them.',
  'producer-metrics.batch-split-rate': 'Batches that were too large and were split, a second.',
  'producer-metrics.batch-split-total': 'Batches that were too large and were split.',
  'producer-metrics.requests-in-flight': 'Requests sent and not answered.',
  'producer-metrics.metadata-age':
    'Age of what the producer knows of the cluster. It grows up to metadata.max.age.ms.',
  'producer-metrics.buffer-total-bytes': 'buffer.memory.',
  'producer-metrics.buffer-available-bytes': 'What of buffer.memory no batch holds. At 0 send() waits.',
  'producer-metrics.waiting-threads': '1 while send() waits for memory.',
  'producer-metrics.bufferpool-wait-ratio':
    'Share of the time that send() waited for memory; counted when a wait ends.',
  'producer-metrics.bufferpool-wait-time-ns-total': 'How long send() waited for memory.',
  'producer-metrics.buffer-exhausted-rate':
    'Records dropped because send() waited for memory longer than max.block.ms, a second.',
  'producer-metrics.buffer-exhausted-total':
    'Records dropped because send() waited for memory longer than max.block.ms.',
  'producer-metrics.flush-time-ns-total': 'How long flush() took in all.',
  'producer-metrics.txn-init-time-ns-total': 'How long initTransactions() took in all.',
  'producer-metrics.txn-begin-time-ns-total': 'How long beginTransaction() took in all: here no time.',
  'producer-metrics.txn-send-offsets-time-ns-total': 'How long sendOffsetsToTransaction() took in all.',
  'producer-metrics.txn-commit-time-ns-total':
    'How long commitTransaction() took in all, those that threw left out.',
  'producer-metrics.txn-abort-time-ns-total': 'How long abortTransaction() took in all.',
  'producer-metrics.connection-count': 'Connections that stand.',
  'producer-metrics.outgoing-byte-rate': 'Bytes sent to brokers a second, in requests of any kind.',
  'producer-metrics.outgoing-byte-total': 'Bytes sent to brokers.',
  'producer-metrics.request-rate': 'Requests of any kind, a second.',
  'producer-metrics.request-total': 'Requests of any kind.',
  'producer-metrics.request-size-avg': 'Bytes of a request of any kind.',
  'producer-metrics.request-size-max': 'Bytes of the largest request.',
  'producer-metrics.incoming-byte-rate': 'Bytes of answers a second.',
  'producer-metrics.incoming-byte-total': 'Bytes of answers.',
  'producer-metrics.response-rate': 'Answers a second.',
  'producer-metrics.response-total': 'Answers.',
  'producer-topic-metrics.record-send-rate': 'Records sent to the topic a second.',
  'producer-topic-metrics.record-send-total': 'Records sent to the topic.',
  'producer-topic-metrics.byte-rate': 'Bytes of batches sent to the topic a second.',
  'producer-topic-metrics.byte-total': 'Bytes of batches sent to the topic.',
  'producer-topic-metrics.compression-rate':
    'Compressed bytes of a batch by its uncompressed ones: 1 is no gain.',
  'producer-topic-metrics.record-retry-rate': 'Records for the topic put back to be sent again, a second.',
  'producer-topic-metrics.record-retry-total': 'Records for the topic put back to be sent again.',
  'producer-topic-metrics.record-error-rate': 'Records for the topic whose callback said error, a second.',
  'producer-topic-metrics.record-error-total':
    'Records for the topic whose callback said error; of those that send() refused only producer-metrics tells.',
} as const;

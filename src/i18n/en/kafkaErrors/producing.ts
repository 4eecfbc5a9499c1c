import type { ErrorText } from './ErrorText.ts';

/** Errors of those who write. */
export const producing = {
  CORRUPT_MESSAGE: {
    means: 'The bytes of a batch are not what they should be: their CRC, size or magic is wrong.',
    when: 'A leader checks each batch that is produced, and a reader each batch that it fetches. What was changed on its way or on the disk fails.',
    client:
      'A producer sends the batch again. A consumer throws at the offset, and throws there again with each poll().',
    fix: 'Look for broken memory, disks or network devices between the two. A consumer goes on behind the record with seek().',
  },
  MESSAGE_TOO_LARGE: {
    means: 'A batch is larger than the topic takes.',
    when: 'The leader compares the batch, as it is compressed, with max.message.bytes of the topic, before it appends anything.',
    client:
      'A producer splits a batch of several records and sends the parts. A batch of one record fails with RecordTooLargeException; that is not tried again.',
    fix: 'Raise max.message.bytes of the topic (or message.max.bytes of the brokers), with max.request.size of the producer, or make records smaller: compress them, or put the large part elsewhere and send where it is.',
  },
  RECORD_LIST_TOO_LARGE: {
    means: 'A batch is larger than a whole segment of the log may be.',
    when: 'The leader compares the batch with segment.bytes of the topic before it appends.',
    client: 'The producer fails its records; it is not tried again.',
    fix: 'Raise segment.bytes above max.message.bytes. Who sets max.message.bytes above segment.bytes has asked for this.',
  },
  NOT_ENOUGH_REPLICAS: {
    means:
      'Fewer replicas are in sync than min.insync.replicas asks for, so a write with acks=all is refused. Nothing was stored.',
    when: 'The leader counts the ISR before it appends. Writes with acks=0 and acks=1 pass all the same.',
    client:
      'A producer tries again, each time after retry.backoff.ms up to retry.backoff.max.ms, until delivery.timeout.ms is over. Then the callback gets the exception.',
    fix: 'Bring the missing replicas back: see UnderMinIsrPartitionCount and which brokers left the ISR. Lowering min.insync.replicas lets writes in at once, and gives up what it protects from: a record that was acknowledged may then exist once.',
  },
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: {
    means:
      'The batch is in the leader’s log, but while it was replicated the ISR became smaller than min.insync.replicas.',
    when: 'The leader looks at the ISR again once the high watermark has passed the batch.',
    client:
      'A producer sends the batch again. With enable.idempotence=true the leader knows it and stores it once; without, it is stored twice.',
    fix: 'As for NOT_ENOUGH_REPLICAS. Keep idempotence on.',
  },
  INVALID_REQUIRED_ACKS: {
    means: 'acks of a Produce request is neither −1 (all), 0 nor 1.',
    when: 'The leader looks at it before it appends.',
    client:
      'Java’s producer refuses such a value in its constructor: only a client of another make can ask so.',
    fix: 'Set acks to all, 1 or 0.',
  },
  INVALID_TIMESTAMP: {
    means: 'The timestamp of a record is too far from the broker’s clock.',
    when: 'The leader compares it with message.timestamp.before.max.ms and message.timestamp.after.max.ms of the topic. By default it may be an hour ahead, and as far behind as you like.',
    client: 'The producer fails the batch; it is not tried again.',
    fix: 'Set the clock of the producer right (NTP), or give record timestamps in ms and not in µs or ns. For event times of long ago raise message.timestamp.before.max.ms.',
  },
  INVALID_RECORD: {
    means: 'A record breaks a rule of its topic: above all, it has no key and the topic is compacted.',
    when: 'The leader looks at each record before it appends the batch.',
    client:
      'The producer fails all records of the batch, and names the ones to blame; it is not tried again.',
    fix: 'Send a key, or take compact out of cleanup.policy.',
  },
  OUT_OF_ORDER_SEQUENCE_NUMBER: {
    means:
      'A batch of an idempotent producer does not go on from the last one that this leader knows: batches in between are missing.',
    when: 'The leader compares the first sequence of the batch with the last that it has of the producer id and epoch. An unclean election, or a log that was cut short, leaves such a hole.',
    client:
      'If earlier batches are still on their way the producer waits and sends again. Else an idempotent producer starts a new epoch with sequences from 0; a transactional one aborts.',
    fix: 'Ask what became of the batches in between: the hole means that records which had been acknowledged may be gone. Look for unclean elections and for acks=1 in the time before.',
  },
  DUPLICATE_SEQUENCE_NUMBER: {
    means:
      'The leader has this batch already, and so long ago that it does not know at which offset: it remembers the last five of a producer.',
    when: 'The leader finds the sequence below those that it remembers.',
    client: 'The producer takes it for a success: the records are stored. Their offset is unknown (−1).',
    fix: 'Nothing. It tells of answers that were lost, or came very late.',
  },
  UNKNOWN_PRODUCER_ID: {
    means: 'The broker knows nothing of the producer id any more.',
    when: 'Brokers before 2.4 answered it once retention had deleted the last record of a producer. Newer ones take the batch.',
    client: 'The producer begins anew: with a new epoch, and sequences from 0.',
    fix: 'Upgrade the brokers; or keep producers busier than retention.ms.',
  },
  INVALID_PRODUCER_EPOCH: {
    means:
      'The producer’s epoch is over: another instance with its transactional.id, or its coordinator, has begun a newer one.',
    when: 'The leader finds a batch whose epoch is below the one it knows: a zombie that was replaced, or a transaction that the coordinator aborted after transaction.timeout.ms.',
    client:
      'A transactional producer aborts; if the abort is refused with PRODUCER_FENCED, it is done for good. An idempotent one begins a new epoch.',
    fix: 'Look for two processes with one transactional.id, and for work that takes longer than transaction.timeout.ms.',
  },
  UNSUPPORTED_FOR_MESSAGE_FORMAT: {
    means: 'What was asked needs a newer format of records than the log has.',
    when: 'Before 4.0, of topics with records in format 0 or 1, which know no producer ids and no leader epochs.',
    client: 'It is handed to the application.',
    fix: 'Since 4.0 brokers write format 2 only. On older ones upgrade log.message.format.version.',
  },
  UNSUPPORTED_COMPRESSION_TYPE: {
    means: 'The batch is compressed in a way that the version of the request does not know.',
    when: 'Leaders answer it when zstd is asked for with Produce before version 7 or Fetch before version 10.',
    client: 'It is handed to the application.',
    fix: 'Upgrade the client, or change compression.type.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;

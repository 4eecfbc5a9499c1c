import type { ErrorText } from './ErrorText.ts';

/** Errors of finding who is responsible, and of reading. */
export const routing = {
  OFFSET_OUT_OF_RANGE: {
    means: 'The offset lies before the log’s start or behind its end.',
    when: 'A leader answers it to a Fetch whose offset retention has deleted, or that an unclean election has cut away; and to DeleteRecords beyond the high watermark.',
    client:
      'A consumer goes where auto.offset.reset says: earliest, latest, by_duration, or an exception with none. A follower cuts or begins its log anew.',
    fix: 'If it came from retention, the group was slower than the topic remembers: the records in between are skipped. Compare lag with retention, and choose auto.offset.reset on purpose.',
  },
  UNKNOWN_TOPIC_OR_PARTITION: {
    means: 'The broker or the controller knows no such topic or partition.',
    when: 'Metadata of a topic that does not exist and may not be created; requests to a broker that has not heard of a new topic yet, or whose replica was deleted; administration of what there is not.',
    client:
      'Clients fetch metadata and try again. A producer’s send() waits for metadata up to max.block.ms, and then throws TimeoutException: Topic … not present in metadata.',
    fix: 'Just after a topic was created it goes away by itself. Else check the name, the ACLs (who may not Describe is told this) and auto.create.topics.enable.',
  },
  LEADER_NOT_AVAILABLE: {
    means: 'The partition has no leader at this moment.',
    when: 'Metadata of a partition between two leaders, of one whose replicas are all dead, or of a topic that is just being created.',
    client: 'Clients fetch metadata again after retry.backoff.ms, and go on when there is a leader.',
    fix: 'If it lasts, look at OfflinePartitionsCount and kafka-topics.sh --describe --unavailable-partitions, and bring a replica of the ISR or the ELR back.',
  },
  NOT_LEADER_OR_FOLLOWER: {
    means:
      'The broker that was asked does not lead the partition (or, of requests that any replica may answer, has no replica of it).',
    when: 'A client’s metadata is older than the last election or reassignment; or the broker has not heard of its own new role yet.',
    client: 'Producers and consumers fetch metadata and ask the new leader, without telling the application.',
    fix: 'Some of it belongs to each election. If it does not end, a broker does not keep up with the metadata log: see its metadata lag.',
  },
  REPLICA_NOT_AVAILABLE: {
    means: 'The broker has no such replica, or it is off line.',
    when: 'Answered in metadata and to some requests about log directories, when a replica’s broker or directory is gone.',
    client: 'Clients ignore it in metadata, and fetch metadata anew when it answers a request.',
    fix: 'Look for the broker or the log directory that is missing.',
  },
  REQUEST_TIMED_OUT: {
    means: 'What was asked was not done in the time that the request allows. It may still be done.',
    when: 'A leader whose followers do not fetch a batch with acks=all within request.timeout.ms; a controller without a majority; an admin request that waits longer than its timeout.',
    client:
      'A producer sends the batch again until delivery.timeout.ms. An admin client gives up at default.api.timeout.ms.',
    fix: 'For Produce: followers are slow, paused or cut off, and not out of the ISR yet (replica.lag.time.max.ms). Records may be stored all the same: keep idempotence on.',
  },
  BROKER_NOT_AVAILABLE: {
    means: 'The broker, or the controller of the quorum, cannot serve this.',
    when: 'A quorum’s leader that is shutting down answers Vote, BeginQuorumEpoch and Fetch so.',
    client: 'It is between servers; they look for another leader. In an application it is an exception.',
    fix: 'Nothing while a controller is stopped. Else look which node is being shut down.',
  },
  NETWORK_EXCEPTION: {
    means: 'The connection broke before an answer came. Whether the request was carried out nobody knows.',
    when: 'A client’s own name for it, never on the wire: the server closed the connection or died, or the request timed out on the client’s side.',
    client: 'Retriable: producers send again, consumers fetch again, after fetching metadata.',
    fix: 'See the broker’s log at that time, connections.max.idle.ms, and what stands in between (load balancers, firewalls). Without idempotence a retry may store twice.',
  },
  KAFKA_STORAGE_ERROR: {
    means: 'The broker cannot write or read the log: its directory has failed.',
    when: 'A log directory threw an IOException and was taken off line. Replicas there are off line until the broker is restarted with a good disk.',
    client:
      'Clients fetch metadata and ask again: the controller elects another leader, if another replica is in sync.',
    fix: 'See OfflineLogDirectoryCount and the broker’s log for the directory. Replace the disk and restart the broker; its replicas are fetched anew.',
  },
  FENCED_LEADER_EPOCH: {
    means: 'The leader epoch in the request is over: whoever asks has not heard of the newest election.',
    when: 'A leader answers it to Fetch, ListOffsets and OffsetForLeaderEpoch of followers and consumers that are behind; the controller to AlterPartition of a leader that it has replaced.',
    client:
      'Consumers fetch metadata, check their position against the new epoch, and go on. Followers wait for the metadata log.',
    fix: 'Belongs to elections. If a leader gets it from the controller again and again, it was deposed and has not noticed: see whether it reaches the controller.',
  },
  UNKNOWN_LEADER_EPOCH: {
    means: 'The leader epoch in the request is newer than the broker’s: it is the broker that is behind.',
    when: 'A client or follower has heard of an election sooner than the broker that it asks.',
    client: 'Clients and followers try again after a pause.',
    fix: 'Nothing for moments. If it lasts, the broker does not apply the metadata log: see its lag.',
  },
  OFFSET_NOT_AVAILABLE: {
    means: 'The leader is new and does not yet know how far its log is committed, so it cannot tell the end.',
    when: 'ListOffsets of a consumer, until the high watermark has passed the start of the leader’s epoch (KIP-207).',
    client: 'Consumers try again.',
    fix: 'Nothing: it ends as soon as followers have fetched. If it does not, followers cannot reach the leader.',
  },
  FETCH_SESSION_ID_NOT_FOUND: {
    means: 'The leader does not know the fetch session any more.',
    when: 'It was restarted, or put the session out of its cache (max.incremental.fetch.session.cache.slots).',
    client: 'Consumers and followers open a new session with a full Fetch.',
    fix: 'Nothing. If it comes all the time there are more readers than slots: see NumIncrementalFetchPartitionsCached and IncrementalFetchSessionEvictionsPerSec.',
  },
  INVALID_FETCH_SESSION_EPOCH: {
    means: 'A Fetch of a session came out of its turn.',
    when: 'The leader counts the requests of a session. One was lost, or answered twice.',
    client: 'The reader opens a new session.',
    fix: 'Nothing, when it is rare.',
  },
  FETCH_SESSION_TOPIC_ID_ERROR: {
    means: 'A fetch session has some topics by id and some by name.',
    when: 'During an upgrade, when a topic’s id becomes known while a session is open.',
    client: 'The reader opens a new session.',
    fix: 'Nothing: it ends with the upgrade.',
  },
  UNKNOWN_TOPIC_ID: {
    means: 'The broker knows no topic of this id.',
    when: 'The topic was deleted, perhaps created again under its name with another id; or the broker has not heard of it yet.',
    client: 'Clients fetch metadata and go on with the new id.',
    fix: 'If a topic was deleted and created again, restart consumers that keep positions of the old one.',
  },
  INCONSISTENT_TOPIC_ID: {
    means: 'The log on the broker’s disk belongs to another topic of the same name.',
    when: 'A Fetch names a topic id that is not that of the log.',
    client: 'Clients fetch metadata and try again.',
    fix: 'Look for a topic that was deleted and created again while this broker was away.',
  },
  INVALID_FETCH_SIZE: {
    means: 'The size that was asked for is none.',
    when: 'Kept in the protocol; brokers of 4.x do not answer it.',
    client: 'It is handed to the application.',
    fix: 'Look at the client: it is not Java’s.',
  },
  LISTENER_NOT_FOUND: {
    means: 'The leader has no listener of the name over which metadata was asked for.',
    when: 'Metadata, when brokers have different listeners.',
    client: 'Clients treat the partition as one without a leader, and fetch metadata again.',
    fix: 'Give every broker the same names in listeners and advertised.listeners.',
  },
  OFFSET_MOVED_TO_TIERED_STORAGE: {
    means: 'The offset that a follower asks for is only in remote storage any more.',
    when: 'A leader with remote.storage.enable answers it to a follower that begins before its local log.',
    client:
      'Never in an application: the follower takes the leader’s epochs and producer states from remote storage and goes on at the local start.',
    fix: 'Nothing.',
  },
  REBOOTSTRAP_REQUIRED: {
    means: 'What the client knows of the cluster is too old: it should begin again with bootstrap.servers.',
    when: 'A broker answers a Metadata request so that comes from a client of another cluster, or of a cluster that has changed wholly (KIP-1102).',
    client:
      'With metadata.recovery.strategy=rebootstrap (the default since 4.0) clients resolve bootstrap.servers again.',
    fix: 'Check that bootstrap.servers names this cluster.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;

/** Topic configs of Kafka 4.2, one a line: name, type, range. `parseConfigTable` says how to read it. */
export const TOPIC_CONFIGS = `
cleanup.policy L compact|delete
compression.gzip.level i -1..9
compression.lz4.level i 1..17
compression.type e uncompressed|zstd|lz4|snappy|gzip|producer
compression.zstd.level i -131072..22
delete.retention.ms l 0..
errors.deadletterqueue.group.enable b
file.delete.delay.ms l 0..
flush.messages l 1..
flush.ms l 0..
follower.replication.throttled.replicas s
index.interval.bytes i 0..
leader.replication.throttled.replicas s
local.retention.bytes l -2..
local.retention.ms l -2..
max.compaction.lag.ms l 1..
max.message.bytes i 0..
message.timestamp.after.max.ms l 0..
message.timestamp.before.max.ms l 0..
message.timestamp.type e CreateTime|LogAppendTime
min.cleanable.dirty.ratio d 0..1
min.compaction.lag.ms l 0..
min.insync.replicas i 1..
preallocate b
remote.copy.lag.bytes l -1..
remote.copy.lag.ms l -1..
remote.log.copy.disable b
remote.log.delete.on.disable b
remote.storage.enable b
retention.bytes l
retention.ms l -1..
segment.bytes i 1048576..
segment.index.bytes i 4..
segment.jitter.ms l 0..
segment.ms l 1..
unclean.leader.election.enable b
`;

/** Topic configs that older clusters have and Kafka 4 removed. */
export const REMOVED_TOPIC_CONFIGS: readonly string[] = [
  'message.format.version',
  'message.downconversion.enable',
  'message.timestamp.difference.max.ms',
];

/** Broker and cluster configs of Kafka 4.2 (KRaft), one a line. `parseConfigTable` says how to read them. */
export const BROKER_CONFIGS = `
add.partitions.to.txn.retry.backoff.max.ms i 0..
add.partitions.to.txn.retry.backoff.ms i 1..
advertised.listeners s
alter.config.policy.class.name s
alter.log.dirs.replication.quota.window.num i 1..
alter.log.dirs.replication.quota.window.size.seconds i 1..
authorizer.class.name s
auto.create.topics.enable b
auto.leader.rebalance.enable b
background.threads i 1..
broker.heartbeat.interval.ms i
broker.id i
broker.rack s
broker.session.timeout.ms i
client.quota.callback.class s
compression.gzip.level i -1..9
compression.lz4.level i 1..17
compression.type e uncompressed|zstd|lz4|snappy|gzip|producer
compression.zstd.level i -131072..22
config.providers s
connection.failed.authentication.delay.ms i 0..
connections.max.idle.ms l
connections.max.reauth.ms l
controlled.shutdown.enable b
controlled.shutdown.max.retries i
controlled.shutdown.retry.backoff.ms l
controller.listener.names s
controller.quorum.append.linger.ms i
controller.quorum.auto.join.enable b
controller.quorum.bootstrap.servers s
controller.quorum.election.backoff.max.ms i
controller.quorum.election.timeout.ms i
controller.quorum.fetch.timeout.ms i
controller.quorum.request.timeout.ms i
controller.quorum.retry.backoff.ms i
controller.quorum.voters s
controller.quota.window.num i 1..
controller.quota.window.size.seconds i 1..
controller.socket.timeout.ms i
create.topic.policy.class.name s
default.replication.factor i 1..
delegation.token.expiry.time.ms l 1..
delegation.token.max.lifetime.ms l 1..
delegation.token.secret.key s
delete.records.purgatory.purge.interval.requests i
delete.topic.enable b
early.start.listeners s
fetch.max.bytes i 1024..
fetch.purgatory.purge.interval.requests i
follower.replication.throttled.rate l 0..
follower.replication.throttled.replicas s
group.consumer.assignors s
group.consumer.heartbeat.interval.ms i 1..
group.consumer.max.heartbeat.interval.ms i 1..
group.consumer.max.session.timeout.ms i 1..
group.consumer.max.size i 1..
group.consumer.migration.policy s
group.consumer.min.heartbeat.interval.ms i 1..
group.consumer.min.session.timeout.ms i 1..
group.consumer.session.timeout.ms i 1..
group.coordinator.append.linger.ms i -1..
group.coordinator.rebalance.protocols s
group.coordinator.threads i 1..
group.initial.rebalance.delay.ms i
group.max.session.timeout.ms i
group.max.size i 1..
group.min.session.timeout.ms i
group.share.delivery.count.limit i 2..10
group.share.heartbeat.interval.ms i 1..
group.share.max.share.sessions i 1..
group.share.max.size i 1..1000
group.share.partition.max.record.locks i 100..10000
group.share.record.lock.duration.ms i 1000..3600000
group.share.session.timeout.ms i 1..
group.streams.heartbeat.interval.ms i 1..
group.streams.session.timeout.ms i 1..
initial.broker.registration.timeout.ms i
inter.broker.listener.name s
kafka.metrics.polling.interval.secs i 1..
kafka.metrics.reporters s
leader.imbalance.check.interval.seconds l 1..
leader.imbalance.per.broker.percentage i
leader.replication.throttled.rate l 0..
leader.replication.throttled.replicas s
listener.security.protocol.map s
listeners s
log.cleaner.backoff.ms l 0..
log.cleaner.dedupe.buffer.size l
log.cleaner.delete.retention.ms l 0..
log.cleaner.enable b
log.cleaner.io.buffer.load.factor d
log.cleaner.io.buffer.size i 0..
log.cleaner.io.max.bytes.per.second d
log.cleaner.max.compaction.lag.ms l 1..
log.cleaner.min.cleanable.ratio d 0..1
log.cleaner.min.compaction.lag.ms l 0..
log.cleaner.threads i 0..
log.cleanup.policy L compact|delete
log.dir s
log.dir.failure.timeout.ms l 1..
log.dirs s
log.flush.interval.messages l 1..
log.flush.interval.ms l
log.flush.offset.checkpoint.interval.ms i 0..
log.flush.scheduler.interval.ms l
log.flush.start.offset.checkpoint.interval.ms i 0..
log.index.interval.bytes i 0..
log.index.size.max.bytes i 4..
log.local.retention.bytes l -2..
log.local.retention.ms l -2..
log.message.timestamp.after.max.ms l 0..
log.message.timestamp.before.max.ms l 0..
log.message.timestamp.type e CreateTime|LogAppendTime
log.preallocate b
log.retention.bytes l
log.retention.check.interval.ms l 1..
log.retention.hours i
log.retention.minutes i
log.retention.ms l
log.roll.hours i 1..
log.roll.jitter.hours i 0..
log.roll.jitter.ms l
log.roll.ms l
log.segment.bytes i 1048576..
log.segment.delete.delay.ms l 0..
max.connection.creation.rate i 0..
max.connections i 0..
max.connections.per.ip i 0..
max.connections.per.ip.overrides s
max.incremental.fetch.session.cache.slots i 0..
max.request.partition.size.limit i 1..
message.max.bytes i 0..
metadata.log.dir s
metadata.log.max.record.bytes.between.snapshots l 1..
metadata.log.max.snapshot.interval.ms l 0..
metadata.log.segment.bytes i 8388608..
metadata.log.segment.ms l
metadata.max.idle.interval.ms i 0..
metadata.max.retention.bytes l
metadata.max.retention.ms l
metric.reporters s
metrics.num.samples i 1..
metrics.recording.level e INFO|DEBUG|TRACE
metrics.sample.window.ms l 1..
min.insync.replicas i 1..
node.id i 0..
num.io.threads i 1..
num.network.threads i 1..
num.partitions i 1..
num.recovery.threads.per.data.dir i 1..
num.replica.alter.log.dirs.threads i
num.replica.fetchers i
offset.metadata.max.bytes i
offsets.commit.timeout.ms i 1..
offsets.load.buffer.size i 1..
offsets.retention.check.interval.ms l 1..
offsets.retention.minutes i 1..
offsets.topic.compression.codec i
offsets.topic.num.partitions i 1..
offsets.topic.replication.factor i 1..
offsets.topic.segment.bytes i 1..
principal.builder.class s
process.roles L broker|controller
producer.id.expiration.check.interval.ms i 1..
producer.id.expiration.ms i 1..
producer.purgatory.purge.interval.requests i
queued.max.request.bytes l
queued.max.requests i 1..
quota.window.num i 1..
quota.window.size.seconds i 1..
remote.log.manager.task.interval.ms l 1..
remote.log.storage.manager.class.name s
remote.log.storage.system.enable b
replica.fetch.backoff.ms i 0..
replica.fetch.max.bytes i 0..
replica.fetch.min.bytes i
replica.fetch.response.max.bytes i 0..
replica.fetch.wait.max.ms i
replica.high.watermark.checkpoint.interval.ms l
replica.lag.time.max.ms l
replica.selector.class s
replica.socket.receive.buffer.bytes i
replica.socket.timeout.ms i
replication.quota.window.num i 1..
replication.quota.window.size.seconds i 1..
request.timeout.ms i
sasl.enabled.mechanisms s
sasl.jaas.config s
sasl.mechanism.controller.protocol s
sasl.mechanism.inter.broker.protocol s
security.inter.broker.protocol s
server.max.startup.time.ms l 0..
share.coordinator.append.linger.ms i -1..
share.coordinator.snapshot.update.records.per.snapshot i 0..500
share.coordinator.state.topic.min.isr i 1..
share.coordinator.state.topic.num.partitions i 1..
share.coordinator.state.topic.replication.factor i 1..
share.coordinator.state.topic.segment.bytes i 1..
share.coordinator.write.timeout.ms i 1..
socket.connection.setup.timeout.max.ms l
socket.connection.setup.timeout.ms l
socket.listen.backlog.size i 1..
socket.receive.buffer.bytes i
socket.request.max.bytes i 1..
socket.send.buffer.bytes i
ssl.client.auth e required|requested|none
ssl.keystore.location s
ssl.keystore.password s
ssl.key.password s
ssl.truststore.location s
ssl.truststore.password s
telemetry.max.bytes i 1..
transaction.abort.timed.out.transaction.cleanup.interval.ms i 1..
transaction.max.timeout.ms i 1..
transaction.partition.verification.enable b
transaction.remove.expired.transaction.cleanup.interval.ms i 1..
transaction.state.log.load.buffer.size i 1..
transaction.state.log.min.isr i 1..
transaction.state.log.num.partitions i 1..
transaction.state.log.replication.factor i 1..
transaction.state.log.segment.bytes i 1..
transactional.id.expiration.ms i 1..
unclean.leader.election.enable b
unclean.leader.election.interval.ms l 1..
unstable.api.versions.enable b
unstable.feature.versions.enable b
`;

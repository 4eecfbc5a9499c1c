/** Configs of Kafka 4.2 that producers and consumers share, then each one's own. `parseConfigTable` says how to read them. */
const CLIENT_CONFIGS = `
bootstrap.servers s
client.dns.lookup e use_all_dns_ips|resolve_canonical_bootstrap_servers_only
client.id s
client.rack s
config.providers s
connections.max.idle.ms l
enable.metrics.push b
interceptor.classes s
metadata.max.age.ms l 0..
metadata.recovery.rebootstrap.trigger.ms l 0..
metadata.recovery.strategy E rebootstrap|none
metric.reporters s
metrics.num.samples i 1..
metrics.recording.level e INFO|DEBUG|TRACE
metrics.sample.window.ms l 0..
receive.buffer.bytes i -1..
reconnect.backoff.max.ms l 0..
reconnect.backoff.ms l 0..
request.timeout.ms i 0..
retry.backoff.max.ms l 0..
retry.backoff.ms l 0..
sasl.client.callback.handler.class s
sasl.jaas.config s
sasl.kerberos.kinit.cmd s
sasl.kerberos.service.name s
sasl.login.callback.handler.class s
sasl.login.class s
sasl.login.connect.timeout.ms i
sasl.login.read.timeout.ms i
sasl.login.refresh.buffer.seconds i 0..3600
sasl.login.retry.backoff.max.ms l
sasl.login.retry.backoff.ms l
sasl.mechanism s
sasl.oauthbearer.token.endpoint.url s
security.protocol E SASL_SSL|PLAINTEXT|SSL|SASL_PLAINTEXT
security.providers s
send.buffer.bytes i -1..
socket.connection.setup.timeout.max.ms l 0..
socket.connection.setup.timeout.ms l 0..
ssl.ca.location s
ssl.cipher.suites s
ssl.enabled.protocols s
ssl.endpoint.identification.algorithm s
ssl.engine.factory.class s
ssl.key.password s
ssl.keymanager.algorithm s
ssl.keystore.certificate.chain s
ssl.keystore.key s
ssl.keystore.location s
ssl.keystore.password s
ssl.keystore.type s
ssl.protocol s
ssl.provider s
ssl.secure.random.implementation s
ssl.trustmanager.algorithm s
ssl.truststore.certificates s
ssl.truststore.location s
ssl.truststore.password s
ssl.truststore.type s
`;

export const PRODUCER_CONFIGS = `${CLIENT_CONFIGS}
acks e all|-1|0|1
batch.size i 0..
buffer.memory l 0..
compression.gzip.level i -1..9
compression.lz4.level i 1..17
compression.type e none|gzip|snappy|lz4|zstd
compression.zstd.level i -131072..22
delivery.timeout.ms i 0..
enable.idempotence b
key.serializer s
linger.ms l 0..
max.block.ms l 0..
max.in.flight.requests.per.connection i 1..
max.request.size i 0..
metadata.max.idle.ms l 5000..
partitioner.adaptive.partitioning.enable b
partitioner.availability.timeout.ms l 0..
partitioner.class s
partitioner.ignore.keys b
retries i 0..
transaction.timeout.ms i
transaction.two.phase.commit.enable b
transactional.id s
value.serializer s
`;

export const CONSUMER_CONFIGS = `${CLIENT_CONFIGS}
allow.auto.create.topics b
auto.commit.interval.ms i 0..
auto.offset.reset e latest|earliest|none|by_duration:PT1H
check.crcs b
default.api.timeout.ms i 0..
enable.auto.commit b
exclude.internal.topics b
fetch.max.bytes i 0..
fetch.max.wait.ms i 0..
fetch.min.bytes i 0..
group.id s
group.instance.id s
group.protocol E consumer|classic
group.remote.assignor s
heartbeat.interval.ms i
isolation.level e read_committed|read_uncommitted
key.deserializer s
max.partition.fetch.bytes i 0..
max.poll.interval.ms i 1..
max.poll.records i 1..
partition.assignment.strategy s
session.timeout.ms i
share.acknowledgement.mode e implicit|explicit
share.acquire.mode e batch_optimized|record_limit
value.deserializer s
`;

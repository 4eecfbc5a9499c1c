import type { Controller } from '../engine/controller/Controller.ts';
import type { PartitionRegistration } from '../engine/metadata/PartitionRegistration.ts';
import type { MetadataEntry, MetadataRecord } from '../engine/metadata/records.ts';
import type { RaftLog } from '../engine/raft/RaftLog.ts';
import type { Offset } from '../shared/units.ts';
import type { MetadataLogView, MetadataRecordView } from './frame.ts';

/** A page shows no more rows; records before them are counted. */
const SHOWN_ROWS = 120;
/** Looked at for one view: an idle cluster writes nothing but NoOpRecords, and its rows are long. */
const MOST_RECORDS = 4000;

export const METADATA_LOG_KEY = 'metadata-log';

/**
 * The newest records of `__cluster_metadata` as one controller has them. NoOpRecords in a row are one row, so that what was
 * decided is not lost among them; none of these rows crosses the high watermark.
 */
export function projectMetadataLog(
  { nodeId, raft }: Controller,
  before: MetadataLogView | undefined,
): MetadataLogView {
  const { log } = raft;
  const { endOffset } = log;
  const highWatermark = Math.max(raft.committedEnd, raft.highWatermark ?? 0);
  if (
    before?.controller === nodeId &&
    before.endOffset === endOffset &&
    before.highWatermark === highWatermark &&
    before.lastEpoch === log.lastEpoch
  )
    return before;
  const rows: MetadataRecordView[] = [];
  let offset = endOffset;
  while (offset > 0 && rows.length < SHOWN_ROWS && endOffset - offset < MOST_RECORDS) {
    const lastOffset = offset - 1;
    const from = startOfNoOps(log, lastOffset, highWatermark, endOffset - MOST_RECORDS);
    rows.push(from === lastOffset ? recordView(log, lastOffset) : noOps(log, from, lastOffset));
    offset = from;
  }
  return {
    kind: 'metadataLog',
    key: METADATA_LOG_KEY,
    controller: nodeId,
    endOffset,
    highWatermark,
    lastEpoch: log.lastEpoch,
    records: rows.reverse(),
  };
}

/** Where the NoOpRecords begin that end with this record; its own offset when it is another one. */
function startOfNoOps(log: RaftLog, lastOffset: Offset, highWatermark: Offset, leastOffset: Offset): Offset {
  const { epoch, record } = log.entries.at(lastOffset);
  let from = lastOffset;
  if (record.kind !== 'NoOpRecord') return from;
  while (from > Math.max(0, leastOffset) && from !== highWatermark) {
    const previous = log.entries.at(from - 1);
    if (previous.record.kind !== 'NoOpRecord' || previous.epoch !== epoch) break;
    from -= 1;
  }
  return from;
}

function noOps(log: RaftLog, offset: Offset, lastOffset: Offset): MetadataRecordView {
  return { offset, lastOffset, epoch: log.entries.at(offset).epoch, type: 'NoOpRecord', fields: [] };
}

/** Each made once: a record never changes, and logs and checkpoints share it. */
const VIEWS = new WeakMap<MetadataEntry, MetadataRecordView>();

function recordView(log: RaftLog, offset: Offset): MetadataRecordView {
  const entry = log.entries.at(offset);
  const known = VIEWS.get(entry);
  if (known?.offset === offset) return known;
  const { epoch, record } = entry;
  const view: MetadataRecordView = {
    offset,
    lastOffset: offset,
    epoch,
    type: record.kind,
    fields: fieldsOf(record, log, offset).map(([name, value]) => [name, textOf(value)]),
  };
  VIEWS.set(entry, view);
  return view;
}

type Value = string | number | boolean | readonly (string | number)[] | null;
type Field = readonly [string, Value];

function textOf(value: Value): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
}

/** Kafka's names of fields. Topics stand by name where Kafka writes the topic id. */
function fieldsOf(record: MetadataRecord, log: RaftLog, offset: Offset): readonly Field[] {
  switch (record.kind) {
    case 'FeatureLevelRecord':
      return [
        ['name', record.name],
        ['featureLevel', record.level],
      ];
    case 'RegisterBrokerRecord':
      return [
        ['brokerId', record.broker],
        ['brokerEpoch', record.brokerEpoch],
        ['incarnationId', record.incarnationId],
        ['fenced', true],
        ...optional('rack', record.rack ?? undefined),
      ];
    case 'UnregisterBrokerRecord':
      return [
        ['brokerId', record.broker],
        ['brokerEpoch', record.brokerEpoch],
      ];
    case 'BrokerRegistrationChangeRecord':
      return [
        ['brokerId', record.broker],
        ['brokerEpoch', record.brokerEpoch],
        ...optional('fenced', record.fenced),
        ...optional('inControlledShutdown', record.inControlledShutdown),
      ];
    case 'TopicRecord':
    case 'RemoveTopicRecord':
      return [['name', record.topic]];
    case 'PartitionRecord':
      return [
        ['topic', record.topic],
        ['partitionId', record.partition],
        ...registrationFields(record.registration),
      ];
    case 'PartitionChangeRecord': {
      const at = record.topicPartition.lastIndexOf('-');
      return [
        ['topic', record.topicPartition.slice(0, at)],
        ['partitionId', Number(record.topicPartition.slice(at + 1))],
        ...changedFields(record, previousRegistration(log, offset, record.topicPartition)),
      ];
    }
    case 'ConfigRecord':
      return [
        ['resourceType', record.topic === null ? 'BROKER' : 'TOPIC'],
        ['resourceName', record.topic ?? String(record.broker ?? '')],
        ['name', record.name],
        ['value', record.value],
      ];
    case 'ClientQuotaRecord': {
      const { user, clientId } = record.entity;
      return [
        ...optional('user', user ?? undefined),
        ...optional('client-id', clientId ?? undefined),
        ['key', record.key],
        record.value === null ? ['remove', true] : ['value', record.value],
      ];
    }
    case 'ProducerIdsRecord':
      return [
        ['brokerId', record.broker],
        ['nextProducerId', record.nextProducerId],
      ];
    case 'NoOpRecord':
      return [];
    case 'LeaderChangeMessage':
      return [
        ['leaderId', record.leaderId],
        ['voters', record.voters],
        ['grantingVoters', record.grantingVoters],
      ];
  }
}

function optional(name: string, value: Value | undefined): readonly Field[] {
  return value === undefined ? [] : [[name, value]];
}

function registrationFields(registration: PartitionRegistration): readonly Field[] {
  const { replicas, isr, elr, lastKnownElr, leader, leaderEpoch, partitionEpoch } = registration;
  return [
    ['leader', leader],
    ['replicas', replicas],
    ['isr', isr],
    ['leaderEpoch', leaderEpoch],
    ['partitionEpoch', partitionEpoch],
    ...(elr.length === 0 ? [] : [['eligibleLeaderReplicas', elr] as const]),
    ...(lastKnownElr.length === 0 ? [] : [['lastKnownElr', lastKnownElr] as const]),
    ...optional('addingReplicas', registration.addingReplicas),
    ...optional('removingReplicas', registration.removingReplicas),
  ];
}

/** Kafka writes what changed, and the leader whenever its epoch rises; the epochs follow from the record itself. */
function changedFields(
  { registration }: Extract<MetadataRecord, { kind: 'PartitionChangeRecord' }>,
  previous: PartitionRegistration | null,
): readonly Field[] {
  if (previous === null) return registrationFields(registration);
  const fields: Field[] = [];
  const list = (name: string, now: readonly number[] = [], then: readonly number[] = []) => {
    if (now.join() !== then.join()) fields.push([name, now]);
  };
  if (registration.leader !== previous.leader || registration.leaderEpoch !== previous.leaderEpoch)
    fields.push(['leader', registration.leader]);
  list('isr', registration.isr, previous.isr);
  list('eligibleLeaderReplicas', registration.elr, previous.elr);
  list('lastKnownElr', registration.lastKnownElr, previous.lastKnownElr);
  list('replicas', registration.replicas, previous.replicas);
  list('addingReplicas', registration.addingReplicas, previous.addingReplicas);
  list('removingReplicas', registration.removingReplicas, previous.removingReplicas);
  if (registration.recovery !== previous.recovery)
    fields.push(['leaderRecoveryState', registration.recovery]);
  return fields;
}

function previousRegistration(
  log: RaftLog,
  offset: Offset,
  topicPartition: string,
): PartitionRegistration | null {
  for (let before = offset - 1; before >= 0; before--) {
    const { record } = log.entries.at(before);
    if (record.kind === 'PartitionChangeRecord' && record.topicPartition === topicPartition)
      return record.registration;
    if (record.kind === 'PartitionRecord' && `${record.topic}-${record.partition}` === topicPartition)
      return record.registration;
  }
  return null;
}

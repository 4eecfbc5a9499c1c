import type { PartitionRegistration } from '../engine/metadata/PartitionRegistration.ts';
import type { MetadataRecord } from '../engine/metadata/records.ts';
import type { RaftLog } from '../engine/raft/RaftLog.ts';
import type { Offset } from '../shared/units.ts';

/**
 * The fields of the record at an offset, by Kafka's names and as text. Topics stand by name where Kafka writes the topic id; of a
 * partition that changed only what changed is there, as in Kafka.
 */
export function metadataFields(
  record: MetadataRecord,
  log: RaftLog,
  offset: Offset,
): readonly (readonly [string, string])[] {
  return valuesOf(record, log, offset).map(([name, value]) => [name, textOf(value)]);
}

type Value = string | number | boolean | readonly (string | number)[] | null;
type Field = readonly [string, Value];

/** As kafka-dump-log.sh prints it. */
function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valuesOf(record: MetadataRecord, log: RaftLog, offset: Offset): readonly Field[] {
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
  for (let before = offset - 1; before >= log.startOffset; before--) {
    const { record } = log.entryAt(before);
    if (record.kind === 'PartitionChangeRecord' && record.topicPartition === topicPartition)
      return record.registration;
    if (record.kind === 'PartitionRecord' && `${record.topic}-${record.partition}` === topicPartition)
      return record.registration;
  }
  return null;
}

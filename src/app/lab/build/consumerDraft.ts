import type { FileConsumer, FileProducer, ScenarioFile } from '../../../scenario/ScenarioFile.ts';
import { NOTHING_OUTSIDE, outsideDraft, sentOnTo, type OutsideFields } from './outsideDraft.ts';
import { withConsumer, withProducer } from './editScenario.ts';

export const CONSUMER_COMMITS = ['auto', 'commitSync', 'commitAsync'] as const;
export const HEARTBEAT_PLACES = ['background', 'eventLoop'] as const;

/** What the form for a consumer holds, as it was typed. */
export interface ConsumerFields extends OutsideFields {
  readonly clientId: string;
  readonly rack: string;
  /** `assign` or `group`. */
  readonly reads: string;
  readonly assign: string;
  readonly groupId: string;
  readonly subscribe: string;
  readonly protocol: string;
  readonly isolation: string;
  readonly perRecord: string;
  readonly commit: string;
  /** `background` or `eventLoop`. */
  readonly heartbeats: string;
  /** Where its output goes; empty: nowhere. */
  readonly outputTopic: string;
  readonly outputId: string;
}

/** A form in which nothing was typed. */
export const EMPTY_CONSUMER: ConsumerFields = {
  ...NOTHING_OUTSIDE,
  clientId: '',
  rack: '',
  reads: 'assign',
  assign: '',
  groupId: 'group-1',
  subscribe: '',
  protocol: 'classic',
  isolation: 'read_uncommitted',
  perRecord: '',
  commit: 'auto',
  heartbeats: 'background',
  outputTopic: '',
  outputId: '',
};

/** The scenario with the consumer, and with the producer of its process if it has an output. */
export function withDraftedConsumer(file: ScenarioFile, fields: ConsumerFields): ScenarioFile {
  const added = withConsumer(file, consumerDraft(fields));
  if (fields.reads === 'group' && fields.outputTopic !== '') return withProducer(added, outputDraft(fields));
  const topic = sentOnTo(fields);
  // Of the process that sends on what it could not work on.
  return topic === null
    ? added
    : withProducer(added, { 'client.id': outputNameOf(fields), workload: { topic } });
}

export function consumerDraft(fields: ConsumerFields): FileConsumer {
  const { rack, reads, isolation } = fields;
  const isMember = reads === 'group';
  const configs = {
    ...(isolation === 'read_uncommitted' ? {} : { 'isolation.level': isolation }),
    ...(isMember ? groupConfigs(fields) : {}),
  };
  const processing = {
    ...(fields.perRecord.trim() === '' ? {} : { perRecord: fields.perRecord.trim() }),
    ...(isMember ? commitsOf(fields) : {}),
    ...(isMember && fields.heartbeats !== 'background' ? { heartbeats: fields.heartbeats } : {}),
    ...outsideDraft(fields, outputNameOf(fields)),
  };
  return {
    'client.id': fields.clientId.trim(),
    ...(rack.trim() === '' ? {} : { rack: rack.trim() }),
    ...(isMember ? { subscribe: listOf(fields.subscribe) } : { assign: listOf(fields.assign) }),
    ...(Object.keys(configs).length === 0 ? {} : { configs }),
    ...(Object.keys(processing).length === 0 ? {} : { processing }),
  };
}

function groupConfigs({ groupId, protocol, commit, outputTopic }: ConsumerFields) {
  return {
    'group.id': groupId.trim(),
    ...(protocol === 'classic' ? {} : { 'group.protocol': protocol }),
    ...(commit === 'auto' && outputTopic === '' ? {} : { 'enable.auto.commit': false }),
  };
}

function commitsOf(fields: ConsumerFields): NonNullable<FileConsumer['processing']> {
  const { commit, outputTopic, outputId } = fields;
  if (outputTopic === '') return commit === 'auto' ? {} : { commit };
  // A transaction commits the offsets itself.
  const own = outputId.trim() === '' ? { commit: commit === 'auto' ? 'commitSync' : commit } : {};
  return { ...own, output: { producer: outputNameOf(fields) } };
}

/** The producer of the consumer's process. */
function outputDraft(fields: ConsumerFields): FileProducer {
  const outputId = fields.outputId.trim();
  return {
    'client.id': outputNameOf(fields),
    ...(outputId === '' ? {} : { configs: { 'transactional.id': outputId } }),
    workload: { topic: fields.outputTopic },
  };
}

function outputNameOf({ clientId }: ConsumerFields): string {
  return `${clientId.trim()}-out`;
}

function listOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}

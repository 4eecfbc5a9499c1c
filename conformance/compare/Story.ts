import type { Scenario } from '../../src/scenario/Scenario.ts';
import { isInternalTopic } from '../recording/isInternalTopic.ts';
import { changedPartition, NO_PARTITION } from '../recording/changedPartition.ts';
import { textOf } from '../recording/metadataFields.ts';
import { joinOutcomes, joinReads } from '../recording/joinNeighbours.ts';
import type { Observations, RecordedBatch, RecordedLog, RecordedPartition } from '../recording/Recording.ts';
import { resolvedAssignments } from './resolvedAssignments.ts';

/**
 * One fact of a story. `text` must be the same on both sides; a `#` in it stands for the next of `numbers`, which a lane's expectation may allow
 * to differ. A fact without a time is about the end.
 */
export interface Fact {
  readonly text: string;
  readonly numbers: readonly number[];
  readonly t: number | null;
}

/**
 * What happened, as lanes: within a lane (one partition's metadata, one producer's callbacks for one partition, one replica's log) the order is
 * exact, between lanes there is none. Both stories, Kafka's and the engine's, are told by `storyOf` from the same kind of observations.
 */
export type Story = ReadonlyMap<string, readonly Fact[]>;

/** Two facts of one client and partition this far apart are told apart. */
const TOLD_APART_MS = 1_000;

export function storyOf(observed: Observations, scenario: Scenario): Story {
  const story = new Map<string, Fact[]>();
  const tell = (lane: string, t: number | null, text: string, numbers: readonly number[] = []) => {
    const facts = story.get(lane) ?? [];
    story.set(lane, facts);
    facts.push({ text, numbers, t });
  };
  tellMetadata(observed, tell);
  tellCommands(observed, scenario, tell);
  tellClients(observed, tell);
  tellTried(observed, tell);
  tellCommitted(observed, tell);
  tellReplicas(observed, tell);
  tellQuorum(observed, tell);
  tellLogs(observed, scenario, tell);
  return story;
}

type Tell = (lane: string, t: number | null, text: string, numbers?: readonly number[]) => void;

/** `ConfigResource.Type` in the protocol. */
const TOPIC_RESOURCE = 2;

/** Epochs count from where a partition stood at zero: what happened before is another story. */
function relative(epoch: number, partition: RecordedPartition | undefined): string {
  return `+${String(epoch - (partition?.leaderEpoch ?? 0))}`;
}

function tellMetadata({ before, metadata, refusedRegistrations }: Observations, tell: Tell): void {
  for (const [t, broker, error] of refusedRegistrations)
    tell(`registration of broker ${String(broker)}`, t, `refused: ${error}`);
  const now = new Map(Object.entries(before));
  for (const [t, type, fields] of metadata) {
    const broker = `broker ${textOf(fields, 'brokerId')}`;
    const topic = textOf(fields, 'topic', 'name');
    switch (type) {
      case 'PARTITION_RECORD':
      case 'PARTITION_CHANGE_RECORD': {
        const name = `${topic}-${textOf(fields, 'partitionId')}`;
        const known = now.get(name) ?? NO_PARTITION;
        const changed = changedPartition(known, fields);
        now.set(name, changed);
        tell(`partition ${name}`, t, describePartition(changed, known, before[name]));
        break;
      }
      // One record for a topic, or without a name for all of them; the engine writes what comes of it.
      case 'CLEAR_ELR_RECORD':
        for (const [name, known] of now) {
          const named = textOf(fields, 'topicName');
          if (named !== '' && topicOf(name) !== named) continue;
          if (known.elr.length === 0 && known.lastKnownElr.length === 0) continue;
          const cleared = { ...known, elr: [], lastKnownElr: [] };
          now.set(name, cleared);
          tell(`partition ${name}`, t, describePartition(cleared, known, before[name]));
        }
        break;
      case 'REGISTER_BROKER_RECORD':
        tell(broker, t, 'registered');
        break;
      case 'UNREGISTER_BROKER_RECORD':
        tell(broker, t, 'unregistered');
        break;
      case 'BROKER_REGISTRATION_CHANGE_RECORD': {
        const words = [
          ...(fields['fenced'] === 1 ? ['fenced'] : fields['fenced'] === -1 ? ['unfenced'] : []),
          ...(fields['inControlledShutdown'] === 1 ? ['in controlled shutdown'] : []),
        ];
        if (words.length > 0) tell(broker, t, words.join(', '));
        break;
      }
      case 'FENCE_BROKER_RECORD':
        tell(`broker ${textOf(fields, 'id')}`, t, 'fenced');
        break;
      case 'UNFENCE_BROKER_RECORD':
        tell(`broker ${textOf(fields, 'id')}`, t, 'unfenced');
        break;
      case 'TOPIC_RECORD':
        tell(`topic ${topic}`, t, 'created');
        break;
      case 'REMOVE_TOPIC_RECORD':
        tell(`topic ${topic}`, t, 'deleted');
        break;
      case 'CONFIG_RECORD': {
        if (isInternalTopic(textOf(fields, 'resourceName'))) break;
        const value = textOf(fields, 'value');
        const set = 'value' in fields && fields['value'] !== null;
        const resource = `${fields['resourceType'] === TOPIC_RESOURCE ? 'topic ' : 'brokers '}${textOf(fields, 'resourceName')}`;
        tell(`configs of ${resource}`, t, `${textOf(fields, 'name')} ${set ? `= ${value}` : 'removed'}`);
        break;
      }
      case 'LEADER_CHANGE': {
        tell('metadata quorum', t, `controller ${textOf(fields, 'leaderId')} leads`);
        break;
      }
      default:
    }
  }
}

function topicOf(partition: string): string {
  return partition.slice(0, partition.lastIndexOf('-'));
}

function describePartition(
  now: RecordedPartition,
  known: RecordedPartition,
  first: RecordedPartition | undefined,
): string {
  const words = [
    now.leader < 0 ? 'no leader' : `leader ${String(now.leader)}`,
    `epoch ${relative(now.leaderEpoch, first)}`,
    `isr ${set(now.isr)}`,
  ];
  if (now.elr.length > 0 || known.elr.length > 0) words.push(`elr ${set(now.elr)}`);
  if (now.lastKnownElr.length > 0 || known.lastKnownElr.length > 0)
    words.push(`lastKnownElr ${set(now.lastKnownElr)}`);
  if (String(now.replicas) !== String(known.replicas)) words.push(`replicas [${now.replicas.join(' ')}]`);
  const { adding = [], removing = [] } = now;
  if (adding.length > 0 || (known.adding?.length ?? 0) > 0) words.push(`adding ${set(adding)}`);
  if (removing.length > 0 || (known.removing?.length ?? 0) > 0) words.push(`removing ${set(removing)}`);
  return words.join(', ');
}

/** Members of a set of brokers: their order says nothing. */
function set(brokers: readonly number[]): string {
  return `{${[...brokers].sort((a, b) => a - b).join(' ')}}`;
}

/** What admin calls were answered. */
function tellCommands({ commands }: Observations, scenario: Scenario, tell: Tell): void {
  commands.forEach(({ kind, answer, done }, index) => {
    if (answer === undefined) return;
    const atMs = Math.round((scenario.commands[index]?.atUs ?? 0) / 1000);
    const text = typeof answer === 'string' ? answer : describeAnswers(answer);
    tell(`answer to ${kind} at ${String(atMs)} ms`, done, text);
  });
}

const IS_PARTITION = /-\d+$/;

/** Which errors there were, and of which partitions; what is not a partition is the one thing that was asked. */
function describeAnswers(answers: Readonly<Record<string, string>>): string {
  const refused = Object.entries(answers)
    .filter(([, error]) => error !== 'NONE')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return refused.length === 0
    ? 'NONE'
    : refused
        .map(([resource, error]) => (IS_PARTITION.test(resource) ? `${resource} ${error}` : error))
        .join(', ');
}

function tellClients({ producers, consumers }: Observations, tell: Tell): void {
  for (const [producer, { handedOver, outcomes, transactions = [] }] of Object.entries(producers)) {
    for (const [call, t, error] of transactions) tell(`transactions of ${producer}`, t, `${call} ${error}`);
    tell(`producer ${producer}`, null, 'handed over # records', [handedOver]);
    for (const [first, count, partition, result, t] of joinOutcomes(outcomes, TOLD_APART_MS)) {
      const last = first + count - 1;
      const lane = `producer ${producer}, partition ${String(partition)}`;
      if (typeof result === 'string') tell(lane, t, `${result} for records #..#`, [first, last]);
      else if (result < 0) tell(lane, t, 'records #..# sent', [first, last]);
      else tell(lane, t, 'records #..# acknowledged at #..#', [first, last, result, result + count - 1]);
    }
  }
  for (const [consumer, events] of Object.entries(consumers)) {
    for (const event of joinReads(resolvedAssignments(events), TOLD_APART_MS)) {
      if (event[0] === 'read') {
        const [, t, partition, offset, count] = event;
        tell(`consumer ${consumer}, ${partition}`, t, 'read #..#', [offset, offset + count - 1]);
      } else
        tell(
          `consumer ${consumer}`,
          event[1],
          `${event[0]} ${event[0] === 'failed' ? event[2] : event[2].join(' ')}`,
        );
    }
  }
}

/** Clients whose configs were tried. */
function tellTried({ tried = {} }: Observations, tell: Tell): void {
  for (const [client, exception] of Object.entries(tried))
    tell(client, null, exception === null ? 'starts' : `refused: ${exception}`);
}

function tellCommitted({ committed = {} }: Observations, tell: Tell): void {
  for (const [group, offsets] of Object.entries(committed)) {
    if (offsets.length === 0) tell(`committed by ${group} at the end`, null, 'nothing');
    for (const [partition, offset] of offsets)
      tell(`committed by ${group} at the end`, null, `${partition} #`, [offset]);
  }
}

/** Where the replicas stood at a quiet instant. Not by the clock: both sides look at the same instant. */
function tellReplicas({ replicas }: Observations, tell: Tell): void {
  for (const [atMs, partition, broker, logEndOffset, highWatermark, logStartOffset = 0] of replicas)
    tell(
      `replicas of ${partition} at ${String(atMs)} ms`,
      null,
      `on ${String(broker)}: ${logStartOffset > 0 ? 'log start #, ' : ''}log end #, high watermark #`,
      [...(logStartOffset > 0 ? [logStartOffset] : []), logEndOffset, highWatermark],
    );
}

function tellQuorum({ quorum }: Observations, tell: Tell): void {
  const replicas = (quorum ?? []).map(([nodeId, status]) => `${String(nodeId)} ${status}`).join(', ');
  tell('metadata quorum at the end', null, quorum === null ? 'nobody to ask' : replicas);
}

function tellLogs({ logs, before }: Observations, scenario: Scenario, tell: Tell): void {
  for (const [partition, replicas] of Object.entries(logs)) {
    const producerIds = renamedProducerIds(replicas);
    for (const [broker, log] of Object.entries(replicas)) {
      const lane = `log of ${partition} on ${broker}`;
      for (const run of runsOf(log.batches)) {
        const [offset, count, epoch, producerId, producerEpoch, sequence, place, ordinal, flags, packed] =
          run;
        const name = scenario.producers[place]?.clientId ?? 'nobody';
        const identity =
          producerId < 0
            ? 'no producer id'
            : `id ${String(producerIds.get(producerId))} epoch ${String(producerEpoch)}`;
        const last = offset + count - 1;
        if (flags === 'commit' || flags === 'abort') {
          tell(
            lane,
            null,
            `#: epoch ${relative(epoch, before[partition])}, ${flags.toUpperCase()} marker (${identity})`,
            [offset],
          );
          continue;
        }
        const sequences = producerId < 0 ? [] : [sequence, sequence + count - 1];
        tell(
          lane,
          null,
          `#..#: epoch ${relative(epoch, before[partition])}, ${name} ${ordinal < 0 ? '' : '#..# '}(${identity}${producerId < 0 ? '' : ', sequences #..#'})${flags === 'txn' ? ', transactional' : ''}${packed === undefined ? '' : `, ${packed[0]}`}`,
          [offset, last, ...(ordinal < 0 ? [] : [ordinal, ordinal + count - 1]), ...sequences],
        );
        if (packed)
          tell(`${packed[0]} in ${partition} on ${broker}`, null, `from ${offset}: # bytes`, [packed[1]]);
      }
      tellEpochs(log, lane, before[partition], tell);
      tellSegments(log, `of ${partition} on ${broker}`, tell);
      tellCleaned(log, `cleaned ${partition} on ${broker}`, tell);
    }
  }
}

function tellEpochs(log: RecordedLog, lane: string, first: RecordedPartition | undefined, tell: Tell): void {
  const text = log.epochs.map(([epoch]) => `${relative(epoch, first)} from #`).join(', ');
  tell(
    lane,
    null,
    `epochs: ${text === '' ? 'none' : text}`,
    log.epochs.map(([, offset]) => offset),
  );
}

/** Which batches get an entry of the time index hangs on whether two records were stamped within one ms: a lane of its own. */
function tellSegments({ segments = [] }: RecordedLog, ofReplica: string, tell: Tell): void {
  for (const { baseOffset, sizeBytes, offsetIndex, timeIndex } of segments) {
    tell(`segments ${ofReplica}`, null, 'from #: # bytes', [baseOffset, sizeBytes]);
    for (const [offset, position] of offsetIndex)
      tell(`segments ${ofReplica}`, null, 'index: offset # at position #', [offset, position]);
    tell(`time indexes ${ofReplica}`, null, 'segment from #', [baseOffset]);
    for (const [timestampMs, offset] of timeIndex)
      tell(`time indexes ${ofReplica}`, timestampMs, 'offset #', [offset]);
  }
}

function tellCleaned({ cleaned }: RecordedLog, lane: string, tell: Tell): void {
  for (const [first, last] of cleaned?.kept ?? []) tell(lane, null, 'kept #..#', [first, last]);
  for (const [offset, horizonMs] of cleaned?.tombstones ?? [])
    tell(lane, horizonMs, horizonMs === null ? 'tombstone #' : 'tombstone #, until its delete horizon', [
      offset,
    ]);
}

/** Where the batches end is a matter of time; what follows what is not. A compressed batch stands for itself. */
function runsOf(batches: readonly RecordedBatch[]): RecordedBatch[] {
  const runs: RecordedBatch[] = [];
  for (const batch of batches) {
    const last = runs.at(-1);
    const goesOn =
      last &&
      batch[9] === undefined &&
      last[9] === undefined &&
      batch[0] === last[0] + last[1] &&
      batch[2] === last[2] &&
      batch[3] === last[3] &&
      batch[4] === last[4] &&
      (batch[5] < 0 || batch[5] === last[5] + last[1]) &&
      batch[6] === last[6] &&
      (batch[7] < 0 || batch[7] === last[7] + last[1]) &&
      batch[8] === last[8];
    if (goesOn)
      runs[runs.length - 1] = [last[0], last[1] + batch[1], ...last.slice(2)] as unknown as RecordedBatch;
    else runs.push(batch);
  }
  return runs;
}

/** Producer ids of one partition, counted in the order in which its longest log has them. */
function renamedProducerIds(replicas: Readonly<Record<string, RecordedLog>>): Map<number, number> {
  const names = new Map<number, number>();
  const longest = Object.values(replicas).sort((a, b) => endOf(b) - endOf(a));
  for (const { batches } of longest)
    for (const batch of batches) if (batch[3] >= 0 && !names.has(batch[3])) names.set(batch[3], names.size);
  return names;
}

function endOf({ batches }: RecordedLog): number {
  const last = batches.at(-1);
  return last ? last[0] + last[1] : 0;
}

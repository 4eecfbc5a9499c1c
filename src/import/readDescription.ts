import type { IgnoredText, ImportNotice } from '../scenario/ImportReport.ts';
import { NO_LEADER, type BrokerId } from '../shared/units.ts';
import { classifyIgnored, toolErrorOf } from './classifyIgnored.ts';
import { readId, readIds, readLeader, splitFields, type DescribeFields } from './describeFields.ts';
import { splitConfigs } from './splitConfigs.ts';

/** A topic as the paste has it, before anything is made of it. */
export interface FoundTopic {
  readonly name: string;
  readonly topicId: string | null;
  /** As announced, or one more than the highest partition of its rows. */
  readonly partitionCount: number;
  /** Null: not stated. */
  readonly replicationFactor: number | null;
  readonly configs: Readonly<Record<string, string>>;
  /** The rows, by partition. */
  readonly partitions: readonly FoundPartition[];
}

export interface FoundPartition {
  readonly partition: number;
  /** −1: none. */
  readonly leader: BrokerId;
  readonly replicas: readonly BrokerId[];
  readonly isr: readonly BrokerId[];
  /** Null where the column is missing, or N/A. */
  readonly elr: readonly BrokerId[] | null;
  readonly lastKnownElr: readonly BrokerId[] | null;
  readonly adding: readonly BrokerId[] | null;
  readonly removing: readonly BrokerId[] | null;
}

export interface ReadDescription {
  readonly topics: readonly FoundTopic[];
  readonly ignored: readonly IgnoredText[];
  readonly notices: readonly ImportNotice[];
}

/** One line of the output, put together again where a terminal or a person wrapped it. */
interface DescribeLine {
  readonly line: number;
  readonly text: string;
  readonly fields: DescribeFields;
  /** Whether the text ends here, without a line end. */
  endsPaste: boolean;
}

interface TopicDraft {
  readonly name: string;
  topicId: string | null;
  announced: number | null;
  replicationFactor: number | null;
  hasHeader: boolean;
  configs: Map<string, string>;
  rows: Map<number, FoundPartition>;
}

const TOPIC_NAME = /^[a-zA-Z0-9._-]{1,249}$/;

/** Reads whatever is a description in a paste and lists whatever is not. Never throws. */
export function readDescription(paste: string): ReadDescription {
  const ignored: IgnoredText[] = [];
  const notices: ImportNotice[] = [];
  const topics = new Map<string, TopicDraft>();
  let current: TopicDraft | null = null;
  for (const line of assembleLines(paste, ignored, notices)) {
    const name = line.fields.get('Topic') ?? null;
    if (name !== null && !TOPIC_NAME.test(name)) ignored.push(ignoredLine(line, 'not-a-description'));
    else if (line.fields.has('Partition')) {
      current = name === null ? current : draftOf(name, topics);
      readRow(line, current, ignored, notices);
    } else if (name !== null && isHeader(line.fields))
      current = readHeader(line, name, topics, ignored, notices);
    else ignored.push(ignoredLine(line, 'not-a-description'));
  }
  ignored.sort((a, b) => a.line - b.line);
  return {
    topics: [...topics.values()].map(finishTopic),
    ignored,
    notices: [...notices, ...noticeHeaders([...topics.values()])],
  };
}

function assembleLines(
  paste: string,
  ignored: IgnoredText[],
  notices: ImportNotice[],
): readonly DescribeLine[] {
  const lines: DescribeLine[] = [];
  let open: DescribeLine | null = null;
  const texts = paste
    .replace(/^\uFEFF/, '')
    .replaceAll('\u00A0', ' ')
    .split(/\r\n|\n|\r/);
  for (const [i, text] of texts.entries()) {
    const fields = splitFields(text);
    const endsPaste = i === texts.length - 1;
    if (fields.has('Topic') || fields.has('Partition')) {
      open = { line: i + 1, text, fields, endsPaste };
      lines.push(open);
    } else if (open !== null && continues(open.fields, fields, text)) open.endsPaste = endsPaste;
    else {
      open = null;
      // Blank lines, also those that `cat -n` numbers, are nothing to report.
      if (/^\s*(\d+\t\s*)?$/.test(text)) continue;
      ignored.push({ line: i + 1, text, why: classifyIgnored(text) });
      const error = toolErrorOf(text);
      if (error !== null) notices.push({ level: 'error', code: 'tool-error', text: error });
    }
  }
  return lines;
}

/** Adds a wrapped rest to the line that it belongs to; false when it is none. */
function continues(open: DescribeFields, rest: DescribeFields, text: string): boolean {
  const configs = open.get('Configs');
  if (rest.size === 0) {
    if (configs?.endsWith(',') !== true || !/^\s*[A-Za-z][\w.-]*=/.test(text)) return false;
    open.set('Configs', configs + text.trim());
    return true;
  }
  if ([...rest.keys()].some((label) => open.has(label))) return false;
  for (const [label, value] of rest) open.set(label, value);
  return true;
}

function isHeader(fields: DescribeFields): boolean {
  return (['PartitionCount', 'ReplicationFactor', 'TopicId', 'Configs'] as const).some((label) =>
    fields.has(label),
  );
}

function draftOf(name: string, topics: Map<string, TopicDraft>): TopicDraft {
  let draft = topics.get(name);
  if (draft === undefined) {
    draft = {
      name,
      topicId: null,
      announced: null,
      replicationFactor: null,
      hasHeader: false,
      configs: new Map(),
      rows: new Map(),
    };
    topics.set(name, draft);
  }
  return draft;
}

/** A second header of a topic begins its description anew: the last one counts. */
function readHeader(
  line: DescribeLine,
  name: string,
  topics: Map<string, TopicDraft>,
  ignored: IgnoredText[],
  notices: ImportNotice[],
): TopicDraft {
  if (topics.get(name)?.hasHeader === true) {
    notices.push({ level: 'warn', code: 'described-twice', topic: name });
    topics.delete(name);
  }
  const draft = draftOf(name, topics);
  draft.hasHeader = true;
  draft.topicId = /^[\w-]{22}$/.exec(line.fields.get('TopicId') ?? '')?.[0] ?? null;
  draft.announced = readId(line.fields.get('PartitionCount') ?? '');
  draft.replicationFactor = readId(line.fields.get('ReplicationFactor') ?? '');

  const text = line.fields.get('Configs') ?? '';
  const { configs, cutOff } = splitConfigs(text, line.endsPaste);
  draft.configs = new Map(configs);
  if (cutOff !== null) {
    const at = line.text.indexOf('Configs:');
    const whole = configs.length === 0 && at >= 0 ? line.text.slice(at) : cutOff;
    ignored.push({ line: line.line, text: whole, why: 'config-cut-off' });
  }
  return draft;
}

function readRow(
  line: DescribeLine,
  topic: TopicDraft | null,
  ignored: IgnoredText[],
  notices: ImportNotice[],
): void {
  const row = rowOf(line.fields);
  if (row === null || topic === null) {
    ignored.push(ignoredLine(line, 'row-incomplete'));
    notices.push({
      level: 'warn',
      code: 'row-incomplete',
      topic: topic?.name ?? null,
      text: line.text.trim(),
    });
    return;
  }
  if (topic.rows.has(row.partition)) {
    notices.push({
      level: 'warn',
      code: 'partition-described-twice',
      topic: topic.name,
      partition: row.partition,
    });
  }
  topic.rows.set(row.partition, row);
}

/** Null when something that every row has is missing or is no number: the row was cut or edited. */
function rowOf(fields: DescribeFields): FoundPartition | null {
  const partition = readId(fields.get('Partition') ?? '');
  const leader = readLeader(fields.get('Leader') ?? '');
  const replicas = readIds(fields.get('Replicas') ?? '');
  const isr = fields.has('Isr') ? readIds(fields.get('Isr') ?? '') : undefined;
  const optional = (['Elr', 'LastKnownElr', 'Adding Replicas', 'Removing Replicas'] as const).map((label) =>
    readIds(fields.get(label) ?? 'N/A'),
  );
  const [elr, lastKnownElr, adding, removing] = optional.map((ids) => ids ?? null);
  if (partition === null || leader === null || !replicas || replicas.length === 0 || !isr) return null;
  return {
    partition,
    leader: leader < 0 ? NO_LEADER : leader,
    replicas,
    isr,
    elr: elr ?? null,
    lastKnownElr: lastKnownElr ?? null,
    adding: adding ?? null,
    removing: removing ?? null,
  };
}

function ignoredLine(line: DescribeLine, why: IgnoredText['why']): IgnoredText {
  return { line: line.line, text: line.text, why };
}

function finishTopic(draft: TopicDraft): FoundTopic {
  const partitions = [...draft.rows.values()].sort((a, b) => a.partition - b.partition);
  const counted = (partitions[partitions.length - 1]?.partition ?? -1) + 1;
  return {
    name: draft.name,
    topicId: draft.topicId,
    partitionCount: Math.max(draft.announced ?? 0, counted),
    replicationFactor: draft.replicationFactor,
    configs: Object.fromEntries(draft.configs),
    partitions,
  };
}

function noticeHeaders(drafts: readonly TopicDraft[]): readonly ImportNotice[] {
  const notices: ImportNotice[] = [];
  for (const draft of drafts) {
    if (!draft.hasHeader) notices.push({ level: 'warn', code: 'no-header', topic: draft.name });
    const listed = [...draft.rows.keys()].sort((a, b) => a - b);
    const found = (listed[listed.length - 1] ?? -1) + 1;
    const { announced } = draft;
    if (announced !== null && found > announced) {
      notices.push({
        level: 'warn',
        code: 'more-partitions-than-announced',
        topic: draft.name,
        announced,
        found,
      });
    }
    const expected = Math.max(announced ?? 0, found);
    if (listed.length < expected)
      notices.push({
        level: 'warn',
        code: 'partitions-missing',
        topic: draft.name,
        announced: expected,
        listed,
      });
  }
  const uncounted = drafts
    .filter((draft) => draft.hasHeader && draft.announced === null)
    .map((draft) => draft.name);
  if (uncounted.length > 0) notices.push({ level: 'warn', code: 'no-partition-count', topics: uncounted });
  return notices;
}

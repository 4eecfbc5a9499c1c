import { formatScenario } from '../scenario/formatScenario.ts';
import type { IgnoredText, ImportNotice } from '../scenario/ImportReport.ts';
import { LIMITS } from '../scenario/limits.ts';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { ScenarioFile } from '../scenario/ScenarioFile.ts';
import type { BrokerId } from '../shared/units.ts';
import { brokersInNoIsr, brokersOf, diagnoseTopics, stoppedBrokers } from './diagnoseTopics.ts';
import { draftScenario } from './draftScenario.ts';
import { readDescription, type FoundTopic } from './readDescription.ts';

export interface ImportedTopics {
  /** What the paste says, before anything is made of it. */
  readonly found: {
    readonly brokers: readonly BrokerId[];
    /** Replicas that lead nothing and are in no ISR: candidates for "down". */
    readonly brokersInNoIsr: readonly BrokerId[];
    readonly topics: readonly FoundTopic[];
  };
  /** The cluster, ready for `parseScenario`; null when a notice of level `error` says why there is none. */
  readonly scenario: ScenarioFile | null;
  readonly ignored: readonly IgnoredText[];
  readonly notices: readonly ImportNotice[];
}

/**
 * The output of `kafka-topics.sh --describe`, of any version and however it was pasted, as a scenario. It has no clients:
 * a notice proposes them. Logs are empty, as nothing is said of them. Never throws.
 */
export function importKafkaTopics(paste: string): ImportedTopics {
  if (paste.length > LIMITS.pastedCharacters) {
    return refused({ level: 'error', code: 'too-long', count: paste.length, most: LIMITS.pastedCharacters });
  }
  const { topics, ignored, notices: told } = readDescription(paste);
  const found = { brokers: brokersOf(topics), brokersInNoIsr: brokersInNoIsr(topics), topics };
  // An error of the tool beside topics that were described concerns something else.
  const notices: ImportNotice[] = told.map((notice) =>
    notice.code === 'tool-error' && topics.length > 0 ? { ...notice, level: 'warn' } : notice,
  );
  notices.push(...diagnoseTopics(topics));
  const scenario = makeScenario(topics, notices);
  return { found, scenario, ignored: [...ignored, ...refusedConfigs(notices, paste)], notices };
}

function makeScenario(topics: readonly FoundTopic[], notices: ImportNotice[]): ScenarioFile | null {
  const described = topics.filter((topic) => topic.partitions.length > 0);
  if (described.length === 0) {
    if (topics.length > 0)
      notices.push({ level: 'error', code: 'no-partitions', topics: topics.map((topic) => topic.name) });
    else if (!notices.some((notice) => notice.level === 'error'))
      notices.push({ level: 'error', code: 'nothing-found' });
    return null;
  }
  const partitionCount = described.reduce((sum, topic) => sum + topic.partitionCount, 0);
  if (partitionCount > LIMITS.partitions) {
    notices.push({
      level: 'error',
      code: 'too-many-partitions',
      count: partitionCount,
      most: LIMITS.partitions,
    });
    return null;
  }
  const brokerCount = brokersOf(described).length;
  if (brokerCount > LIMITS.brokers) {
    notices.push({ level: 'error', code: 'too-many-brokers', count: brokerCount, most: LIMITS.brokers });
    return null;
  }
  const parsed = parseScenario(draftScenario(described, notices));
  if (!parsed.ok) {
    notices.push({ level: 'error', code: 'scenario-refused', path: parsed.problems[0]?.path ?? '' });
    return null;
  }
  notices.push(...assumptions(described));
  return formatScenario(parsed.scenario);
}

/** What the paste does not say and the scenario has to. */
function assumptions(topics: readonly FoundTopic[]): readonly ImportNotice[] {
  const notices: ImportNotice[] = [];
  const stopped = stoppedBrokers(topics);
  if (stopped.length > 0) notices.push({ level: 'info', code: 'brokers-stopped', brokers: stopped });
  if (topics.every((topic) => topic.partitions.every((row) => row.elr === null)))
    notices.push({ level: 'info', code: 'elr-not-shown' });
  notices.push({ level: 'info', code: 'logs-empty' });
  notices.push({ level: 'info', code: 'add-clients', topic: topics[0]?.name ?? '' });
  return notices;
}

/** Configs that were read and did not get in, with the line where they stand. */
function refusedConfigs(notices: readonly ImportNotice[], paste: string): readonly IgnoredText[] {
  let lines: readonly string[] | null = null;
  return notices.flatMap((notice): readonly IgnoredText[] => {
    if (
      notice.code !== 'config-unknown' &&
      notice.code !== 'config-removed' &&
      notice.code !== 'config-value'
    )
      return [];
    lines ??= paste.split(/\r\n|\n|\r/);
    const text = `${notice.name}=${notice.value}`;
    // The header names its topic; a wrapped list of configs does not.
    const inHeader = lines.findIndex((line) => line.includes(notice.topic) && line.includes(text));
    const at = inHeader >= 0 ? inHeader : lines.findIndex((line) => line.includes(notice.name));
    return [{ line: Math.max(at, 0) + 1, text, why: 'config-refused' }];
  });
}

function refused(notice: ImportNotice): ImportedTopics {
  return {
    found: { brokers: [], brokersInNoIsr: [], topics: [] },
    scenario: null,
    ignored: [],
    notices: [notice],
  };
}

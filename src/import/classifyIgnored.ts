import type { IgnoredWhy } from '../scenario/ImportReport.ts';

/** First match wins. */
const KINDS: readonly (readonly [RegExp, IgnoredWhy])[] = [
  [/^\s*(at [\w$./<>]+\(|Caused by: |\.\.\. \d+ (more|common frames))/, 'stack-trace'],
  [/^\s*\([\w.]+\)\s*$/, 'stack-trace'],
  [/^\s*\[?\d{4}-\d\d-\d\d[T ][\d:.,]+.*\b(ERROR|WARN|INFO|DEBUG|FATAL)\b/, 'log-line'],
  [/^\s*(Error while executing|Error:|Exception in thread|\S+Exception\b)/, 'tool-error'],
  [/kafka-topics(\.sh|\.bat)?\b|--(describe|bootstrap-server|zookeeper)\b/, 'command'],
  [/^\s*(\.{3,}|…|\[\.{3}\]|--+\s*more\s*--+)\s*$/i, 'elision'],
  [/^\s*\d+\s*$/, 'count'],
  [/^\s*\[zk: /, 'prompt'],
  [/^[^\s:]{0,80}[@:\\/~][^\n]*[$#>]\s/, 'command'],
  [/^\s*[$#>%]\s+\S/, 'command'],
  [/^\s*(\S+\s?)?[$#>%]\s*$/, 'prompt'],
  [/^\s*(?:[\w.-]+\s*\|\s*)?(Created|Deleted|Completed|WARNING:|OpenJDK)\b|exited with code/, 'tool-message'],
];

/** Why a line of a paste was left out. */
export function classifyIgnored(line: string): IgnoredWhy {
  return KINDS.find(([pattern]) => pattern.test(line))?.[1] ?? 'not-a-description';
}

/** What the tool gave as its error, or null. */
export function toolErrorOf(line: string): string | null {
  return /Error while executing [\w ]+ command\s*:\s*(.+?)\s*$/.exec(line)?.[1] ?? null;
}

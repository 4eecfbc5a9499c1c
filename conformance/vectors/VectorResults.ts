import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Vector, VectorDifference } from './compareVector.ts';

export const VECTORS_FILE = 'test/vectors/vectors-2.json';
const VECTORS_FOLDER = 'conformance/vectors';
const RUNNERS = 'conformance/vectors/java';

/** What one version of Kafka gave: results/VERSION.json. */
export interface VectorResults {
  readonly kafkaVersion: string;
  /** Of vectors-2.json as it was run. */
  readonly vectorsSha256: string;
  /** Of the runners that ran it. */
  readonly runnersSha256: string;
  readonly groups: Readonly<Record<string, GroupResults>>;
}

/** By ids of cases; each case of the group is in one of the three. */
export interface GroupResults {
  readonly same: readonly string[];
  readonly differs: Readonly<Record<string, VectorDifference>>;
  /** With the reason. */
  readonly notExecuted: Readonly<Record<string, string>>;
}

export function readVectors(root = '.'): Readonly<Record<string, readonly Vector[]>> {
  const json = JSON.parse(readFileSync(join(root, VECTORS_FILE), 'utf8')) as {
    readonly groups: Readonly<Record<string, readonly Vector[]>>;
  };
  return json.groups;
}

export function vectorsSha256(): string {
  return createHash('sha256').update(readFileSync(VECTORS_FILE)).digest('hex');
}

export function runnersSha256(): string {
  const hash = createHash('sha256');
  for (const file of runnerFiles()) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** The Java sources, with slashes, in one order on every machine. */
export function runnerFiles(): string[] {
  return readdirSync(RUNNERS, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.java'))
    .sort()
    .map((file) => `${RUNNERS}/${file}`);
}

export function resultsFile(kafkaVersion: string): string {
  return `${VECTORS_FOLDER}/results/${kafkaVersion}.json`;
}

/** Every committed result, by version. */
export function readVectorResults(root = '.'): VectorResults[] {
  const folder = join(root, VECTORS_FOLDER, 'results');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as VectorResults);
}

/** One line for what is the same, one for each difference. */
export function formatVectorResults(results: VectorResults): string {
  const byId = (entries: Readonly<Record<string, unknown>>): string => {
    const lines = Object.entries(entries).map(
      ([id, value]) => `        ${JSON.stringify(id)}: ${JSON.stringify(value)}`,
    );
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n      }`;
  };
  const groups = Object.entries(results.groups).map(
    ([group, { same, differs, notExecuted }]) =>
      `    ${JSON.stringify(group)}: {\n      "same": ${JSON.stringify(same)},\n      "differs": ${byId(differs)},\n      "notExecuted": ${byId(notExecuted)}\n    }`,
  );
  const { kafkaVersion, vectorsSha256: vectors, runnersSha256: runners } = results;
  return `{\n  "kafkaVersion": ${JSON.stringify(kafkaVersion)},\n  "vectorsSha256": ${JSON.stringify(vectors)},\n  "runnersSha256": ${JSON.stringify(runners)},\n  "groups": {\n${groups.join(',\n')}\n  }\n}\n`;
}

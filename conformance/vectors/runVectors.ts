import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RUN_GROUPS } from './VectorGroups.ts';
import type { RunGroup } from './VectorGroups.ts';
import { VECTORS_FILE, readVectors, runnerFiles, runnersSha256, vectorsSha256 } from './VectorResults.ts';
import type { GroupResults, VectorResults } from './VectorResults.ts';
import { compareVector, isAtLeast } from './compareVector.ts';
import type { Vector, VectorDifference } from './compareVector.ts';

const POM = 'conformance/vectors/pom.xml';
const MAIN = 'highwater.vectors.Vectors';

/** A line that the Java program prints: one case. */
interface Answer {
  readonly group: string;
  readonly id: string;
  readonly gave?: Readonly<Record<string, unknown>>;
  readonly failed?: string;
}

/** Runs every case that has a runner on the classes of one version of Kafka, and compares. */
export function runVectors(kafkaVersion: string): VectorResults {
  const classPath = prepareRunners(kafkaVersion);
  const java = spawnSync('java', ['-Xmx512m', '-cp', classPath, MAIN, VECTORS_FILE], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (java.status !== 0)
    throw new Error(`The vectors could not be run on Kafka ${kafkaVersion}:\n${java.stderr}`);
  const answers = new Map<string, Answer>();
  for (const line of java.stdout.split('\n').filter((text) => text !== '')) {
    const answer = JSON.parse(line) as Answer;
    answers.set(`${answer.group} ${answer.id}`, answer);
  }
  const vectors = readVectors();
  return {
    kafkaVersion,
    vectorsSha256: vectorsSha256(),
    runnersSha256: runnersSha256(),
    groups: Object.fromEntries(
      RUN_GROUPS.map((group) => [
        group.group,
        resultsOf(group, vectors[group.group] ?? [], answers, kafkaVersion),
      ]),
    ),
  };
}

function resultsOf(
  { group, answers: fields }: RunGroup,
  vectors: readonly Vector[],
  answers: ReadonlyMap<string, Answer>,
  kafkaVersion: string,
): GroupResults {
  const same: string[] = [];
  const differs: Record<string, VectorDifference> = {};
  const notExecuted: Record<string, string> = {};
  for (const vector of vectors) {
    const answer = answers.get(`${group} ${vector.id}`);
    if (answer?.gave === undefined) {
      notExecuted[vector.id] = answer?.failed ?? 'no runner';
      continue;
    }
    const difference = compareVector(vector, fields, answer.gave, kafkaVersion);
    if (difference) differs[vector.id] = difference;
    else same.push(vector.id);
  }
  return { same, differs, notExecuted };
}

/** Packages that a version of Kafka moved: what to write for what stands in the runners. */
const MOVED: readonly {
  readonly from: readonly [number, number];
  readonly what: RegExp;
  readonly to: string;
}[] = [
  {
    from: [4, 3],
    what: /\borg\.apache\.kafka\.common\.record\.(?=[A-Z])/g,
    to: 'org.apache.kafka.common.record.internal.',
  },
  {
    from: [4, 4],
    what: /\borg\.apache\.kafka\.common\.utils\.(?=(LogContext|SecurityUtils)\b)/g,
    to: 'org.apache.kafka.common.utils.internals.',
  },
];

/** Fetches this Kafka with what it needs, compiles the runners against it, and gives the class path of both. */
function prepareRunners(kafkaVersion: string): string {
  const folder = `conformance/target/vectors-${kafkaVersion}`;
  const stamp = join(folder, 'prepared');
  const wanted = `${runnersSha256()}\n${JSON.stringify(MOVED.map(({ what }) => String(what)))}\n${readFileSync(POM, 'utf8')}`;
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    console.error(`Fetching Apache Kafka ${kafkaVersion} by Maven …`);
    writeSources(join(folder, 'java'), kafkaVersion);
    const made = spawnSync('mvn', ['-q', '-B', '-f', POM, `-Dkafka.version=${kafkaVersion}`, 'package'], {
      stdio: ['ignore', 2, 2],
    });
    if (made.error)
      throw new Error('Maven (mvn) is needed to run the vectors, and Java 17 or newer.', {
        cause: made.error,
      });
    if (made.status !== 0)
      throw new Error(`Maven could not fetch Apache Kafka ${kafkaVersion} or build the runners.`);
    writeFileSync(stamp, wanted);
  }
  return [join(folder, 'vectors.jar'), join(folder, 'lib', '*')].join(
    process.platform === 'win32' ? ';' : ':',
  );
}

/** The runners as this version names its classes. */
function writeSources(folder: string, kafkaVersion: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of runnerFiles()) {
    let text = readFileSync(file, 'utf8');
    for (const { from, what, to } of MOVED) if (isAtLeast(kafkaVersion, from)) text = text.replace(what, to);
    writeFileSync(join(folder, basename(file)), text);
  }
}

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRecord } from '../runMain.ts';
import { archiveClasses } from './archiveClasses.ts';
import { JAVA_OPTIONS } from './javaOptions.ts';

const POM = 'conformance/pom.xml';

/** What starts a JVM with one version of Kafka in it. */
export interface PreparedKafka {
  readonly classPath: string;
  readonly javaOptions: readonly string[];
}

const prepared = new Map<string, Promise<PreparedKafka>>();

/** Fetches one version of Kafka with what it needs, and compiles the driver against it; once, until either changes. */
export function prepareKafka(version: string): Promise<PreparedKafka> {
  let preparing = prepared.get(version);
  if (!preparing) prepared.set(version, (preparing = prepare(version)));
  return preparing;
}

/**
 * The driver and the archive of classes are named after their sources: whoever builds another one meanwhile does not take the jar away from
 * under processes that run from it.
 */
async function prepare(version: string): Promise<PreparedKafka> {
  const folder = join('conformance/target', version);
  const hash = createHash('sha256').update(driverSources()).digest('hex').slice(0, 12);
  const jar = join(folder, `driver-${hash}.jar`);
  const archive = join(folder, `classes-${hash}.jsa`);
  const classPath = [jar, join(folder, 'lib', '*')].join(process.platform === 'win32' ? ';' : ':');
  if (!existsSync(jar)) {
    build(version);
    removeOlder(folder);
    copyFileSync(join(folder, 'driver.jar'), `${jar}.new`);
    renameSync(`${jar}.new`, jar);
  }
  if (!existsSync(archive)) await archiveClasses(classPath, archive);
  return {
    classPath,
    javaOptions: [...JAVA_OPTIONS, ...(existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [])],
  };
}

const DAY_MS = 86_400_000;

/** Not the latest ones: another recorder may be about to start a JVM with them. */
function removeOlder(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const isOld = Date.now() - statSync(file).mtimeMs > DAY_MS;
    if (/^(driver|classes)-/.test(name) && isOld) rmSync(file, { force: true });
  }
}

function build(version: string): void {
  console.error(`Fetching Apache Kafka ${version} by Maven …`);
  const made = spawnSync('mvn', ['-q', '-B', '-f', POM, `-Dkafka.version=${version}`, 'package'], {
    stdio: ['ignore', 2, 2],
  });
  if (made.error)
    throw new CannotRecord(
      'Maven (mvn) is needed to fetch Apache Kafka, and Java 17 or newer. Install both, or put them on the PATH.',
    );
  if (made.status !== 0)
    throw new CannotRecord(
      `Maven could not fetch Apache Kafka ${version} or build the driver. Is there such a version, and does Maven reach a repository?`,
    );
}

const DRIVER = 'conformance/driver/highwater';

function driverSources(): string {
  return [
    POM,
    ...readdirSync(DRIVER)
      .sort()
      .map((name) => join(DRIVER, name)),
  ]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

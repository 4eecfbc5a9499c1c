import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const POM = 'conformance/pom.xml';

/** Fetches one version of Kafka with what it needs, compiles the driver against it, and gives the class path of both. */
export function prepareKafka(version: string): string {
  const folder = join('conformance/target', version);
  const stamp = join(folder, 'prepared');
  const wanted = driverSources();
  const isPrepared = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (!isPrepared) {
    console.error(`Fetching Apache Kafka ${version} by Maven …`);
    const made = spawnSync('mvn', ['-q', '-B', '-f', POM, `-Dkafka.version=${version}`, 'package'], {
      stdio: ['ignore', 2, 2],
    });
    if (made.error)
      throw new Error('Maven (mvn) is needed to record, and Java 17 or newer.', { cause: made.error });
    if (made.status !== 0)
      throw new Error(`Maven could not fetch Apache Kafka ${version} or build the driver.`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(stamp, wanted);
  }
  return [join(folder, 'driver.jar'), join(folder, 'lib', '*')].join(
    process.platform === 'win32' ? ';' : ':',
  );
}

const SOURCES = [
  'Driver',
  'ErrorName',
  'Tools',
  'Administration',
  'Poller',
  'Clients',
  'ProducerApplication',
  'ConsumerApplication',
];

function driverSources(): string {
  return [POM, ...SOURCES.map((name) => `conformance/driver/highwater/${name}.java`)]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

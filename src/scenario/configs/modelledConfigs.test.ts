import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configNames, type ConfigPlace } from './kafkaConfigs.ts';
import { MODELLED_CONFIGS, MODELLED_CONTROLLER_CONFIGS } from './modelledConfigs.ts';

const ENGINE = 'src/engine';
const PLACES: readonly ConfigPlace[] = ['topic', 'broker', 'producer', 'consumer'];

/** Read of another place than this one, where a config of the same name means something else, or is not looked at. */
const READ_ELSEWHERE: Readonly<Record<ConfigPlace, readonly string[]>> = {
  topic: [],
  broker: ['follower.replication.throttled.replicas', 'leader.replication.throttled.replicas'],
  producer: ['client.rack', 'transaction.two.phase.commit.enable'],
  consumer: [],
};
/** Read before the engine has them: where a node listens and keeps its logs, and what is written in another type there. */
const READ_BEFORE: readonly string[] = ['listeners', 'log.dir', 'log.dirs', 'acks', 'retries'];

/** Every config name that stands in the engine's code, tables of defaults and of rules left out. */
function namesInEngine(): ReadonlySet<string> {
  const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|^model|configDefaults\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(join(ENGINE, file), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/'([a-z][a-z0-9.]*\.[a-z0-9.]+)'/g)].map(([, name]) => name!)),
  );
}

describe('what a reader is told to change nothing', () => {
  const read = namesInEngine();
  const modelledIn = (place: ConfigPlace): readonly string[] => [
    ...MODELLED_CONFIGS[place],
    ...(place === 'broker' ? MODELLED_CONTROLLER_CONFIGS : []),
  ];

  test.each(PLACES)('is no %s config that the engine reads', (place) => {
    const modelled = new Set([...modelledIn(place), ...READ_ELSEWHERE[place]]);
    expect(configNames(place).filter((name) => read.has(name) && !modelled.has(name))).toEqual([]);
  });

  test.each(PLACES)('is every %s config that it does not', (place) => {
    expect(modelledIn(place).filter((name) => !read.has(name) && !READ_BEFORE.includes(name))).toEqual([]);
  });
});

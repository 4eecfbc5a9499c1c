import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import type { Tries } from '../compare/Expectation.ts';
import { prepareKafka } from '../cluster/prepareKafka.ts';
import type { Recording } from '../recording/Recording.ts';
import { CannotRecord } from '../runMain.ts';
import { ClusterPlace, shapeOf } from './ClusterPlace.ts';

/** A scenario to be run on a version of Kafka. */
export interface WantedRecording {
  readonly name: string;
  readonly scenario: Scenario;
  readonly scenarioHash: string;
  readonly kafkaVersion: string;
  readonly run: number;
  readonly tries?: Tries;
}

/**
 * Clusters that run side by side, unless HIGHWATER_CLUSTERS says how many: one more than there are cores. Most of a scenario is waiting: a cluster that
 * has started uses a fraction of a core. More than the machine can start at once would be felt in the times.
 */
const ASKED_CLUSTERS = Number(process.env['HIGHWATER_CLUSTERS']);
const CLUSTERS = ASKED_CLUSTERS >= 1 ? Math.floor(ASKED_CLUSTERS) : Math.min(4, availableParallelism() + 1);

/**
 * Records all that is wanted on a few clusters side by side; scenarios of one shape follow each other and share a cluster. A run that fails is told
 * and tried once more on a new cluster; the others go on. Returns how many failed.
 */
export async function recordAll(
  wanted: readonly WantedRecording[],
  take: (recording: Recording) => void,
  clusters = CLUSTERS,
): Promise<number> {
  const java = javaVersion();
  for (const version of new Set(wanted.map(({ kafkaVersion }) => kafkaVersion))) await prepareKafka(version);
  const left = inOrder(wanted);
  const places = Array.from({ length: Math.min(clusters, wanted.length) }, () => new ClusterPlace(java));
  const end = () => Promise.all(places.map((place) => place.close()));
  const stop = (signal: NodeJS.Signals) => {
    left.length = 0;
    console.error(`${signal}: ending the clusters …`);
    void end().finally(() => process.exit(1));
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const failed = await Promise.all(places.map((place) => workOff(left, place, places, take)));
    return failed.reduce((sum, count) => sum + count, 0);
  } finally {
    await end();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What shares a cluster stands together; the largest such group comes first, since it can be shared out. */
function inOrder(wanted: readonly WantedRecording[]): WantedRecording[] {
  const groups = new Map<string, WantedRecording[]>();
  for (const item of wanted) groups.set(shapeOf(item), [...(groups.get(shapeOf(item)) ?? []), item]);
  return [...groups.values()].sort((a, b) => b.length - a.length).flat();
}

/** What fits the cluster that stands; else what nobody's cluster fits; else what there is. */
function takeNext(
  left: WantedRecording[],
  place: ClusterPlace,
  places: readonly ClusterPlace[],
): WantedRecording | undefined {
  const fitting = left.findIndex((item) => shapeOf(item) === place.shape);
  const free = left.findIndex((item) => !places.some(({ shape }) => shape === shapeOf(item)));
  return left.splice(fitting >= 0 ? fitting : Math.max(0, free), 1)[0];
}

/** Takes what is left until nothing is. Returns how many failed. */
async function workOff(
  left: WantedRecording[],
  place: ClusterPlace,
  places: readonly ClusterPlace[],
  take: (recording: Recording) => void,
): Promise<number> {
  let failed = 0;
  for (let item = takeNext(left, place, places); item; item = takeNext(left, place, places)) {
    const label = `${item.name}, Kafka ${item.kafkaVersion}, run ${String(item.run)}`;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const started = performance.now();
      try {
        take(await place.record(item));
        console.log(`${label}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
        break;
      } catch (error) {
        await place.end();
        if (place.isClosed) return failed;
        if (error instanceof CannotRecord) throw error;
        console.error(`${label}: ${error instanceof Error ? error.message : String(error)}`);
        if (attempt === ATTEMPTS) failed += 1;
      }
    }
  }
  return failed;
}

const ATTEMPTS = 2;
const LEAST_JAVA = 17;

function javaVersion(): string {
  const { stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error)
    throw new CannotRecord(
      'Java 17 or newer (java) is needed to run Apache Kafka. Install it, or put it on the PATH.',
    );
  const version = /version "([^"]+)"/.exec(stderr)?.[1] ?? 'unknown';
  const major = Number(/^(?:1\.)?(\d+)/.exec(version)?.[1]);
  if (major < LEAST_JAVA)
    throw new CannotRecord(`Java ${String(LEAST_JAVA)} or newer is needed; java on the PATH is ${version}.`);
  return version;
}

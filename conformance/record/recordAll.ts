import { spawnSync } from 'node:child_process';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import { KafkaCluster } from '../cluster/KafkaCluster.ts';
import { prepareKafka } from '../cluster/prepareKafka.ts';
import { DYNAMIC_CLUSTER_CONFIGS } from '../../src/export/cluster/composeFile.ts';
import type { Recording } from '../recording/Recording.ts';
import { NOT_RECORDABLE } from './carryOut.ts';
import { recordRun } from './recordRun.ts';

/** A scenario to be run on a version of Kafka. */
export interface WantedRecording {
  readonly name: string;
  readonly scenario: Scenario;
  readonly scenarioHash: string;
  readonly kafkaVersion: string;
  readonly run: number;
}

/** Why a scenario cannot be recorded; null when it can. */
export function unrecordableBecause({ commands, topics, untilUs }: Scenario): string | null {
  for (const { kind } of commands) {
    const reason = NOT_RECORDABLE[kind];
    if (reason !== undefined) return `${kind} cannot be recorded: ${reason}`;
  }
  if (
    topics.some(({ partitions }) =>
      partitions.some(({ initial }) => initial.logEndOffset > 0 || initial.leaderEpoch > 0),
    )
  )
    return 'topics with an initial state cannot be recorded: a real cluster begins empty';
  if (untilUs === null) return 'the scenario does not say until when it runs (`until`)';
  return null;
}

/** What a cluster is made of: two scenarios with the same can use one after the other. */
function shapeOf({ brokers, controllers, configs, features }: Scenario): string {
  return JSON.stringify([brokers, controllers, configs, features]);
}

/** Whether a scenario leaves nothing behind that `KafkaCluster.restore` would not clear away. */
function leavesClean({ configs, brokers, quotas, commands }: Scenario): boolean {
  return (
    !Object.keys(configs).some((name) => DYNAMIC_CLUSTER_CONFIGS.has(name)) &&
    brokers.every(({ state }) => state === 'running') &&
    quotas.length === 0 &&
    !commands.some(({ kind }) => STAYS.has(kind))
  );
}

const STAYS: ReadonlySet<string> = new Set([
  'AlterBrokerConfigs',
  'AlterClusterConfigs',
  'AlterClientQuotas',
  'UnregisterBroker',
]);

/**
 * One after the other; scenarios of one shape follow each other and share a cluster. A run that fails is told and tried once more on a new
 * cluster; the others go on. Returns how many failed.
 */
export async function recordAll(
  wanted: readonly WantedRecording[],
  take: (recording: Recording) => void,
): Promise<number> {
  const java = javaVersion();
  let cluster: KafkaCluster | null = null;
  let shape = '';
  let failed = 0;
  const end = async () => {
    const ending = cluster;
    cluster = null;
    await ending?.close();
  };
  const stop = () => void end().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  const order = ({ kafkaVersion, scenario }: WantedRecording) => `${kafkaVersion} ${shapeOf(scenario)}`;
  const inOrder = [...wanted].sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
  for (const item of inOrder) {
    const { name, scenario, kafkaVersion, run } = item;
    const label = `${name}, Kafka ${kafkaVersion}, run ${String(run)}`;
    const itsShape = order(item);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const started = performance.now();
      try {
        if (cluster !== null && shape === itsShape) await cluster.restore();
        else {
          await end();
          cluster = new KafkaCluster(prepareKafka(kafkaVersion));
          shape = itsShape;
          await cluster.start(scenario, kafkaVersion.split('.').slice(0, 2).join('.'));
        }
        take(await recordRun(cluster, { ...item, java }));
        console.log(`${label}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
        if (!leavesClean(scenario)) await end();
        break;
      } catch (error) {
        console.error(`${label}: ${error instanceof Error ? error.message : String(error)}`);
        await end();
        if (attempt === ATTEMPTS) failed += 1;
      }
    }
  }
  await end();
  return failed;
}

const ATTEMPTS = 2;

function javaVersion(): string {
  const { stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error) throw new Error('Java 17 or newer (java) is needed to record.', { cause: error });
  return /version "([^"]+)"/.exec(stderr)?.[1] ?? 'unknown';
}

import { DEFAULT_TIMES } from '../../scenario/defaults.ts';
import type { Command, ProcessingTimes, Scenario } from '../../scenario/Scenario.ts';
import { eachTime } from '../../shared/eachTime.ts';
import { CLIENT_SCRIPTS, clientFiles } from './clientFiles.ts';
import type { ClusterFile } from './ClusterFile.ts';
import { BROKER_PORT, planCluster, type ClusterPlan } from './clusterPlan.ts';
import type { ClusterWords } from './ClusterWords.ts';
import { commandStep } from './commandSteps.ts';
import { composeFile } from './composeFile.ts';
import { NETWORK_TOOLS_IMAGE } from './images.ts';
import { runScript, type TimedStep } from './runScript.ts';
import { setupSteps } from './setupSteps.ts';

/** A scenario as a cluster of one's own. */
export interface ClusterExport {
  /** Name of the Compose project, good for a folder too. */
  readonly project: string;
  /** Starts the cluster and does what the scenario does. It holds all other files and writes them where it runs. */
  readonly script: string;
  readonly compose: string;
  readonly readme: string;
  /** What the script writes, Compose file and README among it; paths are below the folder. */
  readonly files: readonly ClusterFile[];
}

/** The same cluster, clients and commands as Docker Compose and a script of Kafka's own tools. Pure; equal scenarios give equal text. */
export function clusterFiles(given: Scenario, words: ClusterWords): ClusterExport {
  const scenario: Scenario = { ...given, commands: inOrderOfTime(eachTime(given.commands)) };
  const plan = planCluster(scenario);
  const bootstrap = bootstrapOf(plan);
  const setup = setupSteps(scenario, plan, bootstrap, words);
  const clients = plan.clients.map((client) => clientFiles(client, scenario, bootstrap, words));
  const steps = timedSteps(scenario, plan);
  const remarks = [
    ...setup.remarks,
    ...clients.flatMap((client) => client.remarks),
    ...(sameTimes(scenario.times) ? [] : [words.times]),
  ];
  const ofSteps = new Set(steps.filter(({ step }) => !step.isNotDone).flatMap(({ step }) => step.remarks));
  const compose = composeFile(plan, scenario, words.composeHead(plan.project));
  const readme = words.readme({
    title: scenario.title ?? words.untitled,
    description: scenario.description,
    project: plan.project,
    image: plan.image,
    networkToolsImage: plan.shapesNetwork ? NETWORK_TOOLS_IMAGE : null,
    hostBootstrap: plan.servers
      .flatMap(({ hostPort }) => (hostPort === null ? [] : [`localhost:${hostPort}`]))
      .join(','),
    remarks,
    commandRemarks: [...ofSteps].map((remark) => words.remarks[remark]),
    notDone: [
      ...new Set(
        scenario.commands.flatMap(({ kind }, i) => (steps[i]?.step.isNotDone === true ? [kind] : [])),
      ),
    ],
  });
  const files: readonly ClusterFile[] = [
    { path: 'compose.yaml', text: compose },
    { path: 'README.md', text: readme },
    ...(plan.clients.length > 0 || setup.fills.length > 0 ? CLIENT_SCRIPTS : []),
    ...clients.flatMap((client) => client.files),
    ...setup.files,
    ...steps.flatMap(({ step }) => step.files),
  ];
  const script = runScript({ scenario, plan, bootstrap, setup, steps, remarks, files }, words);
  return { project: plan.project, script, compose, readme, files };
}

/** One step a command, in the order of time. */
function timedSteps(scenario: Scenario, plan: ClusterPlan): readonly TimedStep[] {
  const partitionCounts = new Map(scenario.topics.map(({ name, partitions }) => [name, partitions.length]));
  const restarts = new Map<string, number>();
  return scenario.commands.map((command, i) => ({
    atUs: command.atUs,
    step: commandStep(command, { scenario, plan, partitionCounts, restarts, number: i + 1 }),
  }));
}

function inOrderOfTime(commands: readonly Command[]): readonly Command[] {
  return [...commands].sort((a, b) => a.atUs - b.atUs || (a.after ?? 0) - (b.after ?? 0));
}

/** Addresses inside the network of those who may be there from the start. */
function bootstrapOf({ servers }: ClusterPlan): string {
  const brokers = servers.filter(({ isBroker }) => isBroker);
  const atStart = brokers.filter(({ state }) => state !== 'new');
  return (atStart.length > 0 ? atStart : brokers).map(({ service }) => `${service}:${BROKER_PORT}`).join(',');
}

function sameTimes(times: ProcessingTimes): boolean {
  const names = Object.keys(DEFAULT_TIMES) as (keyof ProcessingTimes)[];
  return names.every((name) => times[name] === DEFAULT_TIMES[name]);
}

import { Rng } from '../../src/engine/kernel/Rng.ts';
import type { FileCommand, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { FAULTS_FROM_MS, FAULTS_UNTIL_MS } from './randomScenario.ts';

type Draw = (bound: number) => number;

/** The controller that random links and commands name. */
const NAMED = 101;
const MOST_FAULTS = 6;

/**
 * Gives a random scenario a quorum of its own and faults of controllers. Draws from a stream of its own, so that everything else
 * of the seed stays as it is.
 */
export function withRandomQuorum(file: ScenarioFile, seed: number): ScenarioFile {
  const rng = new Rng(seed, 'quorum');
  const draw: Draw = (bound) => rng.int(bound);
  const ids = randomVoters(file, draw);
  const renamed = JSON.parse(
    JSON.stringify(file).replaceAll(`controller:${NAMED}`, `controller:${ids[0] ?? NAMED}`),
  ) as ScenarioFile;
  const commands = [...(renamed.commands ?? []), ...randomFaults(ids, draw)];
  return {
    ...renamed,
    'kafka.version': draw(4) === 0 ? '4.0' : '4.2',
    controllers: ids.map((id) => ({ 'node.id': id })),
    commands,
  };
}

/** One, three or five controllers of their own, or brokers that are controllers too. */
function randomVoters(file: ScenarioFile, draw: Draw): number[] {
  const running = (file.brokers ?? []).filter((broker) => broker.state !== 'stopped');
  switch (draw(6)) {
    case 0:
    case 1:
      return [NAMED];
    case 2:
      return [NAMED, 102, 103, 104, 105];
    case 3:
      return running.length > 0 ? running.slice(0, 3).map((broker) => broker['node.id']) : [NAMED];
    default:
      return [NAMED, 102, 103];
  }
}

function randomFaults(ids: readonly number[], draw: Draw): FileCommand[] {
  const commands: FileCommand[] = [];
  const count = draw(MOST_FAULTS + 1);
  for (let i = 0; i < count; i++) {
    const controller = ids[draw(ids.length)] ?? NAMED;
    const other = ids[draw(ids.length)] ?? NAMED;
    const atMs = FAULTS_FROM_MS + draw(FAULTS_UNTIL_MS - FAULTS_FROM_MS);
    const laterMs = Math.min(FAULTS_UNTIL_MS, atMs + 100 + draw(draw(2) === 0 ? 2000 : 20_000));
    const isMended = draw(4) > 0;
    const add = (ms: number, body: object): void => {
      commands.push({ at: `${ms * 1000 + draw(1000)}us`, ...body } as FileCommand);
    };
    switch (draw(6)) {
      case 0:
      case 1:
        add(atMs, { kind: 'KillController', controller });
        break;
      case 2:
        add(atMs, { kind: 'StopController', controller });
        break;
      case 3:
        add(atMs, { kind: ids.length > 1 ? 'CutControllerPower' : 'KillController', controller });
        break;
      default: {
        if (other === controller) break;
        const between = [`controller:${controller}`, `controller:${other}`];
        add(atMs, { kind: 'CutLink', between });
        if (isMended) add(laterMs, { kind: 'MendLink', between });
        continue;
      }
    }
    if (isMended) add(laterMs, { kind: 'StartController', controller });
  }
  return commands;
}

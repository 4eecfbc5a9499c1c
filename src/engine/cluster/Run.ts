import type { Command, CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { eachTime } from '../../shared/eachTime.ts';
import type { Micros } from '../../shared/units.ts';
import { Producer } from '../client/producer/Producer.ts';
import { applyCommand, carryOutDeferred } from './applyCommand.ts';
import { kafkaRules } from '../rules/kafkaRules.ts';
import type { Rules } from '../rules/Rules.ts';
import { buildCluster } from './buildCluster.ts';
import type { Cluster } from './Cluster.ts';
import { QuietTime } from './quiet/QuietTime.ts';

export interface LoggedCommand {
  readonly command: Command;
  /** Given by a person, not by the scenario. */
  readonly byHand: boolean;
}

/** A scenario under way: the cluster and the log of commands that it follows. */
export class Run {
  readonly scenario: Scenario;
  readonly cluster: Cluster;
  readonly quietTime: QuietTime;
  log: LoggedCommand[];

  constructor(scenario: Scenario, byHand: readonly Command[], rules: Rules = kafkaRules) {
    this.scenario = scenario;
    const log = [
      ...eachTime(scenario.commands).map((command) => ({ command, byHand: false })),
      ...eachTime(byHand).map((command) => ({ command, byHand: true })),
    ];
    this.log = log.sort((a, b) => compareCommands(a.command, b.command));
    this.cluster = buildCluster(scenario, rules);
    this.quietTime = new QuietTime(this.cluster);
  }

  start(): void {
    this.cluster.start();
  }

  /** Where nothing goes on but idle loops, goes over as much of that as may be in one step. False: go on event by event. */
  leap(untilUs: Micros): boolean {
    if (!this.cluster.isAtRest) return false;
    const next = this.log[this.cluster.state.appliedCommands]?.command.atUs ?? Infinity;
    return this.quietTime.leap(Math.min(untilUs, next));
  }

  /** Applies the next command or handles the next event, whichever comes first and not after `untilUs`. */
  step(untilUs: Micros): boolean {
    const { state } = this.cluster;
    const next = this.log[state.appliedCommands]?.command;
    if (next && next.atUs <= untilUs && this.isDue(next)) {
      this.cluster.idleUntil(next.atUs);
      state.appliedCommands += 1;
      applyCommand(next, this.scenario, this.cluster);
      this.carryOutDeferred();
      return true;
    }
    if (!this.cluster.step(untilUs)) return false;
    this.carryOutDeferred();
    return true;
  }

  /** Deeds that waited for a process which has just gone on belong to the event that let it. */
  private carryOutDeferred(): void {
    if (this.cluster.state.deferred.length === 0) return;
    for (let deed = this.cluster.takeDeferred(); deed; deed = this.cluster.takeDeferred())
      carryOutDeferred(deed, this.scenario, this.cluster);
  }

  /** When the next command or event comes; Infinity when nothing is pending. */
  nextUs(): Micros {
    const { queue, appliedCommands } = this.cluster.state;
    return Math.min(queue.peekTimeUs(), this.log[appliedCommands]?.command.atUs ?? Infinity);
  }

  /** Puts a command given now into the log; what was ahead of it by hand belongs to another future and is dropped. */
  insert(body: CommandBody): void {
    const { nowUs, handledAtInstant, appliedCommands } = this.cluster.state;
    const command: Command = { ...body, atUs: nowUs, after: handledAtInstant };
    const done = this.log.slice(0, appliedCommands);
    const ahead = this.log.slice(appliedCommands).filter((item) => !item.byHand);
    this.log = [...done, { command, byHand: true }, ...ahead];
  }

  /** Makes up for what clients do lazily, so that a look at the state is a look at this very instant. */
  settle(): void {
    this.cluster.state.nodes.forEach((node, index) => {
      if (!(node instanceof Producer)) return;
      this.cluster.act(index, () => {
        node.settle(this.cluster);
      });
    });
  }

  private isDue(command: Command): boolean {
    const { state } = this.cluster;
    const nextEventUs = state.queue.peekTimeUs();
    if (command.atUs < nextEventUs) return true;
    if (command.atUs > nextEventUs) return false;
    const handled = state.nowUs === command.atUs ? state.handledAtInstant : 0;
    return (command.after ?? 0) <= handled;
  }
}

function compareCommands(a: Command, b: Command): number {
  return a.atUs - b.atUs || (a.after ?? 0) - (b.after ?? 0);
}

import { Rng } from '../../src/engine/kernel/Rng.ts';
import { ReplicationModel } from './replicationModel.ts';
import type { ReplicationOutcome } from './replicationModel.ts';

/** The part of simscript 1 that is used: entities whose script waits. */
export interface Simscript {
  readonly Simulation: new () => SimscriptSimulation;
  readonly Entity: new () => { delay(time: number): Promise<unknown> };
}

interface SimscriptSimulation {
  readonly timeNow: number;
  /** Real time after which it makes way for a page's frame. */
  yieldInterval: number;
  onStarting(): void;
  onFinished(): void;
  activate(entity: object): Promise<number>;
  start(reset: boolean): Promise<void>;
}

/** The model on simscript: what it is built for is an entity with a script, so every message and timer is one. */
export function runOnSimscript(
  simscript: Simscript,
  seed: number,
  batches: number,
): Promise<ReplicationOutcome> {
  const simulation = new simscript.Simulation();
  simulation.yieldInterval = Infinity;
  /** A message on its way, or a timer: it waits, and then it happens. */
  class Message extends simscript.Entity {
    private readonly delayUs: number;
    private readonly event: readonly [kind: number, subject: number, detail: number];

    constructor(delayUs: number, event: readonly [number, number, number]) {
      super();
      this.delayUs = delayUs;
      this.event = event;
    }

    async script(): Promise<void> {
      await this.delay(this.delayUs);
      model.handle(...this.event);
    }
  }
  const scheduler = {
    nowUs: () => simulation.timeNow,
    schedule(delayUs: number, kind: number, subject: number, detail: number): void {
      void simulation.activate(new Message(delayUs, [kind, subject, detail]));
    },
  };
  const model: ReplicationModel = new ReplicationModel(scheduler, new Rng(seed, 'bench'), batches);
  return new Promise((resolve, reject) => {
    simulation.onStarting = () => {
      model.start();
    };
    simulation.onFinished = () => {
      resolve(model.outcome);
    };
    simulation.start(true).catch(reject);
  });
}

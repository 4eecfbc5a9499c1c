import { Rng } from '../../src/engine/kernel/Rng.ts';
import { ReplicationModel } from './replicationModel.ts';
import type { ReplicationOutcome } from './replicationModel.ts';

/** The part of simjs 2 that is used: an entity's timers. */
interface SimjsEntity {
  time(): number;
  setTimer(delay: number): {
    done(
      callback: (kind: number, subject: number, detail: number) => void,
      self: object,
      args: readonly number[],
    ): void;
  };
}

export interface Simjs {
  readonly Sim: new () => {
    addEntity(entity: new (...args: never[]) => object): SimjsEntity;
    simulate(until: number): void;
  };
  readonly Entity: new (...args: never[]) => object;
}

/** The model on simjs: timers of one entity, the cheapest that it has. */
export function runOnSimjs(simjs: Simjs, seed: number, batches: number): ReplicationOutcome {
  class Actor extends simjs.Entity {
    start(): void {
      return;
    }
  }
  const sim = new simjs.Sim();
  const actor = sim.addEntity(Actor);
  const scheduler = {
    nowUs: () => actor.time(),
    schedule(delayUs: number, kind: number, subject: number, detail: number): void {
      actor.setTimer(delayUs).done(handle, model, [kind, subject, detail]);
    },
  };
  const model: ReplicationModel = new ReplicationModel(scheduler, new Rng(seed, 'bench'), batches);
  const handle = (kind: number, subject: number, detail: number): void => {
    model.handle(kind, subject, detail);
  };
  model.start();
  sim.simulate(Number.MAX_SAFE_INTEGER);
  return model.outcome;
}

import { EventQueue } from '../../src/engine/kernel/EventQueue.ts';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { ReplicationModel } from './replicationModel.ts';
import type { ReplicationOutcome, Scheduler } from './replicationModel.ts';

interface Event {
  readonly kind: number;
  readonly detail: number;
}

/** The model on Highwater's own kernel: pending events are data in its queue, as in the product. */
class KernelScheduler implements Scheduler {
  readonly queue = new EventQueue<Event>();
  private seq = 0;

  nowUs(): number {
    return this.queue.timeUs;
  }

  schedule(delayUs: number, kind: number, subject: number, detail: number): void {
    this.queue.push(this.queue.timeUs + delayUs, this.seq++, subject, this.queue.seq, { kind, detail });
  }
}

export function runOnKernel(seed: number, batches: number): ReplicationOutcome {
  const scheduler = new KernelScheduler();
  const { queue } = scheduler;
  const model = new ReplicationModel(scheduler, new Rng(seed, 'bench'), batches);
  model.start();
  while (queue.pop()) {
    const { kind, detail } = queue.payload as Event;
    model.handle(kind, queue.target, detail);
  }
  return model.outcome;
}

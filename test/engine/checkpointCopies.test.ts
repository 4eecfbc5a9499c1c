import { expect, test } from 'vitest';
import { Run } from '../../src/engine/cluster/Run.ts';
import './equalState.ts';
import { randomScenario } from './randomScenario.ts';

// Classes that copy themselves for checkpoints name their fields one by one: none may be forgotten.
test('[kernel-checkpoint] a checkpoint holds every field of every node, and shares none that changes', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const run = new Run(randomScenario(seed), []);
    run.start();
    for (let events = 0; events < 3000 && run.step(Infinity); events++);
    const { nodes } = run.cluster.state;
    const digest = run.cluster.digest();
    const checkpoint = run.cluster.checkpoint();
    expect(checkpoint.nodes, `seed ${seed}`).toEqual(nodes);
    for (let events = 0; events < 3000 && run.step(Infinity); events++);
    run.cluster.restore(checkpoint);
    expect(run.cluster.digest(), `seed ${seed}`).toBe(digest);
  }
});

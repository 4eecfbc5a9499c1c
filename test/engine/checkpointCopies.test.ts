import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
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

// Code that runs is compiled for the shapes that it met. A copy of another shape makes all that follows a restore half as fast.
test('a copy of a broker or a client, and of the instances it is made of, has the shape of the original', () => {
  setFlagsFromString('--allow-natives-syntax');
  const haveSameMap = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;
  const run = new Run(randomScenario(1), []);
  run.start();
  for (let events = 0; events < 3000 && run.step(Infinity); events++);
  const { nodes } = run.cluster.state;
  const copies = run.cluster.checkpoint().nodes;
  const others = new Set<string>();
  nodes.forEach((node, i) => {
    if (node.role === 'controller') return;
    const copy = copies[i] as object;
    if (!haveSameMap(node, copy)) others.add(node.constructor.name);
    for (const [name, field] of Object.entries(node) as [string, unknown][]) {
      const copied = (copy as Record<string, unknown>)[name];
      if (typeof field !== 'object' || field === null || field.constructor === Object) continue;
      if (!haveSameMap(field, copied as object)) others.add(`${node.constructor.name}.${name}`);
    }
  });
  expect([...others]).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printFaultTable } from './faultTable.ts';
import type { SwarmCatch } from './faultTable.ts';
import { PLANTED_FAULTS } from './plantedFaults.ts';
import { runIn } from './diskSwarm.ts';

const bySwarm = read('swarmFaults.json') as Readonly<Record<string, SwarmCatch | null>>;
const byVectors = read('vectorFaults.json') as Readonly<Record<string, readonly string[]>>;
/** Tried when the seed on record notices nothing any more, because the generator has changed. */
const OTHER_SEEDS = [1, 2, 3, 4, 5, 6];

function read(name: string): unknown {
  return JSON.parse(readFileSync(`test/engine/${name}`, 'utf8'));
}

describe('planted faults', () => {
  test('have names of their own, and every one is on record', () => {
    const names = PLANTED_FAULTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(bySwarm)).toEqual(names);
  });

  test('are noticed by somebody, each of them', () => {
    const noticed = new Set(Object.values(byVectors).flat());
    const unnoticed = PLANTED_FAULTS.filter(({ name }) => !noticed.has(name) && !bySwarm[name]);
    expect(unnoticed.map(({ name }) => name)).toEqual([]);
  });

  test('break a law of the swarm, or there is a reason why not', () => {
    const unexplained = PLANTED_FAULTS.filter(({ name, unseen }) => !bySwarm[name] && unseen === null);
    expect(unexplained.map(({ name }) => name)).toEqual([]);
  });

  test('are listed as recorded (npm run planted-faults -- --print)', () => {
    expect(readFileSync('test/engine/PLANTED_FAULTS.md', 'utf8')).toBe(
      printFaultTable(PLANTED_FAULTS, bySwarm, byVectors),
    );
  });

  for (const { name, rules, swarm } of PLANTED_FAULTS) {
    const caught = bySwarm[name];
    if (!caught) continue;
    test(`${name} breaks a law of the swarm`, { timeout: 240_000 }, () => {
      const isNoticed = [caught.seed, ...OTHER_SEEDS].some(
        (seed) => runIn[swarm](seed, rules).problems.length > 0,
      );
      expect(isNoticed).toBe(true);
    });
  }
});

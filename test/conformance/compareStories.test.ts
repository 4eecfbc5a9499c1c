import { describe, expect, it } from 'vitest';
import { compareStories } from '../../conformance/compare/compareStories.ts';
import { readExpectation } from '../../conformance/compare/Expectation.ts';
import type { Expectation } from '../../conformance/compare/Expectation.ts';
import { printDivergence } from '../../conformance/compare/printDivergence.ts';
import type { Fact, Story } from '../../conformance/compare/Story.ts';

const expectation = (given: Partial<Expectation> = {}): Expectation =>
  readExpectation({ asks: 'a test', ...given }, 'test');
const fact = (text: string, t: number | null = null, ...numbers: number[]): Fact => ({ text, t, numbers });
const story = (lanes: Record<string, Fact[]>): Story => new Map(Object.entries(lanes));
const compare = (
  kafka: Record<string, Fact[]>,
  engine: Record<string, Fact[]>,
  given: Partial<Expectation> = {},
) =>
  compareStories(story(kafka), story(engine), expectation(given)).map(
    ({ lane, index, reason }) => `${lane}[${index}] ${reason}`,
  );

describe('two stories', () => {
  it('are equal whatever the order between lanes', () => {
    const a = fact('fenced', 100);
    const b = fact('leader 2', 100);
    expect(compare({ x: [a], y: [b] }, { y: [b], x: [a] })).toEqual([]);
  });

  it('differ by the order within a lane', () => {
    expect(compare({ x: [fact('a'), fact('b')] }, { x: [fact('b'), fact('a')] })).toEqual(['x[0] text']);
  });

  it('differ by a fact or a lane that one side does not have', () => {
    expect(compare({ x: [fact('a'), fact('b')] }, { x: [fact('a')] })).toEqual(['x[1] missing']);
    expect(compare({ x: [fact('a')] }, {})).toEqual(['x[0] missing']);
    expect(compare({}, { x: [fact('a')] })).toEqual(['x[0] missing']);
  });

  it('differ by a number, unless the lane has slack for it', () => {
    const kafka = { 'producer p': [fact('acked #', 0, 12)], 'log of t': [fact('end #', null, 12)] };
    const engine = { 'producer p': [fact('acked #', 0, 10)], 'log of t': [fact('end #', null, 10)] };
    expect(compare(kafka, engine)).toEqual(['producer p[0] numbers', 'log of t[0] numbers']);
    expect(compare(kafka, engine, { slack: [{ lane: 'producer .*', by: 2 }] })).toEqual([
      'log of t[0] numbers',
    ]);
    expect(compare(kafka, engine, { slack: [{ lane: '.*', by: 1 }] })).toHaveLength(2);
  });

  it('differ by a time outside of the window', () => {
    const windowMs = { early: 100, late: 500 };
    expect(compare({ x: [fact('a', 900)] }, { x: [fact('a', 1000)] }, { windowMs })).toEqual([]);
    expect(compare({ x: [fact('a', 899)] }, { x: [fact('a', 1000)] }, { windowMs })).toEqual(['x[0] early']);
    expect(compare({ x: [fact('a', 1500)] }, { x: [fact('a', 1000)] }, { windowMs })).toEqual([]);
    expect(compare({ x: [fact('a', 1501)] }, { x: [fact('a', 1000)] }, { windowMs })).toEqual(['x[0] late']);
  });

  it('have windows of their own for lanes that ask for them', () => {
    const windows = [{ lane: 'x', early: 0, late: 0 }];
    const kafka = { x: [fact('a', 1)], y: [fact('a', 1)] };
    expect(compare(kafka, { x: [fact('a', 0)], y: [fact('a', 0)] }, { windows })).toEqual(['x[0] late']);
  });

  it('are compared in the lanes that are asked for', () => {
    const lanes = ['partition .*'];
    expect(
      compare(
        { 'broker 1': [fact('fenced')], 'partition a-0': [] },
        { 'partition a-0': [fact('b')] },
        { lanes },
      ),
    ).toEqual(['partition a-0[0] missing']);
  });

  it('part first where it happened first', () => {
    const kafka = { late: [fact('a', 900)], early: [fact('a', 100)] };
    expect(compare(kafka, { late: [fact('b', 900)], early: [fact('b', 100)] })).toEqual([
      'early[0] text',
      'late[0] text',
    ]);
  });
});

it('a divergence prints both sides, and marks where they part', () => {
  const kafka = story({ x: [fact('same', 0), fact('read #..#', 1500, 3, 9)] });
  const engine = story({ x: [fact('same', 0), fact('read #..#', 1400, 3, 8)] });
  const [divergence] = compareStories(kafka, engine, expectation());
  if (!divergence) throw new Error('they differ');
  const lines = printDivergence(divergence, kafka, engine).split('\n');
  expect(lines[0]).toBe('x: not the same numbers');
  expect(lines.find((line) => line.startsWith('>'))).toMatch(
    /1\.500 s read 3\.\.9 +\| +1\.400 s read 3\.\.8$/,
  );
});

describe('an expectation', () => {
  it('says what it asks, and has no key that does not exist', () => {
    expect(() => readExpectation({}, 'f.json')).toThrow('f.json: "asks" is missing');
    expect(() => readExpectation({ asks: 'a', sedes: 3 }, 'f.json')).toThrow('f.json: there is no "sedes"');
    expect(readExpectation({ asks: 'a', seeds: 3 }, 'f.json')).toMatchObject({
      seeds: 3,
      runs: 1,
      versions: ['4.2.2'],
    });
  });
});

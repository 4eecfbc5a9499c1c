import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { parseScenarioText } from '../../scenario/parseScenario.ts';
import { MATRIX_CELLS, type MatrixCellResult } from './runMatrixCell.ts';
import { runMatrix } from './runMatrix.ts';

const parsed = parseScenarioText(
  readFileSync('content/lessons/06-acks-and-min-insync/scenario.json', 'utf8'),
);
if (!parsed.ok) throw new Error('lesson 6 has no scenario');
const { scenario } = parsed;

const name = ({ cell }: MatrixCellResult) =>
  `acks=${cell.acks} min=${cell.minInsyncReplicas} failures=${cell.failures}`;

/** What course.md says must come out, cell by cell. */
describe('the matrix of acks, minimum and failures', () => {
  let results: readonly MatrixCellResult[] = [];
  const of = (acks: string) => results.filter((result) => result.cell.acks === acks);
  beforeAll(async () => {
    results = await runMatrix(new EngineSession(), scenario);
  }, 300_000);

  it('has 27 cells, each run', () => {
    expect(results).toHaveLength(MATRIX_CELLS.length);
    expect(results).toHaveLength(27);
  });

  it('lets acks=all go on exactly when enough replicas are left', () => {
    for (const result of of('all')) {
      const { failures, minInsyncReplicas } = result.cell;
      const goesOn = 3 - failures >= minInsyncReplicas;
      expect(result.callback, name(result)).toBe(goesOn ? 'success' : 'timeout');
      expect(result.attemptError, name(result)).toBe(goesOn ? null : 'NOT_ENOUGH_REPLICAS');
    }
  });

  it('loses no acknowledged record with acks=all', () => {
    for (const result of of('all')) expect(result.lostAfterAck, name(result)).toBe(0);
  });

  it('acknowledges always with acks=1, and loses at each failover', () => {
    for (const result of of('1')) {
      expect(result.callback, name(result)).toBe('success');
      expect(result.attemptError, name(result)).toBeNull();
      if (result.cell.failures === 0) expect(result.lostAfterAck, name(result)).toBe(0);
      else expect(result.lostAfterAck, name(result)).toBeGreaterThanOrEqual(1);
    }
  });

  it('shows a reader nothing new while the ISR is below the minimum', () => {
    for (const result of results) {
      const { failures, minInsyncReplicas } = result.cell;
      expect(result.readable, name(result)).toBe(3 - failures >= minInsyncReplicas);
    }
  });

  it('says success with offset −1 for acks=0, whatever happens', () => {
    for (const result of of('0')) expect(result.callback, name(result)).toBe('success-unseen');
  });

  // Fails for acks=all, minimum 3, two failures: a broker that led an epoch without writing in it keeps that epoch in its cache
  // when it truncates to its own end, and asks for ever (E3, E5). Plain `it` when that is mended.
  it('has everybody back in the ISR at the end', () => {
    for (const result of results) expect(result.isrAfter, name(result)).toBe(3);
  });

  it('is without a leader for 7.0 to 10.1 s after each kill', () => {
    for (const result of results) {
      expect(result.leaderlessMs, name(result)).toHaveLength(result.cell.failures);
      for (const ms of result.leaderlessMs) {
        expect(ms, name(result)).toBeGreaterThanOrEqual(7000);
        expect(ms, name(result)).toBeLessThanOrEqual(10_130);
      }
    }
  });
});

import katex from 'katex';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { idleMembers } from './activeConsumers.ts';
import { batchBytes } from './batchEfficiency.ts';
import { wilsonInterval } from './binomial.ts';
import { recordSurvives } from './faultTolerance.ts';
import { FORMULA_IDS, gapBetween } from './Formula.ts';
import { FORMULAS } from './formulas.ts';
import { timeLagS } from './lag.ts';
import { loadOf } from './utilisation.ts';
import { TYPESET_FORMULAS } from './typeset.generated.ts';

describe('fault-tolerance', () => {
  it('leaves one broker for RF 3, min.insync.replicas 2', () => {
    expect(FORMULAS['fault-tolerance'].compute({ rf: 3, m: 2 })).toBe(1);
  });

  it('never counts a minimum above the replication factor', () => {
    expect(FORMULAS['fault-tolerance'].compute({ rf: 2, m: 3 })).toBe(0);
  });

  it('is another number than the losses a record outlives', () => {
    expect(recordSurvives({ rf: 3, m: 2 })).toEqual({ full: 2, worst: 1 });
  });
});

describe('loss-probability', () => {
  it.each([
    [1, 0.001],
    [2, 0.000001],
    [3, 0.000000001],
  ])('at p = 0.001 is p^%i', (k, lost) => {
    expect(FORMULAS['loss-probability'].compute({ p: 0.001, k })).toBeCloseTo(lost, 15);
  });
});

describe('availability', () => {
  it('is 99.97 % for a = 0.99, RF 3, min.insync.replicas 2', () => {
    expect(FORMULAS.availability.compute({ a: 0.99, rf: 3, m: 2 })).toBeCloseTo(0.999702, 9);
  });

  it('is what all must be up for when min = RF', () => {
    expect(FORMULAS.availability.compute({ a: 0.9, rf: 3, m: 3 })).toBeCloseTo(0.729, 12);
  });
});

describe('batch-efficiency', () => {
  it.each([
    [1, 170, 58.8],
    [50, 5511, 90.7],
  ])('of %i records without a key and with 100 B is 100 n / %i', (n, bytes, percent) => {
    expect(batchBytes(n, 100)).toBe(bytes);
    expect(100 * FORMULAS['batch-efficiency'].compute({ n, v: 100 })).toBeCloseTo(percent, 1);
  });

  it('never passes 100 of 109, whatever the number of records', () => {
    expect(FORMULAS['batch-efficiency'].compute({ n: 500, v: 100 })).toBeLessThan(100 / 109);
  });

  it.each([
    [64, 100, 61 + 64 * 109],
    [65, 100, 61 + 64 * 109 + 110],
    [1, 50, 61 + 57],
    [1, 57, 61 + 64],
    [1, 58, 61 + 66],
  ])('counts varints as they grow: %i records of %i bytes', (n, v, bytes) => {
    expect(batchBytes(n, v)).toBe(bytes);
  });
});

describe('disk', () => {
  it('is 30.24 TB each for 50 MB/s, 7 d, RF 3 on three brokers', () => {
    expect(FORMULAS.disk.compute({ rate: 50, days: 7, rf: 3, brokers: 3 })).toBeCloseTo(30.24, 9);
  });

  it('never counts two replicas of a partition on one broker', () => {
    expect(FORMULAS.disk.compute({ rate: 50, days: 7, rf: 3, brokers: 2 })).toBeCloseTo(30.24, 9);
  });
});

describe('keys-moved', () => {
  it.each([
    [12, 13, 92.3],
    [6, 12, 50],
    [12, 6, 50],
    [6, 6, 0],
    [4, 6, 66.7],
  ])('from %i to %i partitions is %f %%', (n, m, percent) => {
    expect(100 * FORMULAS['keys-moved'].compute({ n, m })).toBeCloseTo(percent, 1);
  });
});

describe('partition-count', () => {
  it.each([
    [1000, 100, 50, 20],
    [300, 20, 10, 30],
    [300, 10, 100, 30],
    [100, 30, 200, 4],
  ])('for %i MB/s, %i into a partition and %i of a consumer is %i', (t, p, c, n) => {
    expect(FORMULAS['partition-count'].compute({ t, p, c })).toBe(n);
  });
});

describe('in-flight-ceiling', () => {
  it('is five batches a round trip: 2 048 kB/s for 16 KiB and 40 ms', () => {
    expect(FORMULAS['in-flight-ceiling'].compute({ f: 5, b: 16384, t: 40 })).toBe(2048);
  });
});

describe('active-consumers', () => {
  it('of 14 members and 10 partitions leaves 4 idle', () => {
    const values = { members: 14, partitions: 10 };
    expect(FORMULAS['active-consumers'].compute(values)).toBe(10);
    expect(idleMembers(values)).toBe(4);
    expect(idleMembers({ members: 4, partitions: 6 })).toBe(0);
  });
});

describe('heartbeat', () => {
  it('is safe up to a third of the session, as the defaults are', () => {
    expect(FORMULAS.heartbeat.compute({ interval: 3, session: 45 })).toBe(0);
    expect(FORMULAS.heartbeat.compute({ interval: 15, session: 45 })).toBe(0);
    expect(FORMULAS.heartbeat.compute({ interval: 30, session: 45 })).toBe(0.5);
  });
});

describe('lag', () => {
  it('is 100 between 100 500 and 100 400, and the next record is 10 s old at 10/s', () => {
    const values = { end: 100_500, committed: 100_400, rate: 10 };
    expect(FORMULAS.lag.compute(values)).toBe(100);
    expect(timeLagS(values)).toBe(10);
  });
});

describe('recovery-time', () => {
  it('is 200 s for 100 000 records at 1500/s against 1000/s, and never ends at ρ = 1', () => {
    expect(FORMULAS['recovery-time'].compute({ lag: 100_000, mu: 1500, lambda: 1000 })).toBe(200);
    expect(FORMULAS['recovery-time'].compute({ lag: 100_000, mu: 1000, lambda: 1000 })).toBe(Infinity);
  });
});

describe('littles-law', () => {
  it('is 4 for 80 a second that stay 50 ms each', () => {
    expect(FORMULAS['littles-law'].compute({ lambda: 80, stay: 50 })).toBe(4);
  });
});

describe('utilisation', () => {
  it('is two times the work at a load of a half, ten times at nine tenths, and without end at one', () => {
    expect(FORMULAS.utilisation.compute({ lambda: 50, mu: 100 })).toBe(20);
    expect(FORMULAS.utilisation.compute({ lambda: 90, mu: 100 })).toBe(100);
    expect(FORMULAS.utilisation.compute({ lambda: 100, mu: 100 })).toBe(Infinity);
    expect(loadOf({ lambda: 50, mu: 100 })).toBe(0.5);
  });
});

describe('sync-rate', () => {
  it('is 20 a second at 50 ms', () => {
    expect(FORMULAS['sync-rate'].compute({ t: 50 })).toBe(20);
  });
});

describe('acks-latency', () => {
  it.each([
    [0, 0],
    [1, 5],
    [2, 24],
  ])('at the place %i of acks is %i ms', (acks, ms) => {
    expect(FORMULAS['acks-latency'].compute({ rtt: 4, append: 1, follower: 18, acks })).toBe(ms);
  });
});

describe('head-of-line', () => {
  it('falls from 100 to 25 a second when one of a hundred takes three retries of a second', () => {
    const values = { t: 10, p: 0.01, n: 3, d: 1000 };
    expect(FORMULAS['head-of-line'].compute({ ...values, p: 0 })).toBe(100);
    expect(FORMULAS['head-of-line'].compute(values)).toBe(25);
  });
});

describe('the interval of a counted share', () => {
  it('holds the share and stays within 0 and 1', () => {
    expect(wilsonInterval(0, 2000)[0]).toBe(0);
    expect(wilsonInterval(2000, 2000)[1]).toBe(1);
    const [low, high] = wilsonInterval(80, 2000);
    expect(low).toBeLessThan(0.04);
    expect(high).toBeGreaterThan(0.04);
    expect(high - low).toBeLessThan(0.02);
  });

  it('makes a gap of zero for a prediction inside it', () => {
    const measured = { value: 0.041, interval: [0.033, 0.05] as const, trials: 2000, failedAssumption: null };
    expect(gapBetween(0.04, measured).within).toBe(true);
    expect(gapBetween(0.06, measured).within).toBe(false);
  });
});

/** KaTeX runs here and not in the page. After a change of a formula: `npx vitest run src/formulas -u`. */
async function typesetModule(): Promise<string> {
  const render = (latex: string) =>
    katex.renderToString(latex, {
      displayMode: true,
      output: 'htmlAndMathml',
      strict: 'error',
      throwOnError: true,
    });
  const formulas = FORMULA_IDS.map((id) => [id, render(FORMULAS[id].latex)] as const);
  const symbols = FORMULA_IDS.map(
    (id) =>
      [
        id,
        Object.fromEntries(
          FORMULAS[id].symbols.map((s) => [s.id, katex.renderToString(s.latex, { strict: 'error' })]),
        ),
      ] as const,
  );
  const text = `// Made by formulas.test.ts from the LaTeX of the formulas; do not edit.
import type { FormulaId } from './Formula.ts';

export const TYPESET_FORMULAS: Readonly<Record<FormulaId, string>> = ${JSON.stringify(Object.fromEntries(formulas))};

export const TYPESET_SYMBOLS: Readonly<Record<FormulaId, Readonly<Record<string, string>>>> = ${JSON.stringify(Object.fromEntries(symbols))};
`;
  return format(text, { ...(await resolveConfig('src/formulas/formulas.ts')), parser: 'typescript' });
}

describe('typeset formulas', () => {
  it('are those of the LaTeX', async () => {
    await expect(await typesetModule()).toMatchFileSnapshot('./typeset.generated.ts');
  });

  it('can be read as MathML and copied as LaTeX', () => {
    for (const id of FORMULA_IDS) expect(TYPESET_FORMULAS[id]).toContain('<math');
  });
});

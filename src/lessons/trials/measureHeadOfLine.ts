import { headOfLine } from '../../formulas/headOfLine.ts';
import { symbolValue, type Measurement, type SymbolValues } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { ARRIVALS, HANDLER, retryingTrial } from './handlerTrial.ts';
import { checkIn, type TrialWatch } from './Trials.ts';

const SECOND_US = 1_000_000;
/** So many are there from the beginning, no more at once than buffer.memory holds. */
const RECORDS = 40_000;
const CHUNK = 20_000;
/** Of the normal distribution: 95 % lie within. */
const NORMAL_95 = 1.96;

/** How many records a second, while there is always one to work on: between the first poll() and the last. */
export async function measureHeadOfLine(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues,
  watch: TrialWatch = {},
): Promise<Measurement> {
  const [workMs, share, retries, delayMs] = ['t', 'p', 'n', 'd'].map((id) =>
    symbolValue(headOfLine, values, id),
  ) as [number, number, number, number];
  const fails = share > 0 && retries > 0;
  const driver = new EngineDriver(engine);
  await driver.load(
    retryingTrial(scenario, {
      perRecordUs: workMs * 1000,
      ...(fails
        ? {
            failures: {
              percent: Math.round(100 * share),
              retries,
              // A retry is the pause, and the work once more.
              backoffUs: Math.max(0, delayMs - workMs) * 1000,
            },
          }
        : {}),
    }),
  );
  for (let left = RECORDS; left > 0; left -= CHUNK) {
    await driver.apply({ kind: 'SendRecords', producer: ARRIVALS, count: Math.min(CHUNK, left) });
    await driver.advanceTo(driver.nowUs() + SECOND_US);
  }
  const expectedUs = (RECORDS / headOfLine.compute(values)) * SECOND_US;
  let deliveries = deliveriesOf(driver);
  for (let step = 1; countOf(deliveries) < RECORDS && step <= 40; step++) {
    checkIn(watch, Math.min(99, Math.round((100 * countOf(deliveries)) / RECORDS)), 100);
    await driver.advanceTo(driver.nowUs() + expectedUs / 20);
    deliveries = deliveriesOf(driver);
  }
  const [first] = deliveries;
  const last = deliveries.at(-1);
  if (first === undefined || last === undefined || first === last) throw new Error('nothing was read');
  // What the last poll() returned is not worked on yet when it returns.
  const done = countOf(deliveries) - last.count;
  const seconds = (last.timeUs - first.timeUs) / SECOND_US;
  const value = done / seconds;
  const spread = (Math.sqrt(done * share * (1 - share)) * retries * delayMs) / 1000 / seconds;
  const half = NORMAL_95 * spread * value;
  return {
    value,
    interval: half === 0 ? null : [value - half, value + half],
    tolerance: 0.01 * value,
    trials: 1,
    failedAssumption: null,
  };
}

function deliveriesOf(driver: EngineDriver): readonly { readonly timeUs: number; readonly count: number }[] {
  return driver.run
    .facts()
    .rows.flatMap(({ timeUs, event }) =>
      event.kind === 'RecordsDelivered' && event.consumer === HANDLER ? [{ timeUs, count: event.count }] : [],
    );
}

function countOf(deliveries: readonly { readonly count: number }[]): number {
  return deliveries.reduce((sum, { count }) => sum + count, 0);
}

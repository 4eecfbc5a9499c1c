import { loadScenario } from './loadScenario.ts';
import type { LoadShape } from './loadScenario.ts';
import { median } from './Measure.ts';
import type { Measure } from './Measure.ts';
import { speedOf } from './sessionSpeed.ts';
import type { Speed } from './sessionSpeed.ts';

const SECOND_US = 1_000_000;
const ROUNDS = 3;
/** By then the first rebalance is over, which waits three seconds for further members, and what came meanwhile is read. */
const SETTLED_US = 6 * SECOND_US;
const END_US = 8 * SECOND_US;

const ALONE: LoadShape = { readers: 'assign' };
const CLASSIC: LoadShape = { readers: 'classic' };
const CONSUMER: LoadShape = { readers: 'consumer' };
const TRANSACTIONS: LoadShape = { readers: 'consumer', transacts: true };

/** Speeds of the same load in several shapes, made in turns. */
function speedsOf(shapes: readonly LoadShape[]): Map<LoadShape, Speed[]> {
  const speeds = new Map<LoadShape, Speed[]>(shapes.map((shape) => [shape, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const shape of shapes) speeds.get(shape)?.push(speedOf(loadScenario(shape), SETTLED_US, END_US));
  return speeds;
}

export const groups: Measure = {
  name: 'groups',
  about: 'the load with a consumer group as its reader, and with transactions',
  run() {
    const speeds = speedsOf([ALONE, CLASSIC, CONSUMER, TRANSACTIONS]);
    const ratio = (shape: LoadShape, of: keyof Speed): number =>
      median((speeds.get(shape) ?? []).map((speed, i) => speed[of] / (speeds.get(ALONE)?.[i]?.[of] ?? NaN)));
    const usPerEvent = median(
      (speeds.get(TRANSACTIONS) ?? []).map(({ eventsPerSecond }) => SECOND_US / eventsPerSecond),
    );
    return [
      ...(['classic', 'consumer'] as const).flatMap((protocol) => {
        const shape = protocol === 'classic' ? CLASSIC : CONSUMER;
        const who = `group.protocol=${protocol} ÷ assign`;
        return [
          { what: `events/s: ${who}`, value: ratio(shape, 'eventsPerSecond'), unit: '', goal: 0.8 },
          {
            what: `simulated s per CPU s: ${who}`,
            value: ratio(shape, 'simulatedPerCpu'),
            unit: '',
            goal: 0.8,
          },
        ];
      }),
      {
        what: 'events/s: with transactions ÷ without',
        value: ratio(TRANSACTIONS, 'eventsPerSecond'),
        unit: '',
      },
      {
        what: 'simulated s per CPU s: with transactions ÷ without',
        value: ratio(TRANSACTIONS, 'simulatedPerCpu'),
        unit: '',
      },
      { what: 'one event with transactions', value: usPerEvent, unit: 'µs' },
    ];
  },
};

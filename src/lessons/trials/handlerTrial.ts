import type { ConsumerSpec, Scenario, Workload } from '../../scenario/Scenario.ts';
import type { Micros } from '../../shared/units.ts';
import { trialTopic } from './trialTopic.ts';

const TOPIC = 'work';
/** As good as none: of what is waited for, only the handler is to be seen. */
const LATENCY_US = 10;

/** Who sends, and who works. */
export const ARRIVALS = 'arrivals';
export const HANDLER = 'handler';

/** Random arrivals, and one consumer whose records take random times: an M/M/1 queue of one broker, one producer, one handler. */
export function handlerTrial(
  scenario: Scenario,
  { perSecond, perRecordUs }: { readonly perSecond: number; readonly perRecordUs: Micros },
): Scenario {
  return oneHandler(
    scenario,
    { kind: 'poisson', recordsPerSecond: perSecond },
    {
      configs: { 'auto.offset.reset': 'earliest', 'max.poll.records': '1' },
      perRecordUs,
      spread: 'exponential',
    },
  );
}

/** One consumer whose records fail at times, and are tried again in place; records come by command. */
export function retryingTrial(
  scenario: Scenario,
  work: { readonly perRecordUs: Micros; readonly failures?: NonNullable<ConsumerSpec['failures']> },
): Scenario {
  return oneHandler(
    scenario,
    { kind: 'none' },
    {
      configs: { 'auto.offset.reset': 'earliest' },
      ...work,
    },
  );
}

function oneHandler(
  scenario: Scenario,
  arrivals: Workload['arrivals'],
  handler: Pick<ConsumerSpec, 'configs' | 'perRecordUs' | 'spread' | 'failures'>,
): Scenario {
  const [broker] = scenario.brokers;
  if (broker === undefined) throw new Error('the scenario has no broker');
  return {
    ...scenario,
    brokers: [broker],
    network: { ...scenario.network, latencyUs: LATENCY_US, links: [] },
    topics: [trialTopic(TOPIC, 1, [broker.nodeId], 1)],
    producers: [
      {
        clientId: ARRIVALS,
        rack: null,
        configs: {
          acks: '1',
          'enable.idempotence': 'false',
          'linger.ms': '0',
          'max.in.flight.requests.per.connection': '100000',
        },
        workload: {
          topic: TOPIC,
          partition: 0,
          arrivals,
          key: null,
          keyCount: 1,
          valueBytes: 100,
          tombstoneEvery: null,
          startUs: 0,
          endUs: null,
        },
      },
    ],
    consumers: [
      {
        clientId: HANDLER,
        rack: null,
        assign: [`${TOPIC}-0`],
        subscribe: [],
        commit: null,
        commitWhen: 'after',
        workers: 0,
        ...handler,
      },
    ],
  };
}

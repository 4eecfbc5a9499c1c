import type { Scenario } from '../../scenario/Scenario.ts';
import type { Micros } from '../../shared/units.ts';
import { trialTopic } from './trialTopic.ts';

const TOPIC = 'work';
/** As good as none: of what is waited for, only the handler is to be seen. */
const LATENCY_US = 10;

/** Random arrivals, and one consumer whose records take random times: an M/M/1 queue of one broker, one producer, one handler. */
export function handlerTrial(
  scenario: Scenario,
  { perSecond, perRecordUs }: { readonly perSecond: number; readonly perRecordUs: Micros },
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
        clientId: 'arrivals',
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
          arrivals: { kind: 'poisson', recordsPerSecond: perSecond },
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
        clientId: 'handler',
        rack: null,
        configs: { 'auto.offset.reset': 'earliest', 'max.poll.records': '1' },
        assign: [`${TOPIC}-0`],
        subscribe: [],
        perRecordUs,
        spread: 'exponential',
        commit: null,
        commitWhen: 'after',
        workers: 0,
      },
    ],
  };
}

import type { AcksLevel } from '../../formulas/acksLatency.ts';
import type { Scenario, Workload } from '../../scenario/Scenario.ts';
import type { Micros } from '../../shared/units.ts';
import { trialTopic } from './trialTopic.ts';

export const SENDER = 'sender';
const TOPIC = 'trial';

/** The lesson's brokers, a topic of one partition on all of them, led by the first, and one producer that does not wait for company. */
export function senderTrial(
  scenario: Scenario,
  trial: {
    readonly acks: AcksLevel;
    /** Between the producer and the leader. */
    readonly oneWayUs: Micros;
    /** Between the leader and its last follower; left out: as the scenario has it. */
    readonly followerUs?: Micros;
    readonly appendUs?: Micros;
    readonly arrivals: Workload['arrivals'];
  },
): Scenario {
  const brokers = scenario.brokers.map(({ nodeId }) => nodeId);
  const [leader] = brokers;
  const last = brokers.at(-1);
  if (leader === undefined || last === undefined) throw new Error('the scenario has no broker');
  const links = [
    { between: [`producer:${SENDER}`, `broker:${leader}`] as const, latencyUs: trial.oneWayUs },
    ...(trial.followerUs === undefined || last === leader
      ? []
      : [{ between: [`broker:${leader}`, `broker:${last}`] as const, latencyUs: trial.followerUs }]),
  ];
  return {
    ...scenario,
    times: { ...scenario.times, ...(trial.appendUs === undefined ? {} : { appendUs: trial.appendUs }) },
    network: { ...scenario.network, links },
    topics: [trialTopic(TOPIC, 1, brokers, brokers.length, { 'min.insync.replicas': '1' })],
    consumers: [],
    producers: [
      {
        clientId: SENDER,
        rack: null,
        configs: {
          acks: trial.acks,
          'linger.ms': '0',
          ...(trial.acks === 'all' ? {} : { 'enable.idempotence': 'false' }),
        },
        workload: {
          topic: TOPIC,
          partition: 0,
          arrivals: trial.arrivals,
          key: null,
          keyCount: 1,
          valueBytes: 100,
          tombstoneEvery: null,
          startUs: 0,
          endUs: null,
        },
      },
    ],
  };
}

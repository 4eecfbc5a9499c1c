import type { ConfigMap, Scenario, Workload } from '../../scenario/Scenario.ts';
import { onlyProducer } from './trialScenario.ts';

/** client.id and group.id of the one member. */
export const TRIAL_MEMBER = 'trial';

/** One broker, one topic of one partition, the lesson's first producer at a rate, and one member of a group. */
export function groupTrial(
  scenario: Scenario,
  trial: {
    readonly arrivals: Workload['arrivals'];
    readonly perRecordUs: number;
    readonly consumer?: ConfigMap;
    readonly producer?: ConfigMap;
  },
): Scenario {
  const topic = scenario.topics[0]!;
  const [partition] = topic.partitions;
  const [member] = scenario.consumers;
  if (partition === undefined || member === undefined)
    throw new Error('the scenario has no partition or no consumer');
  const own = onlyProducer(scenario);
  return {
    ...scenario,
    topics: [{ ...topic, partitions: [partition] }],
    producers: scenario.producers
      .filter(({ clientId }) => clientId === own)
      .map((producer) => ({
        ...producer,
        configs: { ...producer.configs, 'linger.ms': '100', ...trial.producer },
        workload: producer.workload && {
          ...producer.workload,
          topic: topic.name,
          partition: 0,
          key: null,
          arrivals: trial.arrivals,
        },
      })),
    consumers: [
      {
        ...member,
        clientId: TRIAL_MEMBER,
        configs: { 'group.id': TRIAL_MEMBER, 'auto.offset.reset': 'earliest', ...trial.consumer },
        assign: [],
        subscribe: [topic.name],
        perRecordUs: trial.perRecordUs,
        commit: null,
      },
    ],
  };
}

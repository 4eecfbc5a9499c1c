import type { ScenarioFile } from '../../scenario/ScenarioFile.ts';

/** More partitions than this are not read by the one consumer: the picture would be of nothing else. */
const MOST_ASSIGNED = 24;

/** A pasted cluster says nothing of clients: one producer and one consumer for a topic, so that something happens. */
export function addClients(file: ScenarioFile, topic: string): ScenarioFile {
  const partitions = file.topics?.find((one) => one.name === topic)?.partitions ?? 1;
  return {
    ...file,
    producers: [
      {
        'client.id': 'producer-1',
        configs: { acks: 'all' },
        workload: { topic, arrivals: { constant: '100/s' }, valueBytes: 100 },
      },
    ],
    consumers: [
      {
        'client.id': 'consumer-1',
        assign: Array.from({ length: Math.min(partitions, MOST_ASSIGNED) }, (_, i) => `${topic}-${i}`),
      },
    ],
  };
}

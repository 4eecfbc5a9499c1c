import { formatNumber } from '../format.ts';

/** What a number that is measured hangs on, beyond what it says; by `bean.metric`. */
const CAUSES: Readonly<Record<string, string>> = {
  'producer-metrics.record-queue-time-avg':
    'A batch waits for linger.ms unless it is full before, for a broker that has max.in.flight.requests.per.connection requests already, for the back-off after an error, and while its leader is not known.',
  'producer-metrics.record-queue-time-max':
    'A batch waits for linger.ms unless it is full before, for a broker that has max.in.flight.requests.per.connection requests already, for the back-off after an error, and while its leader is not known.',
  'producer-metrics.batch-size-avg':
    'A batch is closed when the next record would make it larger than batch.size, or sent as it is when linger.ms is over: few records in that time make small batches.',
  'producer-metrics.batch-size-max':
    'A batch is closed when the next record would make it larger than batch.size, or sent as it is when linger.ms is over.',
  'producer-metrics.request-latency-avg':
    'From sending to the answer: the way there and back, the queue of the broker, and with acks=all the wait for every in-sync replica.',
  'producer-metrics.request-latency-max':
    'From sending to the answer: the way there and back, the queue of the broker, and with acks=all the wait for every in-sync replica.',
  'producer-metrics.produce-throttle-time-avg':
    'The throttle_time_ms of its answers: above 0 only while it is over its quota.',
  'producer-metrics.produce-throttle-time-max':
    'The throttle_time_ms of its answers: above 0 only while it is over its quota.',
  'consumer-fetch-manager-metrics.records-lag-max':
    'The largest lag of its partitions as they were when records were returned: from its position to the high watermark, or to the last stable offset with read_committed.',
  'consumer-fetch-manager-metrics.fetch-latency-avg':
    'From sending a Fetch to its answer. A broker that has less than fetch.min.bytes keeps it for up to fetch.max.wait.ms: of a quiet topic 500 ms are healthy.',
};

/** Why a metric has the value that it has. */
export const whyMetrics = {
  ask: 'Why?',
  askOf: (name: string) => `Why? ${name}`,
  ofClient: 'What it measures of itself',
  ofClientHeard: (client: string) => `Why? Metrics of ${client}`,
  cause: (id: string): string | null => CAUSES[id] ?? null,
  value: (name: string, value: number | null) =>
    value === null
      ? `${name}: no value yet`
      : `${name}: ${formatNumber(value, Number.isInteger(value) ? 0 : 2)}`,
  measured: 'Measured by',
  moved: 'Moved by',
  source: (source: string) => `Kafka computes it in ${source}.`,
  lastFact: 'The newest fact that moved it:',
  noFact: 'No fact that the page still has moved it.',
  noReading: 'Nothing was sampled of this client yet.',
  memory: {
    now: 'It says what is now: it changes with the next fact that concerns it.',
    windows:
      'Each sample counts for two windows of 30 s (metrics.num.samples, metrics.sample.window.ms): what was measured is forgotten 30 to 60 s later.',
    meter:
      'OneMinuteRate is an average that forgets, moved every 5 s: a minute after the last of them a third is left. Count never falls while the process lives.',
    process: 'It counts from the start of the process, and is gone with it.',
  },
};

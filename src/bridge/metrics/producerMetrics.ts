import type { Producer } from '../../engine/client/producer/Producer.ts';
import { MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Micros } from '../../shared/units.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const OF_CLIENT = 'kafka.producer:type=producer-metrics,name=';
const OF_TOPIC = 'kafka.producer:type=producer-topic-metrics,name=';

/** What a producer reports. A mean or maximum of nothing is NaN in Kafka, and missing here; so is all of a producer that is closed or dead. */
export function visitProducer(producer: Producer, nowUs: Micros, visit: MetricVisitor): void {
  if (!producer.isRunning()) return;
  const { meters, network, metadata, accumulator, config, workload } = producer;
  const tell = (name: string, value: number | null | undefined): void => {
    if (value !== null && value !== undefined) visit(`${OF_CLIENT}${name}`, null, value);
  };
  for (const [name, value] of meters.now(nowUs)) tell(name, value);
  tell('requests-in-flight', network.inFlight.size);
  const { updatedAtUs } = metadata;
  tell('metadata-age', updatedAtUs === -Infinity ? null : (nowUs - updatedAtUs) / MICROS_PER_SECOND);
  tell('buffer-total-bytes', config['buffer.memory']);
  tell('buffer-available-bytes', accumulator.freeBytes);
  tell('connection-count', network.connectionCount);
  for (const [name, value] of network.meters?.now(nowUs) ?? []) tell(name, value);
  if (!workload) return;
  for (const [name, value] of meters.ofTopic(nowUs))
    if (value !== null) visit(`${OF_TOPIC}${name},topic=${workload.topic}`, null, value);
}

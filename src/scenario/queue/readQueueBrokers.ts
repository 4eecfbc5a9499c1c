import { DEFAULTS } from '../defaults.ts';
import { nearestName } from '../nearestName.ts';
import { parseSize } from '../quantity.ts';
import { checked, readTime } from '../readCluster.ts';
import type { ReadReport } from '../readConfigs.ts';
import type {
  FileQueueBroker,
  FileQueueConsumer,
  FilePublisher,
  FileQueue,
  ScenarioFile,
} from '../ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblem } from '../ScenarioProblem.ts';
import { readArrivals } from '../workload/readWorkloadExtras.ts';
import type { PublisherSpec, QueueBrokerSpec, QueueConsumerSpec, QueueSpec } from './QueueBrokerSpec.ts';

/** Brokers of queues; nothing where a file has none. */
export function readQueueBrokers(
  file: ScenarioFile,
  report: ReadReport,
): { readonly queueBrokers?: readonly QueueBrokerSpec[] } {
  const { queueBrokers = [] } = file;
  if (queueBrokers.length === 0) return {};
  const paths = queueBrokers.map((_, i) => pathTo('queueBrokers', i));
  const clients = (key: 'publishers' | 'consumers'): readonly (readonly [string, string])[] =>
    queueBrokers.flatMap((broker, i) =>
      (broker[key] ?? []).map(
        (client, at) =>
          [client['client.id'], pathTo(pathTo(pathTo(paths[i] ?? '', key), at), 'client.id')] as const,
      ),
    );
  tellDuplicates(
    queueBrokers.map(({ name }, i) => [name, pathTo(paths[i] ?? '', 'name')] as const),
    report,
  );
  tellDuplicates(clients('publishers'), report);
  tellDuplicates(clients('consumers'), report);
  return { queueBrokers: queueBrokers.map((broker, i) => readQueueBroker(broker, paths[i] ?? '', report)) };
}

function readQueueBroker(file: FileQueueBroker, path: string, report: ReadReport): QueueBrokerSpec {
  const { name, exchanges = [], queues = [], bindings = [], publishers = [], consumers = [] } = file;
  const inList = (key: string, i: number, field: string) => pathTo(pathTo(pathTo(path, key), i), field);
  const exchangeNames = exchanges.map((exchange) => exchange.name);
  const queueNames = queues.map((queue) => queue.name);
  const expectName = (
    code: ScenarioProblem['code'],
    known: readonly string[],
    value: string | undefined,
    at: string,
  ) => {
    if (value !== undefined && !known.includes(value))
      report.problems.push(scenarioProblem(code, at, value, oneOf(known), nearestName(value, known)));
  };
  tellDuplicates(
    exchangeNames.map((exchange, i) => [exchange, inList('exchanges', i, 'name')] as const),
    report,
  );
  tellDuplicates(
    queueNames.map((queue, i) => [queue, inList('queues', i, 'name')] as const),
    report,
  );
  const orDefault = ['', ...exchangeNames];
  queues.forEach((queue, i) => {
    const exchange = queue['x-dead-letter-exchange'];
    expectName('unknown-exchange', orDefault, exchange, inList('queues', i, 'x-dead-letter-exchange'));
  });
  bindings.forEach((binding, i) => {
    expectName('unknown-exchange', exchangeNames, binding.exchange, inList('bindings', i, 'exchange'));
    expectName('unknown-queue', queueNames, binding.queue, inList('bindings', i, 'queue'));
  });
  publishers.forEach(({ exchange }, i) => {
    expectName('unknown-exchange', orDefault, exchange, inList('publishers', i, 'exchange'));
  });
  consumers.forEach((consumer, i) => {
    expectName('unknown-queue', queueNames, consumer.queue, inList('consumers', i, 'queue'));
    const says = consumer.failEvery !== undefined || (consumer.prefetch ?? 0) > 0;
    if (consumer.autoAck === true && says)
      report.problems.push(scenarioProblem('auto-ack-says-nothing', inList('consumers', i, 'autoAck'), true));
  });
  return {
    name,
    exchanges: exchanges.map((exchange) => ({
      name: exchange.name,
      type: (exchange.type ?? 'direct') as 'direct' | 'fanout' | 'topic',
    })),
    queues: queues.map(readQueue),
    bindings: bindings.map(({ exchange, queue, key = '' }) => ({ exchange, queue, key })),
    publishers: publishers.map((publisher, i) =>
      readPublisher(publisher, pathTo(pathTo(path, 'publishers'), i), report),
    ),
    consumers: consumers.map(readConsumer),
  };
}

function readQueue(file: FileQueue): QueueSpec {
  const ttl = file['x-message-ttl'];
  return {
    name: file.name,
    durable: file.durable ?? true,
    messageTtlUs: ttl === undefined ? null : readTime(ttl, 0),
    maxLength: file['x-max-length'] ?? null,
    overflow: file['x-overflow'] === 'reject-publish' ? 'reject-publish' : 'drop-head',
    deadLetterExchange: file['x-dead-letter-exchange'] ?? null,
    deadLetterRoutingKey: file['x-dead-letter-routing-key'] ?? null,
  };
}

function readPublisher(file: FilePublisher, path: string, report: ReadReport): PublisherSpec {
  const { exchange = '', routingKey, keys, arrivals, valueBytes, start, end = null } = file;
  const startUs = readTime(start, 0);
  const endUs = end === null ? null : readTime(end, 0);
  if (endUs !== null && endUs <= startUs)
    report.problems.push(scenarioProblem('end-before-start', pathTo(path, 'end'), end));
  if ((keys ?? 1) > 1 && !routingKey.includes('{n}'))
    report.problems.push(scenarioProblem('keys-without-placeholder', pathTo(path, 'keys'), keys));
  return {
    clientId: file['client.id'],
    exchange,
    routingKey,
    keyCount: keys ?? DEFAULTS.keyCount,
    arrivals: readArrivals(arrivals, pathTo(path, 'arrivals'), report),
    valueBytes: valueBytes === undefined ? DEFAULTS.valueBytes : checked(parseSize(valueBytes)),
    startUs,
    endUs,
    persistent: file.persistent ?? true,
    confirms: file.confirms ?? true,
  };
}

function readConsumer(file: FileQueueConsumer): QueueConsumerSpec {
  return {
    clientId: file['client.id'],
    queue: file.queue,
    prefetch: file.prefetch ?? 0,
    autoAck: file.autoAck ?? false,
    perMessageUs: readTime(file.perMessage, 0),
    slow: (file.slow ?? []).map(({ message, takes }) => ({ message, takesUs: readTime(takes, 0) })),
    failEvery: file.failEvery ?? null,
    failThen: file.failThen === 'reject' ? 'reject' : 'requeue',
    failOnce: file.failOnce ?? false,
  };
}

function tellDuplicates(named: readonly (readonly [name: string, path: string])[], report: ReadReport): void {
  const seen = new Set<string>();
  for (const [name, path] of named) {
    if (seen.has(name)) report.problems.push(scenarioProblem('duplicate', path, name));
    seen.add(name);
  }
}

import { nearestName } from '../nearestName.ts';
import { readTime } from '../readCluster.ts';
import type { ReadReport } from '../readConfigs.ts';
import type { ScenarioFile } from '../ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblemCode } from '../ScenarioProblem.ts';
import { isTransactional } from '../isTransactional.ts';
import type { FileErrors, FileSink, FileStoreUse } from './OutsideFile.ts';
import type { ErrorsSpec, OutsideConsumerSpec, SinkSpec, StoreSpec, StoreUseSpec } from './OutsideSpec.ts';

export const OUTSIDE_DEFAULTS = {
  latencyUs: 2_000,
  timeoutUs: 5_000_000,
  attempts: 3,
  backoffUs: 1_000_000,
  retryTimeoutMs: 0,
  retryDelayMaxMs: 60_000,
} as const;

export function readStores(
  file: ScenarioFile,
  report: ReadReport,
): { readonly stores?: readonly StoreSpec[] } {
  if (file.stores === undefined) return {};
  const seen = new Set<string>();
  const stores = file.stores.map((store, i) => {
    const path = pathTo('stores', i);
    if (seen.has(store.name))
      report.problems.push(scenarioProblem('duplicate', pathTo(path, 'name'), store.name));
    seen.add(store.name);
    const outages = (store.down ?? []).map(({ from, to }, at) => {
      const outage = { fromUs: readTime(from, 0), toUs: readTime(to, 0) };
      if (outage.toUs <= outage.fromUs)
        report.problems.push(
          scenarioProblem('end-before-start', pathTo(pathTo(pathTo(path, 'down'), at), 'to'), to),
        );
      return outage;
    });
    return {
      name: store.name,
      rack: store.rack ?? null,
      latencyUs: readTime(store.latency, OUTSIDE_DEFAULTS.latencyUs),
      outages: outages.sort((a, b) => a.fromUs - b.fromUs),
      failCommits: store.failCommits ?? [],
      loseAnswers: store.loseAnswers ?? [],
    };
  });
  return { stores };
}

/** What the n-th consumer's application does that is not Kafka. */
export function readOutside(
  file: ScenarioFile,
  n: number,
  topics: { readonly keys: () => Iterable<string> },
  report: ReadReport,
): OutsideConsumerSpec {
  const consumer = file.consumers?.[n];
  const processing = consumer?.processing;
  if (!consumer || !processing) return {};
  const { store, errors, sink, delay, deserialization } = processing;
  if ([store, errors, sink, delay, deserialization].every((part) => part === undefined)) return {};
  const path = pathTo(pathTo('consumers', n), 'processing');
  const tell = (code: ScenarioProblemCode, key: string, value: unknown): void => {
    report.problems.push(scenarioProblem(code, pathTo(path, key), value));
  };
  const keys = { store, errors, sink, deserialization };
  const key = Object.entries(keys).find(([, part]) => part !== undefined)?.[0] ?? 'delay';
  if ((consumer.configs?.['group.id'] ?? '') === '') tell('no-group', key, consumer['client.id']);
  if (processing.workers !== undefined) tell('outside-with-workers', 'workers', processing.workers);
  if (errors && processing.failures) tell('errors-and-failures', 'failures', processing.failures.percent);
  if (store?.offsets === 'store' && processing.commit !== undefined)
    tell('offsets-kept-twice', 'commit', processing.commit);
  const forwards = [errors?.retryTopic, errors?.deadLetterTopic, sink?.['errors.deadletterqueue.topic.name']];
  const forwardTopics = forwards.filter((topic): topic is string => topic !== undefined);
  if (sink && (errors?.retryTopic ?? errors?.deadLetterTopic) !== undefined)
    tell('sink-sends-to-its-own', 'sink', errors?.retryTopic ?? errors?.deadLetterTopic);
  if (forwardTopics.length > 0) {
    if (processing.output) tell('output-and-forwards', 'output', processing.output.producer);
    if (errors?.producer === undefined) tell('forwards-without-producer', 'errors', forwardTopics[0]);
  }
  const known = [...topics.keys()];
  for (const topic of forwardTopics)
    if (!known.includes(topic))
      report.problems.push(
        scenarioProblem('unknown-topic', pathTo(path, key), topic, oneOf(known), nearestName(topic, known)),
      );
  if (errors?.producer !== undefined) checkProducer(file, n, errors.producer, pathTo(path, 'errors'), report);
  return {
    ...(store && { store: readStoreUse(store, file, pathTo(path, 'store'), report) }),
    ...(errors && { errors: readErrors(errors) }),
    ...(sink && { sink: readSink(sink) }),
    ...(deserialization && {
      deserialization: {
        fails: deserialization.fails,
        againUs: deserialization.pollsAgain === undefined ? null : readTime(deserialization.pollsAgain, 0),
      },
    }),
    ...(delay !== undefined && { delayUs: readTime(delay, 0) }),
  };
}

function checkProducer(file: ScenarioFile, n: number, name: string, at: string, report: ReadReport): void {
  const path = pathTo(at, 'producer');
  const producers = file.producers ?? [];
  const producer = producers.find((one) => one['client.id'] === name);
  if (!producer) {
    const names = producers.map((one) => one['client.id']);
    report.problems.push(
      scenarioProblem('unknown-producer', path, name, oneOf(names), nearestName(name, names)),
    );
    return;
  }
  const tell = (code: ScenarioProblemCode): void => {
    report.problems.push(scenarioProblem(code, path, name));
  };
  const { workload } = producer;
  if ((workload ?? null) === null) tell('output-without-workload');
  if ((workload?.arrivals ?? null) !== null || (workload?.transaction ?? null) !== null)
    tell('output-of-its-own');
  if (isTransactional(file, name, producer.configs ?? {})) tell('forwards-in-transactions');
  const others = (file.consumers ?? []).filter((_, i) => i < n);
  if (
    others.some(({ processing }) => (processing?.output?.producer ?? processing?.errors?.producer) === name)
  )
    tell('output-of-two');
}

function readStoreUse(
  file: FileStoreUse,
  { stores = [] }: ScenarioFile,
  path: string,
  report: ReadReport,
): StoreUseSpec {
  const names = stores.map(({ name }) => name);
  if (!names.includes(file.name))
    report.problems.push(
      scenarioProblem(
        'unknown-store',
        pathTo(path, 'name'),
        file.name,
        oneOf(names),
        nearestName(file.name, names),
      ),
    );
  if (file.write === 'upsert' && (file.unique ?? 'none') === 'none')
    report.problems.push(scenarioProblem('upsert-without-key', pathTo(path, 'write'), file.write));
  return {
    name: file.name,
    write: file.write === 'upsert' ? 'upsert' : 'insert',
    unique: (file.unique ?? 'none') as StoreUseSpec['unique'],
    transaction: file.transaction === 'poll' ? 'poll' : 'record',
    offsets: file.offsets === 'store' ? 'store' : 'kafka',
    fencing: file.fencing === 'generation' ? 'generation' : 'none',
    timeoutUs: readTime(file.timeout, OUTSIDE_DEFAULTS.timeoutUs),
  };
}

function readErrors(file: FileErrors): ErrorsSpec {
  return {
    retriablePercent: file.retriable ?? 0,
    fatalPercent: file.fatal ?? 0,
    poison: file.poison ?? [],
    attempts: file.attempts ?? OUTSIDE_DEFAULTS.attempts,
    backoffUs: readTime(file.backoff, OUTSIDE_DEFAULTS.backoffUs),
    then: file.then === 'skip' ? 'skip' : 'stop',
    retryTopic: file.retryTopic ?? null,
    deadLetterTopic: file.deadLetterTopic ?? null,
    producer: file.producer ?? null,
  };
}

function readSink(file: FileSink): SinkSpec {
  return {
    tolerance: file['errors.tolerance'] === 'all' ? 'all' : 'none',
    retryTimeoutMs: file['errors.retry.timeout'] ?? OUTSIDE_DEFAULTS.retryTimeoutMs,
    retryDelayMaxMs: file['errors.retry.delay.max.ms'] ?? OUTSIDE_DEFAULTS.retryDelayMaxMs,
    deadLetterTopic: file['errors.deadletterqueue.topic.name'] ?? null,
    hasContextHeaders: file['errors.deadletterqueue.context.headers.enable'] === 'true',
  };
}

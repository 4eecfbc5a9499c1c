import type { ErrorSpec, OutsideSpec } from '../client/consumer/outside/OutsideSpec.ts';
import type { PlacedRecord } from '../client/consumer/outside/takeReadable.ts';
import { forwardHeaders, headerSizes, type ForwardStyle } from '../client/consumer/outside/forwardHeaders.ts';
import type { WorkloadShape } from '../client/producer/WorkloadSource.ts';
import { hashText } from '../kernel/hash.ts';
import { ExternalStore } from '../store/ExternalStore.ts';
import type { ConsumerSpec } from '../../scenario/Scenario.ts';
import type { StoreSpec } from '../../scenario/outside/OutsideSpec.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';

const PER_MILLION_OF_PERCENT = 10_000;

export function storeOf({ name, latencyUs, outages, failCommits, loseAnswers }: StoreSpec): ExternalStore {
  const config = {
    latencyUs,
    outages: Object.freeze(outages.map((one) => Object.freeze({ ...one }))),
    failCommits: Object.freeze([...failCommits]),
    loseAnswers: Object.freeze([...loseAnswers]),
  };
  return new ExternalStore(name, Object.freeze(config));
}

/** `client.id` of the producer of a consumer's process; null: it has none. */
export function producerOf({ output, errors }: ConsumerSpec): string | null {
  return output?.producer ?? errors?.producer ?? null;
}

/** What a consumer's application does beside reading Kafka; null: nothing. */
export function outsideOf(spec: ConsumerSpec, names: readonly string[], seed: number): OutsideSpec | null {
  const { store, delayUs, deserialization } = spec;
  const errors = errorsOf(spec, seed);
  if (!store && errors === null && delayUs === undefined && !deserialization) return null;
  return Object.freeze({
    ...(store && {
      store: Object.freeze({
        node: names.indexOf(`store:${store.name}`),
        name: store.name,
        unique: store.unique,
        isUpsert: store.write === 'upsert',
        isPerPoll: store.transaction === 'poll',
        keepsOffsets: store.offsets === 'store',
        showsToken: store.fencing === 'generation',
        timeoutUs: store.timeoutUs,
      }),
    }),
    ...(errors && { errors }),
    ...(deserialization && {
      deserialization: Object.freeze({
        fails: Object.freeze(deserialization.fails.map(placed)),
        againUs: deserialization.againUs,
      }),
    }),
    ...(delayUs !== undefined && { delayUs }),
  });
}

/** A record by its place, as the engine calls it. Frozen. */
function placed({
  partition,
  offset,
}: {
  readonly partition: string;
  readonly offset: number;
}): PlacedRecord {
  return Object.freeze({ topicPartition: partition, offset });
}

/** A sink of Kafka Connect tolerates errors by its own rules. */
function errorsOf({ clientId, errors, sink }: ConsumerSpec, seed: number): ErrorSpec | null {
  if (!errors && !sink) return null;
  const which = {
    retriablePerMillion: (errors?.retriablePercent ?? 0) * PER_MILLION_OF_PERCENT,
    fatalPerMillion: (errors?.fatalPercent ?? 0) * PER_MILLION_OF_PERCENT,
    poison: Object.freeze((errors?.poison ?? []).map(placed)),
    drawSeed: hashText(`${clientId}/errors`, seed),
  };
  if (sink) {
    const {
      tolerance,
      retryTimeoutMs,
      retryDelayMaxMs,
      deadLetterTopic: forwardTo,
      hasContextHeaders,
    } = sink;
    return Object.freeze({
      ...which,
      isSink: true,
      hasHeaders: hasContextHeaders,
      retry: Object.freeze({
        kind: 'timeout',
        timeoutUs: retryTimeoutMs < 0 ? Number.MAX_SAFE_INTEGER : retryTimeoutMs * MICROS_PER_MILLI,
        maxDelayUs: retryDelayMaxMs * MICROS_PER_MILLI,
      }),
      // What may pass and did not is left out, whatever errors.tolerance says.
      onRetriable: Object.freeze({ then: 'skip', forwardTo }),
      onFatal: Object.freeze({ then: tolerance === 'all' ? 'skip' : 'stop', forwardTo }),
    });
  }
  if (!errors) return null;
  const { attempts, backoffUs, then, retryTopic, deadLetterTopic } = errors;
  const later = retryTopic ?? deadLetterTopic;
  return Object.freeze({
    ...which,
    isSink: false,
    hasHeaders: true,
    retry: Object.freeze({ kind: 'attempts', attempts, backoffUs }),
    onRetriable: Object.freeze({ then: later === null ? then : 'skip', forwardTo: later }),
    onFatal: Object.freeze({ then: deadLetterTopic === null ? then : 'skip', forwardTo: deadLetterTopic }),
  });
}

/** The topics that a consumer's process sends records on to, and what a record is like there: as it was, with headers. */
export function forwardShapesOf(
  spec: ConsumerSpec,
  shape: WorkloadShape,
): ReadonlyMap<string, WorkloadShape> {
  const { errors, sink } = spec;
  const shapes = new Map<string, WorkloadShape>();
  const add = (topic: string | null | undefined, style: ForwardStyle | null): void => {
    if (topic === null || topic === undefined) return;
    const from = {
      topic: spec.subscribe[0] ?? '',
      partition: 0,
      offset: 0,
      group: spec.configs['group.id'] ?? '',
      error: 'DataException',
      attempts: 1,
    };
    const headers = style === null ? [] : headerSizes(forwardHeaders(style, from));
    const all = Object.freeze([...(shape.headers ?? []), ...headers]);
    shapes.set(topic, Object.freeze({ ...shape, topic, ...(all.length > 0 && { headers: all }) }));
  };
  add(errors?.retryTopic, 'retry');
  add(errors?.deadLetterTopic, 'deadLetter');
  add(sink?.deadLetterTopic, sink?.hasContextHeaders === true ? 'connect' : null);
  return shapes;
}

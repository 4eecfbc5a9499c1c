import { formatTime } from '../quantity.ts';
import type { FileErrors, FileOutsideProcessing, FileSink, FileStore, FileStoreUse } from './OutsideFile.ts';
import type { ErrorsSpec, OutsideConsumerSpec, SinkSpec, StoreSpec, StoreUseSpec } from './OutsideSpec.ts';
import { OUTSIDE_DEFAULTS } from './readOutside.ts';

export function formatStore(store: StoreSpec): FileStore {
  const { name, rack, latencyUs, outages, failCommits, loseAnswers } = store;
  return {
    name,
    ...(rack === null ? {} : { rack }),
    ...(latencyUs === OUTSIDE_DEFAULTS.latencyUs ? {} : { latency: formatTime(latencyUs) }),
    ...(outages.length === 0
      ? {}
      : { down: outages.map(({ fromUs, toUs }) => ({ from: formatTime(fromUs), to: formatTime(toUs) })) }),
    ...(failCommits.length === 0 ? {} : { failCommits }),
    ...(loseAnswers.length === 0 ? {} : { loseAnswers }),
  };
}

export function formatOutside({
  store,
  errors,
  sink,
  deserialization,
  delayUs,
}: OutsideConsumerSpec): FileOutsideProcessing {
  return {
    ...(store && { store: formatStoreUse(store) }),
    ...(errors && { errors: formatErrors(errors) }),
    ...(sink && { sink: formatSink(sink) }),
    ...(deserialization && {
      deserialization: {
        fails: deserialization.fails,
        ...(deserialization.againUs === null ? {} : { pollsAgain: formatTime(deserialization.againUs) }),
      },
    }),
    ...(delayUs !== undefined && { delay: formatTime(delayUs) }),
  };
}

function formatStoreUse({
  name,
  write,
  unique,
  transaction,
  offsets,
  fencing,
  timeoutUs,
}: StoreUseSpec): FileStoreUse {
  return {
    name,
    ...(write === 'insert' ? {} : { write }),
    ...(unique === 'none' ? {} : { unique }),
    ...(transaction === 'record' ? {} : { transaction }),
    ...(offsets === 'kafka' ? {} : { offsets }),
    ...(fencing === 'none' ? {} : { fencing }),
    ...(timeoutUs === OUTSIDE_DEFAULTS.timeoutUs ? {} : { timeout: formatTime(timeoutUs) }),
  };
}

function formatErrors(errors: ErrorsSpec): FileErrors {
  const { retriablePercent, fatalPercent, poison, attempts, backoffUs, then } = errors;
  const { retryTopic, deadLetterTopic, producer } = errors;
  return {
    ...(retriablePercent === 0 ? {} : { retriable: retriablePercent }),
    ...(fatalPercent === 0 ? {} : { fatal: fatalPercent }),
    ...(poison.length === 0 ? {} : { poison }),
    ...(attempts === OUTSIDE_DEFAULTS.attempts ? {} : { attempts }),
    ...(backoffUs === OUTSIDE_DEFAULTS.backoffUs ? {} : { backoff: formatTime(backoffUs) }),
    ...(then === 'stop' ? {} : { then }),
    ...(retryTopic === null ? {} : { retryTopic }),
    ...(deadLetterTopic === null ? {} : { deadLetterTopic }),
    ...(producer === null ? {} : { producer }),
  };
}

function formatSink({
  tolerance,
  retryTimeoutMs,
  retryDelayMaxMs,
  deadLetterTopic,
  hasContextHeaders,
}: SinkSpec): FileSink {
  return {
    ...(tolerance === 'none' ? {} : { 'errors.tolerance': tolerance }),
    ...(retryTimeoutMs === OUTSIDE_DEFAULTS.retryTimeoutMs ? {} : { 'errors.retry.timeout': retryTimeoutMs }),
    ...(retryDelayMaxMs === OUTSIDE_DEFAULTS.retryDelayMaxMs
      ? {}
      : { 'errors.retry.delay.max.ms': retryDelayMaxMs }),
    ...(deadLetterTopic === null ? {} : { 'errors.deadletterqueue.topic.name': deadLetterTopic }),
    ...(hasContextHeaders ? { 'errors.deadletterqueue.context.headers.enable': 'true' } : {}),
  };
}

/** What is allowed where something else stood. Data, so that any language can word it. */
export type Allowed =
  | { readonly kind: 'type'; readonly type: JsonType }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'form'; readonly form: TextForm };

export type JsonType = 'object' | 'list' | 'text' | 'whole number' | 'number' | 'true or false';
export type TextForm =
  | 'time'
  | 'negative time'
  | 'size'
  | 'rate'
  | 'bandwidth'
  | 'topic name'
  | 'partition'
  | 'client.id'
  | 'title'
  | 'description'
  | 'web address'
  | 'decimal'
  | 'currency'
  | 'text'
  | 'pair';

export type ScenarioProblemCode =
  | 'not-json'
  | 'not-yaml'
  | 'duplicate-key'
  | 'wrong-type'
  | 'missing-key'
  | 'unknown-key'
  | 'not-allowed'
  | 'bad-form'
  | 'minutes-or-months'
  | 'too-fine'
  | 'too-large'
  | 'out-of-range'
  | 'too-many'
  | 'duplicate'
  | 'empty-list'
  | 'unknown-broker'
  | 'unknown-controller'
  | 'stopped-controller'
  | 'unknown-topic'
  | 'unknown-partition'
  | 'unknown-producer'
  | 'unknown-consumer'
  | 'unknown-rack'
  | 'unknown-log-dir'
  | 'broker-or-rack'
  | 'unknown-node'
  | 'unknown-config'
  | 'config-elsewhere'
  | 'bad-config-value'
  | 'config-conflict'
  | 'same-node-twice'
  | 'replication-factor-differs'
  | 'not-a-replica'
  | 'leader-not-in-isr'
  | 'leader-not-running'
  | 'in-isr-and-elr'
  | 'elr-is-off'
  | 'leader-stands-elsewhere'
  | 'above-in-sync-log-end'
  | 'end-before-start'
  | 'keys-without-placeholder'
  | 'tombstones-without-key'
  | 'no-bootstrap-server'
  | 'one-of-arrivals'
  | 'no-time'
  | 'longer-than-between'
  | 'falling-times'
  | 'no-keys'
  | 'key-and-list'
  | 'pick-without-keys'
  | 'most-below-least'
  | 'values-and-ratio'
  | 'transfers-without-accounts'
  | 'transfers-and-tombstones'
  | 'other-books'
  | 'transaction-without-id'
  | 'transaction-without-end'
  | 'not-transactional'
  | 'output-without-workload'
  | 'output-of-its-own'
  | 'output-of-two'
  | 'output-commits-twice'
  | 'outside-with-workers'
  | 'errors-and-failures'
  | 'offsets-kept-twice'
  | 'sink-sends-to-its-own'
  | 'output-and-forwards'
  | 'forwards-without-producer'
  | 'forwards-in-transactions'
  | 'unknown-store'
  | 'upsert-without-key'
  | 'assign-and-subscribe'
  | 'no-group'
  | 'share-subscribes'
  | 'share-says-nothing'
  | 'unknown-exchange'
  | 'unknown-queue'
  | 'unknown-queue-broker'
  | 'unknown-publisher'
  | 'auto-ack-says-nothing'
  | 'share-has-no-position'
  | 'commit-every-alone'
  | 'event-loop-alone'
  | 'no-workload';

/** One thing that is wrong in a scenario file. `i18n/describeScenarioProblem` words it. */
export interface ScenarioProblem {
  readonly code: ScenarioProblemCode;
  /** Where: `topics[0].partitions`; empty for the whole file. */
  readonly path: string;
  /** What stands there, as JSON, shortened; null when nothing does. */
  readonly value: string | null;
  readonly allowed: Allowed | null;
  /** What was probably meant. */
  readonly suggestion: string | null;
  /** What the constructor of a client throws, as Kafka prints it. */
  readonly exception?: string;
  /** Only of a text that is not JSON: where reading stopped, from 1. */
  readonly line?: number;
  readonly column?: number;
}

const LONGEST_SHOWN_VALUE = 80;

/** A problem with everything optional filled in. */
export function scenarioProblem(
  code: ScenarioProblemCode,
  path: string,
  value: unknown,
  allowed: Allowed | null = null,
  suggestion: string | null = null,
): ScenarioProblem {
  return { code, path, value: value === undefined ? null : showValue(value), allowed, suggestion };
}

export function oneOf(values: readonly (string | number)[]): Allowed {
  return { kind: 'one-of', values: values.map(String) };
}

/** `path` and one more step: names with a dot before them, positions in brackets, anything else quoted. */
export function pathTo(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  const plain = /^[\w$.-]+$/.test(step) ? step : JSON.stringify(step);
  return path === '' ? plain : `${path}.${plain}`;
}

function showValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN_VALUE ? `${text.slice(0, LONGEST_SHOWN_VALUE - 1)}…` : text;
}

import * as z from 'zod/mini';
import type { CommandBody, ConfigMap } from '../scenario/Scenario.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import type { LookUpOf } from './EngineLike.ts';
import type { FactPattern, LedgerName, Measure, Predicate } from './predicates.ts';

/**
 * `steps.json`: what each step of a lesson does and asks, once for all languages. Texts refer to these ids. It holds no code:
 * what a step waits for, checks and grades is written in the small language of `predicates.ts`.
 */
export interface Lesson {
  readonly steps: readonly Step[];
}

/** What consumers have instead of what the scenario gives them, by their ids. */
export interface StepConfigs {
  readonly consumers?: Readonly<Record<string, ConfigMap>>;
  /** Of consumers of queues. */
  readonly prefetch?: Readonly<Record<string, number>>;
}

export interface Step {
  readonly id: string;
  /** Where the run starts. `scenario`: anew, with these configs changed. `previous`: where the step before ended. */
  readonly from: 'scenario' | 'previous';
  readonly configs?: StepConfigs & {
    readonly producers?: Readonly<Record<string, ConfigMap>>;
    readonly topics?: Readonly<Record<string, ConfigMap>>;
    /** Of all brokers. */
    readonly cluster?: ConfigMap;
    /** Feature level of `transaction.version`; left out: 2. */
    readonly transactionVersion?: 0 | 1;
  };
  /** Of the scenario's clients only these; left out: all of them. */
  readonly producers?: readonly string[];
  readonly consumers?: readonly string[];
  /** Of the clients of queue brokers only these. */
  readonly queueClients?: readonly string[];
  /** Done before the reader sees the step. */
  readonly before?: readonly Act[];
  /** The deed that the button names. A step without one is read, or played with freely. */
  readonly acts?: readonly Act[];
  readonly predict?: Question;
  /** What must hold when the acts are done: claims of the text, tested headless. */
  readonly check?: readonly Predicate[];
  /** Records that are looked up in a log when the acts are done: measures read what that took. */
  readonly lookUps?: Readonly<Record<string, LookUpOf>>;
  /** Numbers that the text shows, by the name it calls them. */
  readonly facts?: Readonly<Record<string, Measure>>;
  /** The fact whose chain of causes is shown after the deed; the last one that fits. */
  readonly explain?: FactPattern;
  readonly focus?: readonly string[];
  /** What the reader is shown first: a panel beside the stage, the partition that is drawn. They may choose another. */
  readonly show?: {
    readonly panel?:
      | 'now'
      | 'ledger'
      | 'metrics'
      | 'metadata'
      | 'storage'
      | 'producers'
      | 'transactions'
      | 'groups'
      | 'queues'
      | 'outside';
    /** What of the groups, and how many µs of it. */
    readonly groupPart?: 'owners' | 'steps' | 'offsets' | 'lag';
    readonly groupSpanUs?: number;
    readonly partition?: string;
  };
  readonly knobs?: readonly KnobId[];
  /** Open tasks: each is reached when its predicate holds, over all that happened since the step began. */
  readonly goals?: readonly Goal[];
}

export interface Act {
  readonly commands?: readonly CommandBody[];
  readonly until?: TraceGoal | { readonly atMs: number } | { readonly forMs: number };
  /** The goal must be met within this simulated time. */
  readonly limitMs: number;
}

export type Question =
  | {
      readonly id: string;
      readonly kind: 'choice';
      /** In the order shown. The run makes exactly one of them true. */
      readonly options: readonly { readonly id: string; readonly when: Predicate }[];
    }
  | {
      readonly id: string;
      readonly kind: 'number';
      readonly answer: Measure;
      /** An answer this far off still agrees. */
      readonly tolerance: number;
      readonly min: number;
      readonly max: number;
    };

/** How the headless test reaches it: one way of many. */
export interface Goal {
  readonly id: string;
  readonly when: Predicate;
  readonly solution: readonly Act[];
}

export const KNOB_IDS = [
  'acks',
  'min.insync.replicas',
  'unclean.leader.election.enable',
  'segment.ms',
  'segment.bytes',
  'index.interval.bytes',
  'flush.messages',
  'retention.ms',
  'cleanup.policy',
  'linger.ms',
  'batch.size',
  'compression.type',
  'session.timeout.ms',
  'heartbeat.interval.ms',
  'max.poll.interval.ms',
  'max.poll.records',
  'auto.commit.interval.ms',
  'auto.offset.reset',
  'prefetch',
] as const;
export type KnobId = (typeof KNOB_IDS)[number];

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const where = z.record(z.string(), z.union([scalar, z.array(z.number())]));
const text = z.string().check(z.minLength(1));
// Names of facts, ledger columns and commands belong to the engine's types; the headless test finds a wrong one.
const eventName = text as unknown as z.ZodMiniType<TraceGoal['event']>;
const ledgerName = text as unknown as z.ZodMiniType<LedgerName>;

const plainPattern = z.strictObject({ event: eventName, where: z.optional(where) });
const pattern = z.strictObject({
  event: eventName,
  where: z.optional(where),
  before: z.optional(plainPattern),
  after: z.optional(plainPattern),
});

const measure: z.ZodMiniType<Measure> = z.lazy(() =>
  z.union([
    z.strictObject({ value: z.number() }),
    z.strictObject({ ledger: ledgerName }),
    z.strictObject({ ledgerGrowth: ledgerName }),
    z.strictObject({ count: pattern }),
    z.strictObject({ sum: pattern, field: text }),
    z.strictObject({ max: pattern, field: text }),
    z.strictObject({ first: pattern, field: text }),
    z.strictObject({ last: pattern, field: text }),
    z.strictObject({ percentile: pattern, field: text, percent: z.number() }),
    z.strictObject({ readAfterMs: pattern, percent: z.optional(z.number()) }),
    z.strictObject({ timeMs: pattern }),
    z.strictObject({ betweenMs: z.tuple([pattern, pattern]) }),
    z.strictObject({ partitionsIn: pattern }),
    z.strictObject({ pausedMs: z.strictObject({ group: text }) }),
    z.strictObject({ lag: z.strictObject({ group: text, partition: z.optional(text) }) }),
    z.strictObject({ mostLag: z.strictObject({ group: text }) }),
    z.strictObject({ lagGoneMs: z.strictObject({ group: text, after: pattern }) }),
    z.strictObject({ sinceMs: pattern }),
    z.strictObject({ members: z.strictObject({ group: text, idle: z.optional(z.boolean()) }) }),
    z.strictObject({ committed: z.strictObject({ group: text, partition: text }) }),
    z.strictObject({ position: z.strictObject({ consumer: text, partition: text }) }),
    z.strictObject({ entity: text, field: text }),
    z.strictObject({
      metadataRecords: z.strictObject({ type: text, where: z.optional(z.record(z.string(), z.string())) }),
    }),
    z.strictObject({ lookUp: text, field: text }),
    z.strictObject({ replicasHolding: z.strictObject({ partition: text, below: measure }) }),
    z.strictObject({ sinceCaughtUpMs: z.strictObject({ leader: text, follower: z.int() }) }),
    z.strictObject({ minus: z.tuple([measure, measure]) }),
    z.strictObject({ plus: z.tuple([measure, measure]) }),
  ]),
) as unknown as z.ZodMiniType<Measure>;

const bound = z.optional(z.union([z.number(), measure]));

const predicate: z.ZodMiniType<Predicate> = z.lazy(() =>
  z.union([
    z.strictObject({ all: z.array(predicate) }),
    z.strictObject({ any: z.array(predicate) }),
    z.strictObject({ not: predicate }),
    z.strictObject({ saw: pattern }),
    z.strictObject({ measure, eq: bound, gt: bound, gte: bound, lt: bound, lte: bound }),
    z.strictObject({ entity: text, field: text, is: z.union([scalar, z.array(z.number())]) }),
  ]),
) as unknown as z.ZodMiniType<Predicate>;

const configMap = z.record(z.string(), z.string());
const link = z.tuple([text, text]);
const broker = z.int();

const partitionOffsets = z.array(z.strictObject({ partition: text, offset: z.int() }));

const direction = z.optional(z.literal('forward'));

const command = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('KillBroker'), broker }),
  z.strictObject({ kind: z.literal('StopBroker'), broker }),
  z.strictObject({ kind: z.literal('StartBroker'), broker }),
  z.strictObject({ kind: z.literal('KillController'), controller: broker }),
  z.strictObject({ kind: z.literal('StopController'), controller: broker }),
  z.strictObject({ kind: z.literal('StartController'), controller: broker }),
  z.strictObject({ kind: z.literal('CutControllerPower'), controller: broker }),
  z.strictObject({ kind: z.literal('CutPower'), broker: z.optional(broker), rack: z.optional(text) }),
  z.strictObject({ kind: z.literal('PauseProcess'), node: text, forUs: z.nullable(z.int()) }),
  z.strictObject({ kind: z.literal('ResumeProcess'), node: text }),
  z.strictObject({ kind: z.literal('FailDisk'), broker }),
  z.strictObject({ kind: z.literal('ReplaceDisk'), broker }),
  z.strictObject({ kind: z.literal('SlowDisk'), broker, factor: z.int() }),
  z.strictObject({ kind: z.literal('MendDisk'), broker }),
  z.strictObject({ kind: z.literal('CutLink'), between: link, direction }),
  z.strictObject({ kind: z.literal('MendLink'), between: link, direction }),
  z.strictObject({ kind: z.literal('ResetConnections'), between: link }),
  z.strictObject({
    kind: z.literal('SlowLink'),
    between: link,
    direction,
    latencyUs: z.nullable(z.int()),
    jitterUs: z.int(),
    bandwidthBitsPerSecond: z.nullable(z.int()),
    lossPercent: z.int(),
  }),
  z.strictObject({ kind: z.literal('SetClock'), node: text, offsetUs: z.int(), driftPpm: z.int() }),
  z.strictObject({ kind: z.literal('KillClient'), client: text }),
  z.strictObject({ kind: z.literal('CloseClient'), client: text }),
  z.strictObject({ kind: z.literal('StartClient'), client: text }),
  z.strictObject({ kind: z.literal('StallConsumer'), consumer: text }),
  z.strictObject({ kind: z.literal('UnstallConsumer'), consumer: text }),
  z.strictObject({
    kind: z.literal('Seek'),
    consumer: text,
    partitions: z.nullable(z.array(text)),
    to: z.enum(['beginning', 'end', 'offset', 'timestamp']),
    value: z.int(),
  }),
  z.strictObject({
    kind: z.literal('PausePartitions'),
    consumer: text,
    partitions: z.nullable(z.array(text)),
  }),
  z.strictObject({
    kind: z.literal('ResumePartitions'),
    consumer: text,
    partitions: z.nullable(z.array(text)),
  }),
  z.strictObject({ kind: z.literal('CommitOffsets'), consumer: text, offsets: partitionOffsets }),
  z.strictObject({
    kind: z.literal('AlterGroupConfigs'),
    group: text,
    configs: configMap,
    remove: z.optional(z.array(text)),
  }),
  z.strictObject({ kind: z.literal('DeleteGroups'), groups: z.array(text) }),
  z.strictObject({ kind: z.literal('AlterShareGroupOffsets'), group: text, offsets: partitionOffsets }),
  z.strictObject({ kind: z.literal('DeleteShareGroupOffsets'), group: text, topics: z.array(text) }),
  z.strictObject({
    kind: z.literal('AlterTopicConfigs'),
    topic: text,
    configs: configMap,
    remove: z.optional(z.array(text)),
  }),
  z.strictObject({
    kind: z.literal('AlterBrokerConfigs'),
    broker,
    configs: configMap,
    remove: z.optional(z.array(text)),
  }),
  z.strictObject({
    kind: z.literal('AlterClusterConfigs'),
    configs: configMap,
    remove: z.optional(z.array(text)),
  }),
  z.strictObject({
    kind: z.literal('CreateTopic'),
    topic: text,
    partitions: z.int(),
    replicationFactor: z.int(),
    replicas: z.nullable(z.array(z.array(broker))),
    configs: configMap,
  }),
  z.strictObject({ kind: z.literal('DeleteTopic'), topic: text }),
  z.strictObject({
    kind: z.literal('CreatePartitions'),
    topic: text,
    count: z.int(),
    replicas: z.nullable(z.array(z.array(broker))),
  }),
  z.strictObject({
    kind: z.literal('ElectLeaders'),
    electionType: z.enum(['PREFERRED', 'UNCLEAN']),
    partitions: z.nullable(z.array(text)),
  }),
  z.strictObject({
    kind: z.literal('AlterPartitionReassignments'),
    reassignments: z.array(z.strictObject({ partition: text, replicas: z.nullable(z.array(broker)) })),
  }),
  z.strictObject({ kind: z.literal('UnregisterBroker'), broker }),
  z.strictObject({ kind: z.literal('DeleteRecords'), partition: text, offset: z.int() }),
  z.strictObject({
    kind: z.literal('ResetOffsets'),
    group: text,
    partitions: z.nullable(z.array(text)),
    to: z.enum(['earliest', 'latest', 'current', 'offset', 'shift-by', 'by-duration']),
    value: z.int(),
  }),
  z.strictObject({ kind: z.literal('FailLogDir'), broker, logDir: z.nullable(text) }),
  z.strictObject({
    kind: z.literal('ResizeDisk'),
    broker,
    logDir: z.nullable(text),
    capacityBytes: z.nullable(z.int()),
  }),
  z.strictObject({
    kind: z.literal('AlterClientQuotas'),
    user: z.nullable(text),
    clientId: z.nullable(text),
    quotas: z.array(z.tuple([text, z.nullable(z.number())])),
  }),
  z.strictObject({ kind: z.literal('RestartProducer'), producer: text, configs: configMap }),
  z.strictObject({ kind: z.literal('PauseWorkload'), producer: text }),
  z.strictObject({ kind: z.literal('ResumeWorkload'), producer: text }),
  z.strictObject({ kind: z.literal('BeginTransaction'), producer: text }),
  z.strictObject({ kind: z.literal('CommitTransaction'), producer: text }),
  z.strictObject({ kind: z.literal('AbortTransaction'), producer: text }),
  z.strictObject({ kind: z.literal('KillQueueBroker'), queueBroker: text }),
  z.strictObject({ kind: z.literal('StartQueueBroker'), queueBroker: text }),
  z.strictObject({ kind: z.literal('PublishMessages'), publisher: text, count: z.int() }),
  z.strictObject({ kind: z.literal('SendRecords'), producer: text, count: z.int() }),
]) as unknown as z.ZodMiniType<CommandBody>;

const act = z.strictObject({
  commands: z.optional(z.array(command)),
  until: z.optional(
    z.union([
      z.strictObject({ atMs: z.number() }),
      z.strictObject({ forMs: z.number() }),
      z.strictObject({ event: eventName, where: z.optional(where), times: z.optional(z.int()) }),
    ]),
  ),
  limitMs: z.number(),
});

const question = z.discriminatedUnion('kind', [
  z.strictObject({
    id: text,
    kind: z.literal('choice'),
    options: z.array(z.strictObject({ id: text, when: predicate })).check(z.minLength(2)),
  }),
  z.strictObject({
    id: text,
    kind: z.literal('number'),
    answer: measure,
    tolerance: z.number(),
    min: z.number(),
    max: z.number(),
  }),
]);

const step = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  from: z.enum(['scenario', 'previous']),
  configs: z.optional(
    z.strictObject({
      producers: z.optional(z.record(z.string(), configMap)),
      topics: z.optional(z.record(z.string(), configMap)),
      cluster: z.optional(configMap),
      transactionVersion: z.optional(z.union([z.literal(0), z.literal(1)])),
      consumers: z.optional(z.record(z.string(), configMap)),
      prefetch: z.optional(z.record(z.string(), z.int())),
    }),
  ),
  producers: z.optional(z.array(text)),
  consumers: z.optional(z.array(text)),
  queueClients: z.optional(z.array(text)),
  before: z.optional(z.array(act)),
  acts: z.optional(z.array(act)),
  predict: z.optional(question),
  check: z.optional(z.array(predicate)),
  lookUps: z.optional(
    z.record(
      z.string(),
      z.union([
        z.strictObject({ partition: text, broker, offset: z.int() }),
        z.strictObject({ partition: text, broker, timestampMs: z.number() }),
      ]),
    ),
  ),
  facts: z.optional(z.record(z.string(), measure)),
  explain: z.optional(pattern),
  focus: z.optional(z.array(text)),
  show: z.optional(
    z.strictObject({
      panel: z.optional(
        z.enum([
          'now',
          'ledger',
          'metrics',
          'metadata',
          'storage',
          'producers',
          'transactions',
          'groups',
          'queues',
          'outside',
        ]),
      ),
      groupPart: z.optional(z.enum(['owners', 'steps', 'offsets', 'lag'])),
      groupSpanUs: z.optional(z.int()),
      partition: z.optional(text),
    }),
  ),
  knobs: z.optional(z.array(z.enum(KNOB_IDS))),
  goals: z.optional(z.array(z.strictObject({ id: text, when: predicate, solution: z.array(act) }))),
});

export const lessonSchema = z.strictObject({ steps: z.array(step).check(z.minLength(1)) });

/** A lesson's `steps.json`, or an error that names file and field. */
export function parseLesson(json: unknown, file: string): Lesson {
  const result = lessonSchema.safeParse(json);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`${file}: ${problems.join('; ')}`);
  }
  const lesson = result.data as Lesson;
  const ids = lesson.steps.map((each) => each.id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined) throw new Error(`${file}: two steps are called ${twice}`);
  if (lesson.steps[0]?.from !== 'scenario')
    throw new Error(`${file}: the first step starts from the scenario`);
  return lesson;
}

/** The steps whose acts must have been done before a step can be shown, oldest first; without the step itself. */
export function stepsBefore(lesson: Lesson, stepIndex: number): readonly Step[] {
  let first = stepIndex;
  while (first > 0 && lesson.steps[first]?.from === 'previous') first--;
  return lesson.steps.slice(first, stepIndex);
}

import { createPortal } from 'react-dom';
import { logKnobWords } from '../i18n/en/logKnobs.ts';
import { consumerKnobWords } from '../i18n/en/consumerKnobs.ts';
import { producerKnobWords } from '../i18n/en/producerKnobs.ts';
import { selectToldConfig } from '../state/selectors.ts';
import type { SimulationState } from '../state/Simulation.ts';
import { IconButton } from '../ui/Button.tsx';
import { HoverCard } from '../ui/HoverCard.tsx';
import { announce } from '../ui/LiveRegion.tsx';
import { useMessages } from '../ui/messages.tsx';
import { Segments } from '../ui/Segments.tsx';
import { usePanelState } from '../views/SimulationContext.tsx';
import {
  CONSUMER_KNOBS,
  consumerValueOf,
  isConsumerKnob,
  withConsumerValue,
  type ConsumerKnobId,
} from './consumerKnobs.ts';
import { useLesson, useLessonState } from './LessonContext.tsx';
import type { KnobId } from './lessonSchema.ts';
import { LOG_KNOBS, type LogKnobId } from './logKnobs.ts';
import { useStep } from './parts/StepContext.ts';
import { PRODUCER_KNOBS, type ProducerKnobId } from './producerKnobs.ts';
import { useStageTools } from './StageTools.tsx';

/** The configs that matter in this step, in the stage's tool bar where there is one, else below the text. */
export function LessonKnobs() {
  const tools = useStageTools();
  const knobs = useStep().knobs ?? [];
  if (knobs.length === 0) return null;
  const row = (
    <div className="lesson-knobs">
      {knobs.map((knob) => (
        <Knob key={knob} knob={knob} />
      ))}
    </div>
  );
  return tools === null ? row : createPortal(row, tools);
}

type TopicKnobId = Exclude<KnobId, 'acks' | ProducerKnobId | ConsumerKnobId>;
type KnownTopicKnobId = Exclude<TopicKnobId, LogKnobId>;

function Knob({ knob }: { readonly knob: KnobId }) {
  if (isConsumerKnob(knob)) return <ConsumerKnob knob={knob} />;
  switch (knob) {
    case 'acks':
      return <AcksKnob />;
    case 'linger.ms':
    case 'batch.size':
    case 'compression.type':
      return <ProducerKnob knob={knob} />;
    default:
      return <TopicKnob knob={knob} />;
  }
}

function useIsBusy(): boolean {
  return useLessonState(
    (state) => state.phase === 'preparing' || state.phase === 'running' || state.phase === 'failed',
  );
}

function firstProducer({ entities }: SimulationState) {
  for (const entity of entities.values()) if (entity.kind === 'producer') return entity;
  return null;
}

function firstPartition({ entities }: SimulationState) {
  for (const entity of entities.values()) if (entity.kind === 'partition') return entity;
  return null;
}

/** Each finds its producer or topic by itself: with the one of another hook it would be a frame late. */
function toldAcks(state: SimulationState): Acks | undefined {
  const producer = firstProducer(state);
  if (producer === null) return undefined;
  return selectToldConfig({ producer: producer.clientId }, 'acks')(state) as Acks | undefined;
}

function toldTopicConfig(state: SimulationState, knob: TopicKnobId): string | undefined {
  const partition = firstPartition(state);
  return partition === null ? undefined : selectToldConfig({ topic: partition.topic }, knob)(state);
}

type Acks = '0' | '1' | 'all';

function AcksKnob() {
  const m = useMessages().lesson.knobs;
  const { runtime } = useLesson();
  const isBusy = useIsBusy();
  const producer = usePanelState(firstProducer);
  // What was asked for, from the moment it was: the producer first ends what is under way.
  const told = usePanelState(toldAcks);
  if (producer === null) return null;
  return (
    <span className="lesson-knob">
      <Segments<Acks>
        label={m.acks.label}
        showLabel
        mono
        value={told ?? producer.acks}
        isDisabled={isBusy}
        segments={(['0', '1', 'all'] as const).map((value) => ({
          value,
          label: m.acks.values[value],
          isDefault: value === 'all',
        }))}
        onChange={(acks) => {
          announce(m.isNow(m.acks.label, acks));
          void runtime.apply({ kind: 'RestartProducer', producer: producer.clientId, configs: { acks } });
        }}
      />
      <KnobHint knob="acks" />
    </span>
  );
}

/** Values that a reader may choose for a config of the topic; and Kafka's default. */
const TOPIC_KNOBS: Readonly<
  Record<TopicKnobId, { readonly values: readonly string[]; readonly default: string }>
> = {
  'min.insync.replicas': { values: ['1', '2', '3'], default: '1' },
  'unclean.leader.election.enable': { values: ['false', 'true'], default: 'false' },
  'segment.ms': { values: ['60000', '300000', '604800000'], default: '604800000' },
  'retention.ms': { values: ['60000', '300000', '604800000'], default: '604800000' },
  'cleanup.policy': { values: ['delete', 'compact', 'compact,delete'], default: 'delete' },
  ...LOG_KNOBS,
};

/** What a config of the topic is called, and its values. */
function useTopicKnobWords(id: TopicKnobId): {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
} {
  const m = useMessages().lesson.knobs;
  return isLogKnob(id) ? { label: id, values: logKnobWords[id].words } : m[id];
}

function isLogKnob(id: KnobId): id is LogKnobId {
  return id in LOG_KNOBS;
}

/** A config of the topic, with what was told from the moment it was. */
function TopicKnob({ knob: id }: { readonly knob: TopicKnobId }) {
  const m = useMessages().lesson.knobs;
  const { runtime } = useLesson();
  const isBusy = useIsBusy();
  const partition = usePanelState(firstPartition);
  const told = usePanelState((state) => toldTopicConfig(state, id));
  if (partition === null) return null;
  const knob = useTopicKnobWords(id);
  const set = id === 'min.insync.replicas' ? String(partition.minIsr) : partition.configs[id];
  const { values, default: kafkaDefault } = TOPIC_KNOBS[id];
  return (
    <span className="lesson-knob">
      <Segments
        label={knob.label}
        showLabel
        mono
        value={told ?? set ?? kafkaDefault}
        isDisabled={isBusy}
        segments={values.map((value) => ({
          value,
          label: knob.values[value] ?? value,
          isDefault: value === kafkaDefault,
        }))}
        onChange={(value) => {
          announce(m.isNow(knob.label, knob.values[value] ?? value));
          void runtime.apply({ kind: 'AlterTopicConfigs', topic: partition.topic, configs: { [id]: value } });
        }}
      />
      <KnobHint knob={id} />
    </span>
  );
}

/** A config of the first producer, which a change restarts as a deploy would. */
function ProducerKnob({ knob }: { readonly knob: ProducerKnobId }) {
  const m = useMessages().lesson.knobs;
  const { runtime, fidelityMark } = useLesson();
  const isBusy = useIsBusy();
  const producer = usePanelState(firstProducer);
  const told = usePanelState((state) => {
    const first = firstProducer(state);
    return first === null ? undefined : selectToldConfig({ producer: first.clientId }, knob)(state);
  });
  if (producer === null) return null;
  const { values, default: kafkaDefault } = PRODUCER_KNOBS[knob];
  const { hint, words } = producerKnobWords[knob];
  const wordOf = (value: string) => (words as Readonly<Record<string, string>>)[value] ?? value;
  return (
    <span className="lesson-knob">
      <Segments
        label={knob}
        showLabel
        mono
        value={told ?? producer.configs[knob] ?? kafkaDefault}
        isDisabled={isBusy}
        segments={values.map((value) => ({
          value,
          label: wordOf(value),
          isDefault: value === kafkaDefault,
        }))}
        onChange={(value) => {
          announce(m.isNow(knob, wordOf(value)));
          void runtime.apply({
            kind: 'RestartProducer',
            producer: producer.clientId,
            configs: { [knob]: value },
          });
        }}
      />
      <HoverCard card={<p>{hint}</p>}>
        <IconButton icon="info" label={m.about(knob)} />
      </HoverCard>
      {fidelityMark?.(knob)}
    </span>
  );
}

/** A config of all consumers. They have it from the start of the run: a change sets the step up again. */
function ConsumerKnob({ knob }: { readonly knob: ConsumerKnobId }) {
  const m = useMessages().lesson.knobs;
  const { runtime, fidelityMark } = useLesson();
  const isBusy = useIsBusy();
  const scenario = usePanelState((state) => state.scenario);
  const value = consumerValueOf(knob, scenario);
  if (value === null) return null;
  const { values, default: usual } = CONSUMER_KNOBS[knob];
  const { hint, words } = consumerKnobWords[knob];
  const wordOf = (each: string) => (words as Readonly<Record<string, string>>)[each] ?? each;
  return (
    <span className="lesson-knob">
      <Segments
        label={knob}
        showLabel
        mono
        value={value}
        isDisabled={isBusy}
        segments={values.map((each) => ({
          value: each,
          label: wordOf(each),
          isDefault: each === usual,
        }))}
        onChange={(each) => {
          announce(m.isNow(knob, wordOf(each)));
          void runtime.reconfigure(withConsumerValue(knob, each, scenario));
        }}
      />
      <HoverCard card={<p>{hint}</p>}>
        <IconButton icon="info" label={m.about(knob)} />
      </HoverCard>
      {fidelityMark?.(knob)}
    </span>
  );
}

/** What it does, and what of it this engine simplifies or leaves out. */
function KnobHint({ knob }: { readonly knob: 'acks' | TopicKnobId }) {
  const m = useMessages().lesson.knobs;
  const { fidelityMark } = useLesson();
  const { hint, idempotence } = isLogKnob(knob)
    ? { hint: logKnobWords[knob].hint, idempotence: '' }
    : m[knob as KnownTopicKnobId | 'acks'];
  return (
    <>
      <HoverCard
        card={
          <>
            <p>{hint}</p>
            {idempotence !== '' && <p className="mt-1">{idempotence}</p>}
            <p className="mt-1 text-ink-2">
              {knob === 'acks' ? (
                <>
                  <em>{m.notModelled}:</em> {m.acksNotModelled}
                </>
              ) : (
                <>
                  <em>{m.simplified}:</em> {m.minSimplified}
                </>
              )}
            </p>
          </>
        }
      >
        <IconButton icon="info" label={m.about(knob)} />
      </HoverCard>
      {fidelityMark?.(knob)}
    </>
  );
}

import { createPortal } from 'react-dom';
import { selectToldConfig } from '../state/selectors.ts';
import type { SimulationState } from '../state/Simulation.ts';
import { IconButton } from '../ui/Button.tsx';
import { HoverCard } from '../ui/HoverCard.tsx';
import { announce } from '../ui/LiveRegion.tsx';
import { useMessages } from '../ui/messages.tsx';
import { Segments } from '../ui/Segments.tsx';
import { usePanelState } from '../views/SimulationContext.tsx';
import { useLesson, useLessonState } from './LessonContext.tsx';
import type { KnobId } from './lessonSchema.ts';
import { useStep } from './parts/StepContext.ts';
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

function Knob({ knob }: { readonly knob: KnobId }) {
  switch (knob) {
    case 'acks':
      return <AcksKnob />;
    case 'min.insync.replicas':
      return <MinInsyncKnob />;
    case 'unclean.leader.election.enable':
      return <UncleanElectionKnob />;
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

function toldMinimum(state: SimulationState): string | undefined {
  const partition = firstPartition(state);
  return partition === null
    ? undefined
    : selectToldConfig({ topic: partition.topic }, 'min.insync.replicas')(state);
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

type Minimum = '1' | '2' | '3';

function MinInsyncKnob() {
  const m = useMessages().lesson.knobs;
  const { runtime } = useLesson();
  const isBusy = useIsBusy();
  const partition = usePanelState(firstPartition);
  const told = usePanelState(toldMinimum);
  if (partition === null) return null;
  const knob = m['min.insync.replicas'];
  return (
    <span className="lesson-knob">
      <Segments<Minimum>
        label={knob.label}
        showLabel
        mono
        value={(told ?? String(partition.minIsr)) as Minimum}
        isDisabled={isBusy}
        segments={(['1', '2', '3'] as const).map((value) => ({
          value,
          label: knob.values[value],
          isDefault: value === '1',
        }))}
        onChange={(minimum) => {
          announce(m.isNow(knob.label, minimum));
          void runtime.apply({
            kind: 'AlterTopicConfigs',
            topic: partition.topic,
            configs: { 'min.insync.replicas': minimum },
          });
        }}
      />
      <KnobHint knob="min.insync.replicas" />
    </span>
  );
}

type Unclean = 'false' | 'true';

function toldUnclean(state: SimulationState): Unclean | undefined {
  const partition = firstPartition(state);
  if (partition === null) return undefined;
  const told = selectToldConfig({ topic: partition.topic }, 'unclean.leader.election.enable')(state);
  return told as Unclean | undefined;
}

function UncleanElectionKnob() {
  const m = useMessages().lesson.knobs;
  const { runtime } = useLesson();
  const isBusy = useIsBusy();
  const partition = usePanelState(firstPartition);
  const told = usePanelState(toldUnclean);
  if (partition === null) return null;
  const knob = m['unclean.leader.election.enable'];
  const set = partition.configs['unclean.leader.election.enable'] === 'true' ? 'true' : 'false';
  return (
    <span className="lesson-knob">
      <Segments<Unclean>
        label={knob.label}
        showLabel
        mono
        value={told ?? set}
        isDisabled={isBusy}
        segments={(['false', 'true'] as const).map((value) => ({
          value,
          label: knob.values[value],
          isDefault: value === 'false',
        }))}
        onChange={(value) => {
          announce(m.isNow(knob.label, value));
          void runtime.apply({
            kind: 'AlterTopicConfigs',
            topic: partition.topic,
            configs: { 'unclean.leader.election.enable': value },
          });
        }}
      />
      <KnobHint knob="unclean.leader.election.enable" />
    </span>
  );
}

/** What it does, and what of it this engine simplifies or leaves out. */
function KnobHint({ knob }: { readonly knob: KnobId }) {
  const m = useMessages().lesson.knobs;
  const { fidelityMark } = useLesson();
  return (
    <>
      <HoverCard
        card={
          <>
            <p>{m[knob].hint}</p>
            {m[knob].idempotence !== '' && <p className="mt-1">{m[knob].idempotence}</p>}
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
        <IconButton icon="info" label={m.about(m[knob].label)} />
      </HoverCard>
      {fidelityMark?.(knob)}
    </>
  );
}

import { useState } from 'react';
import { batchBytes } from '../../formulas/batchEfficiency.ts';
import { integerPower } from '../../formulas/binomial.ts';
import { recordSurvives } from '../../formulas/faultTolerance.ts';
import type { FormulaId, Measurement } from '../../formulas/Formula.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { useMessages } from '../../ui/messages.tsx';
import { usePanelState } from '../../views/SimulationContext.tsx';
import { useLesson } from '../LessonContext.tsx';
import { measureAvailability, type AvailabilityMeasurement } from '../trials/measureAvailability.ts';
import { measureBatchEfficiency } from '../trials/measureBatchEfficiency.ts';
import { measureDisk, type DiskMeasurement } from '../trials/measureDisk.ts';
import { measureLoss, SMALLEST_MEASURABLE_P } from '../trials/measureLoss.ts';
import { measureTolerance } from '../trials/measureTolerance.ts';
import { useTrials } from '../trials/useTrials.ts';
import { CompressionRatio } from './CompressionRatio.tsx';
import { ActiveConsumers, Heartbeat, Lag, RecoveryTime } from './ConsumerFormulas.tsx';
import { FormulaCard } from './FormulaCard.tsx';
import { measureState } from './measureState.ts';
import { InFlightCeiling, KeyedPartition, KeysMoved, PartitionCount } from './ProducerFormulas.tsx';

/** A formula wired to the cluster on the stage; what it predicts is measured by trials of their own. */
export function LessonFormula({ id }: { readonly id: FormulaId }) {
  switch (id) {
    case 'fault-tolerance':
      return <FaultTolerance />;
    case 'loss-probability':
      return <LossProbability />;
    case 'availability':
      return <Availability />;
    case 'batch-efficiency':
      return <BatchEfficiency />;
    case 'disk':
      return <Disk />;
    case 'keyed-partition':
      return <KeyedPartition />;
    case 'keys-moved':
      return <KeysMoved />;
    case 'partition-count':
      return <PartitionCount />;
    case 'compression-ratio':
      return <CompressionRatio />;
    case 'in-flight-ceiling':
      return <InFlightCeiling />;
    case 'active-consumers':
      return <ActiveConsumers />;
    case 'heartbeat':
      return <Heartbeat />;
    case 'lag':
      return <Lag />;
    case 'recovery-time':
      return <RecoveryTime />;
  }
}

function useCluster() {
  const { runtime } = useLesson();
  const partition = usePanelState((state) => first(state, 'partition'));
  const producer = usePanelState((state) => first(state, 'producer'));
  const setMinimum = (minimum: number) => {
    if (partition === null) return;
    const configs = { 'min.insync.replicas': String(minimum) };
    void runtime.apply({ kind: 'AlterTopicConfigs', topic: partition.topic, configs });
  };
  return { partition, producer, setMinimum };
}

type Entity = SimulationState['entities'] extends ReadonlyMap<string, infer View> ? View : never;

function first<Kind extends Entity['kind']>(
  state: SimulationState,
  kind: Kind,
): Extract<Entity, { kind: Kind }> | null {
  for (const entity of state.entities.values())
    if (entity.kind === kind) return entity as Extract<Entity, { kind: Kind }>;
  return null;
}

function FaultTolerance() {
  const m = useMessages().formulas;
  const { scenario } = useLesson();
  const { partition, setMinimum } = useCluster();
  const trials = useTrials<{ of: string; measured: Measurement }>();
  const values = { rf: partition?.replicas.length ?? 3, m: partition?.minIsr ?? 2 };
  const of = JSON.stringify(values);
  const survives = recordSurvives(values);
  const { start } = trials;
  return (
    <FormulaCard
      formula={FORMULAS['fault-tolerance']}
      values={values}
      onSymbol={{ m: setMinimum }}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      onMeasure={
        start === null
          ? null
          : () =>
              start(async (engine, watch) => ({
                of,
                measured: await measureTolerance(engine, scenario, values.m, watch),
              }))
      }
    >
      <p className="formula-note">{m['fault-tolerance'].notes(survives.full, survives.worst)}</p>
    </FormulaCard>
  );
}

function LossProbability() {
  const m = useMessages().formulas;
  const { scenario } = useLesson();
  const { partition, producer } = useCluster();
  const trials = useTrials<{ of: string; measured: Measurement }>();
  const [p, setP] = useState(0.2);
  // Until the reader sets k it is what the cluster on the stage would give the next record.
  const [chosenK, setChosenK] = useState<number | null>(null);
  const k = chosenK ?? (producer?.acks === 'all' ? Math.max(1, partition?.isr.length ?? 3) : 1);
  const minimum = partition?.effectiveMinIsr ?? 2;
  const values = { p, k };
  const of = JSON.stringify(values);
  const isMeasurable = p >= SMALLEST_MEASURABLE_P;
  const { start } = trials;
  return (
    <FormulaCard
      formula={FORMULAS['loss-probability']}
      values={values}
      onSymbol={{ p: setP, k: setChosenK }}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      notMeasurable={isMeasurable ? undefined : m['loss-probability'].tooRare(p)}
      onMeasure={
        start === null || !isMeasurable
          ? null
          : () =>
              start(async (engine, watch) => ({
                of,
                measured: await measureLoss(engine, scenario, { p, k }, undefined, watch),
              }))
      }
    >
      <p className="formula-note">{m['loss-probability'].promise(minimum, integerPower(p, minimum))}</p>
    </FormulaCard>
  );
}

function Availability() {
  const m = useMessages().formulas;
  const { scenario } = useLesson();
  const { partition, setMinimum } = useCluster();
  const trials = useTrials<{ of: string; measured: AvailabilityMeasurement }>();
  const [a, setA] = useState(0.99);
  const values = { a, rf: partition?.replicas.length ?? 3, m: partition?.minIsr ?? 2 };
  const of = JSON.stringify(values);
  const { start } = trials;
  const done =
    trials.state.kind === 'done' && trials.state.result.of === of ? trials.state.result.measured : null;
  return (
    <FormulaCard
      formula={FORMULAS.availability}
      values={values}
      onSymbol={{ a: setA, m: setMinimum }}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      onMeasure={
        start === null
          ? null
          : () =>
              start(async (engine, watch) => ({
                of,
                measured: await measureAvailability(
                  engine,
                  scenario,
                  { a, minInsyncReplicas: values.m },
                  undefined,
                  watch,
                ),
              }))
      }
    >
      {done !== null && (
        <p className="formula-note">
          {m.availability.causes(done.whileDetecting, done.whileRejoining, done.trials)}{' '}
          {m.availability.brokerShare(done.brokerShare)}
        </p>
      )}
    </FormulaCard>
  );
}

function BatchEfficiency() {
  const m = useMessages().formulas;
  const { scenario } = useLesson();
  const trials = useTrials<{ of: string; measured: Measurement }>();
  const [values, setValues] = useState({ n: 1, v: 100 });
  const of = JSON.stringify(values);
  const bytes = batchBytes(values.n, values.v);
  const { start } = trials;
  return (
    <FormulaCard
      formula={FORMULAS['batch-efficiency']}
      values={values}
      onSymbol={{
        n: (n) => setValues((old) => ({ ...old, n })),
        v: (v) => setValues((old) => ({ ...old, v })),
      }}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      onMeasure={
        start === null
          ? null
          : () =>
              start(async (engine) => ({
                of,
                measured: await measureBatchEfficiency(engine, scenario, values),
              }))
      }
    >
      <p className="formula-note">
        {m['batch-efficiency'].notes(bytes, batchBytes(1, values.v) - batchBytes(0, 0) - values.v)}
      </p>
    </FormulaCard>
  );
}

function Disk() {
  const m = useMessages().formulas;
  const { scenario } = useLesson();
  const trials = useTrials<{ of: string; measured: DiskMeasurement }>();
  const [values, setValues] = useState({ rate: 50, days: 7, rf: 3, brokers: 3 });
  const of = JSON.stringify(values);
  const { start } = trials;
  const set = (id: keyof typeof values) => (value: number) => setValues((old) => ({ ...old, [id]: value }));
  const done =
    trials.state.kind === 'done' && trials.state.result.of === of ? trials.state.result.measured : null;
  return (
    <FormulaCard
      formula={FORMULAS.disk}
      values={values}
      onSymbol={{ rate: set('rate'), days: set('days'), rf: set('rf'), brokers: set('brokers') }}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      onMeasure={
        start === null
          ? null
          : () =>
              start(async (engine, watch) => ({
                of,
                measured: await measureDisk(engine, scenario, values, watch),
              }))
      }
    >
      <p className="formula-note">{done === null ? m.disk.unscaled : m.disk.scaled(done.share)}</p>
    </FormulaCard>
  );
}

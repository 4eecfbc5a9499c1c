import { useState } from 'react';
import { batchBytes } from '../../formulas/batchEfficiency.ts';
import { integerPower } from '../../formulas/binomial.ts';
import { recordSurvives } from '../../formulas/faultTolerance.ts';
import type { FormulaId } from '../../formulas/Formula.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { useMessages } from '../../ui/messages.tsx';
import { usePanelState } from '../../views/SimulationContext.tsx';
import { useLesson } from '../LessonContext.tsx';
import { measureAvailability } from '../trials/measureAvailability.ts';
import { measureBatchEfficiency } from '../trials/measureBatchEfficiency.ts';
import { measureDisk } from '../trials/measureDisk.ts';
import { measureLoss, SMALLEST_MEASURABLE_P } from '../trials/measureLoss.ts';
import { measureTolerance } from '../trials/measureTolerance.ts';
import { CompressionRatio } from './CompressionRatio.tsx';
import { ActiveConsumers, Heartbeat, Lag, RecoveryTime } from './ConsumerFormulas.tsx';
import { InFlightCeiling, KeyedPartition, KeysMoved, PartitionCount } from './ProducerFormulas.tsx';
import { TrialCard } from './TrialCard.tsx';
import { AcksLatency, HeadOfLine, LittlesLaw, SyncRate, Utilisation } from './TuningFormulas.tsx';
import { useSymbols } from './useSymbols.ts';

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
    case 'littles-law':
      return <LittlesLaw />;
    case 'utilisation':
      return <Utilisation />;
    case 'sync-rate':
      return <SyncRate />;
    case 'acks-latency':
      return <AcksLatency />;
    case 'head-of-line':
      return <HeadOfLine />;
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
  const values = { rf: partition?.replicas.length ?? 3, m: partition?.minIsr ?? 2 };
  const survives = recordSurvives(values);
  return (
    <TrialCard
      id="fault-tolerance"
      values={values}
      onSymbol={{ m: setMinimum }}
      measure={(engine, watch) => measureTolerance(engine, scenario, values.m, watch)}
      note={() => <p className="formula-note">{m['fault-tolerance'].notes(survives.full, survives.worst)}</p>}
    />
  );
}

function LossProbability() {
  const m = useMessages().formulas['loss-probability'];
  const { scenario } = useLesson();
  const { partition, producer } = useCluster();
  const [p, setP] = useState(0.2);
  // Until the reader sets k it is what the cluster on the stage would give the next record.
  const [chosenK, setChosenK] = useState<number | null>(null);
  const k = chosenK ?? (producer?.acks === 'all' ? Math.max(1, partition?.isr.length ?? 3) : 1);
  const minimum = partition?.effectiveMinIsr ?? 2;
  const isMeasurable = p >= SMALLEST_MEASURABLE_P;
  return (
    <TrialCard
      id="loss-probability"
      values={{ p, k }}
      onSymbol={{ p: setP, k: setChosenK }}
      notMeasurable={isMeasurable ? undefined : m.tooRare(p)}
      measure={
        isMeasurable ? (engine, watch) => measureLoss(engine, scenario, { p, k }, undefined, watch) : null
      }
      note={() => <p className="formula-note">{m.promise(minimum, integerPower(p, minimum))}</p>}
    />
  );
}

function Availability() {
  const m = useMessages().formulas.availability;
  const { scenario } = useLesson();
  const { partition, setMinimum } = useCluster();
  const [a, setA] = useState(0.99);
  const values = { a, rf: partition?.replicas.length ?? 3, m: partition?.minIsr ?? 2 };
  return (
    <TrialCard
      id="availability"
      values={values}
      onSymbol={{ a: setA, m: setMinimum }}
      measure={(engine, watch) =>
        measureAvailability(engine, scenario, { a, minInsyncReplicas: values.m }, undefined, watch)
      }
      note={(done) =>
        done !== null && (
          <p className="formula-note">
            {m.causes(done.whileDetecting, done.whileRejoining, done.trials)}{' '}
            {m.brokerShare(done.brokerShare)}
          </p>
        )
      }
    />
  );
}

function BatchEfficiency() {
  const m = useMessages().formulas['batch-efficiency'];
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols({ n: 1, v: 100 });
  const bytes = batchBytes(values.n, values.v);
  return (
    <TrialCard
      id="batch-efficiency"
      values={values}
      onSymbol={onSymbol}
      measure={(engine) => measureBatchEfficiency(engine, scenario, values)}
      note={() => (
        <p className="formula-note">
          {m.notes(bytes, batchBytes(1, values.v) - batchBytes(0, 0) - values.v)}
        </p>
      )}
    />
  );
}

function Disk() {
  const m = useMessages().formulas.disk;
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols({ rate: 50, days: 7, rf: 3, brokers: 3 });
  return (
    <TrialCard
      id="disk"
      values={values}
      onSymbol={onSymbol}
      measure={(engine, watch) => measureDisk(engine, scenario, values, watch)}
      note={(done) => <p className="formula-note">{done === null ? m.unscaled : m.scaled(done.share)}</p>}
    />
  );
}

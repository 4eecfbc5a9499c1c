import { useState } from 'react';
import { idleMembers } from '../../formulas/activeConsumers.ts';
import type { Measurement, SymbolValues } from '../../formulas/Formula.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { timeLagS } from '../../formulas/lag.ts';
import { useMessages } from '../../ui/messages.tsx';
import { usePanelState } from '../../views/SimulationContext.tsx';
import { selectCluster } from '../../views/clusterModel.ts';
import { useLesson } from '../LessonContext.tsx';
import { measureHeartbeat } from '../trials/measureHeartbeat.ts';
import { measureLag, type LagMeasurement } from '../trials/measureLag.ts';
import { measureRecovery } from '../trials/measureRecovery.ts';
import { useTrials } from '../trials/useTrials.ts';
import { FormulaCard, type MeasureState } from './FormulaCard.tsx';
import { measureState } from './measureState.ts';

/**
 * Of the first group on the stage. Its members are counted there at once, and the symbol starts and closes consumers of the lesson until
 * there are so many.
 */
export function ActiveConsumers() {
  const m = useMessages().formulas['active-consumers'];
  const { runtime } = useLesson();
  const cluster = selectCluster(usePanelState((state) => state.entities));
  const group = cluster.groups[0] ?? null;
  const clients = cluster.consumers.filter((consumer) => consumer.group?.groupId === group?.groupId);
  const running = clients.filter(({ process }) => process === 'running');
  const topics = new Set(
    running.flatMap(({ positions }) => positions.map(({ partition }) => topicOf(partition))),
  );
  const partitions = cluster.partitions.filter(({ topic }) => topics.has(topic)).length;
  const values = { members: running.length, partitions: Math.max(1, partitions) };
  const setMembers = (wanted: number) => {
    for (const client of clients) {
      const runs = client.process === 'running';
      const shall = clients.indexOf(client) < Math.min(clients.length, wanted);
      if (runs !== shall)
        void runtime.apply({ kind: shall ? 'StartClient' : 'CloseClient', client: client.key });
    }
  };
  const isSettled = group?.state === 'Stable' && group.members.length === running.length;
  const state: MeasureState = isSettled
    ? {
        kind: 'done',
        measured: {
          value: group.members.filter((member) => member.partitions.length > 0).length,
          interval: null,
          trials: 1,
          failedAssumption: topics.size > 1 ? 'oneTopic' : null,
        },
      }
    : { kind: 'idle' };
  return (
    <FormulaCard
      formula={FORMULAS['active-consumers']}
      values={values}
      onSymbol={{ members: setMembers }}
      state={state}
      onMeasure={null}
      onStop={nothing}
      notMeasurable={isSettled ? m.live : m.unsettled}
    >
      <p className="formula-note">{m.idle(idleMembers(values))}</p>
    </FormulaCard>
  );
}

function nothing(): void {}

function topicOf(partition: string): string {
  return partition.slice(0, partition.lastIndexOf('-'));
}

export function Heartbeat() {
  const m = useMessages().formulas.heartbeat;
  const { scenario } = useLesson();
  const trials = useTrials<{ of: string; measured: Measurement }>();
  const [values, setValues] = useState({ interval: 3, session: 45 });
  const of = JSON.stringify(values);
  const isRefused = values.interval >= values.session;
  const { start } = trials;
  return (
    <FormulaCard
      formula={FORMULAS.heartbeat}
      values={values}
      onSymbol={{
        interval: (interval) => setValues((old) => ({ ...old, interval })),
        session: (session) => setValues((old) => ({ ...old, session })),
      }}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      notMeasurable={isRefused ? m.refused : undefined}
      onMeasure={
        start === null || isRefused
          ? null
          : () =>
              start(async (engine, watch) => ({
                of,
                measured: await measureHeartbeat(engine, scenario, values, watch),
              }))
      }
    >
      <p className="formula-note">{m.third(values.session / 3)}</p>
    </FormulaCard>
  );
}

export function Lag() {
  const m = useMessages().formulas.lag;
  const { scenario } = useLesson();
  const trials = useTrials<{ of: string; measured: LagMeasurement }>();
  const [values, setValues] = useState({ end: 100_500, committed: 100_400, rate: 10 });
  const of = JSON.stringify(values);
  const { start, state } = trials;
  const set = (id: keyof typeof values) => (value: number) => setValues((old) => ({ ...old, [id]: value }));
  const done = state.kind === 'done' && state.result.of === of ? state.result.measured : null;
  return (
    <FormulaCard
      formula={FORMULAS.lag}
      values={values}
      onSymbol={{ end: set('end'), committed: set('committed'), rate: set('rate') }}
      state={measureState(state, of)}
      onStop={trials.stop}
      onMeasure={
        start === null || values.committed > values.end
          ? null
          : () => start(async (engine) => ({ of, measured: await measureLag(engine, scenario, values) }))
      }
    >
      <p className="formula-note">
        {m.age(timeLagS(values))} {done !== null && m.measuredAge(done.ageS)}
      </p>
    </FormulaCard>
  );
}

export function RecoveryTime() {
  const m = useMessages().formulas['recovery-time'];
  const { scenario } = useLesson();
  const trials = useTrials<{ of: string; measured: Measurement }>();
  const [values, setValues] = useState({ lag: 100_000, mu: 1500, lambda: 1000 });
  const of = JSON.stringify(values);
  const { start } = trials;
  const set = (id: keyof typeof values) => (value: number) => setValues((old) => ({ ...old, [id]: value }));
  const drains = isFiniteTime(values);
  return (
    <FormulaCard
      formula={FORMULAS['recovery-time']}
      values={values}
      onSymbol={{ lag: set('lag'), mu: set('mu'), lambda: set('lambda') }}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      notMeasurable={drains ? undefined : m.never}
      onMeasure={
        start === null || !drains
          ? null
          : () =>
              start(async (engine, watch) => ({
                of,
                measured: await measureRecovery(engine, scenario, values, watch),
              }))
      }
    >
      {drains && <p className="formula-note">{m.load(values.lambda / values.mu)}</p>}
    </FormulaCard>
  );
}

function isFiniteTime(values: SymbolValues): boolean {
  return FORMULAS['recovery-time'].compute(values) !== Infinity;
}

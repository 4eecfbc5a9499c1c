import { idleMembers } from '../../formulas/activeConsumers.ts';
import type { SymbolValues } from '../../formulas/Formula.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { timeLagS } from '../../formulas/lag.ts';
import { useMessages } from '../../ui/messages.tsx';
import { usePanelState } from '../../views/SimulationContext.tsx';
import { selectCluster } from '../../views/clusterModel.ts';
import { useLesson } from '../LessonContext.tsx';
import { measureHeartbeat } from '../trials/measureHeartbeat.ts';
import { measureLag } from '../trials/measureLag.ts';
import { measureRecovery } from '../trials/measureRecovery.ts';
import { FormulaCard, type MeasureState } from './FormulaCard.tsx';
import { TrialCard } from './TrialCard.tsx';
import { useSymbols } from './useSymbols.ts';

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
  const { values, onSymbol } = useSymbols({ interval: 3, session: 45 });
  const isRefused = values.interval >= values.session;
  return (
    <TrialCard
      id="heartbeat"
      values={values}
      onSymbol={onSymbol}
      notMeasurable={isRefused ? m.refused : undefined}
      measure={isRefused ? null : (engine, watch) => measureHeartbeat(engine, scenario, values, watch)}
      note={() => <p className="formula-note">{m.third(values.session / 3)}</p>}
    />
  );
}

export function Lag() {
  const m = useMessages().formulas.lag;
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols({ end: 100_500, committed: 100_400, rate: 10 });
  return (
    <TrialCard
      id="lag"
      values={values}
      onSymbol={onSymbol}
      measure={values.committed > values.end ? null : (engine) => measureLag(engine, scenario, values)}
      note={(done) => (
        <p className="formula-note">
          {m.age(timeLagS(values))} {done !== null && m.measuredAge(done.ageS)}
        </p>
      )}
    />
  );
}

export function RecoveryTime() {
  const m = useMessages().formulas['recovery-time'];
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols({ lag: 100_000, mu: 1500, lambda: 1000 });
  const drains = isFiniteTime(values);
  return (
    <TrialCard
      id="recovery-time"
      values={values}
      onSymbol={onSymbol}
      notMeasurable={drains ? undefined : m.never}
      measure={drains ? (engine, watch) => measureRecovery(engine, scenario, values, watch) : null}
      note={() => drains && <p className="formula-note">{m.load(values.lambda / values.mu)}</p>}
    />
  );
}

function isFiniteTime(values: SymbolValues): boolean {
  return FORMULAS['recovery-time'].compute(values) !== Infinity;
}

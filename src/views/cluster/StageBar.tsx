import type { ReactNode } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { ClusterModel } from '../clusterModel.ts';
import { useSimulationState, useStageViewStore } from '../SimulationContext.tsx';

/** Which partition is drawn, what is true of it, and the knobs of who uses the stage. */
export function StageBar({
  cluster,
  partition,
  small,
  children,
}: {
  readonly cluster: ClusterModel;
  readonly partition: PartitionView | null;
  readonly small: boolean;
  readonly children: ReactNode;
}) {
  const m = useMessages().stage;
  const view = useStageViewStore();
  const isLoading = useSimulationState((state) => state.status === 'loading');
  const choice =
    cluster.partitions.length < 2 ? null : (
      <select
        aria-label={m.partitionChoice}
        // In a row that is moved sideways it keeps its width; else a long name is cut before knobs are.
        className={`${small ? 'shrink-0' : 'min-w-[116px] shrink'} rounded-cell border border-control bg-surface px-1 py-0.5 min-h-8 text-[13px] font-[620] pointer-coarse:min-h-11`}
        value={partition?.name}
        onChange={(event) => view.setState({ partition: event.target.value, end: null })}
      >
        {cluster.partitions.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    );
  return (
    <div
      className={
        small
          ? `stage-bar flex min-h-12 items-center gap-2 overflow-x-auto border-b border-line px-2 ${choice === null ? 'stage-bar-tools' : ''}`
          : 'stage-bar flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-1.5'
      }
    >
      {small && choice}
      {!small && (
        // A choice keeps its room: what stands beside it goes to a line of its own where both have none.
        <div
          className={`flex flex-1 items-center gap-2 whitespace-nowrap ${choice === null ? 'min-w-0' : 'min-w-[132px]'}`}
        >
          {choice ?? (
            <span className="text-[13px] font-[620]">
              {partition?.name ?? (isLoading ? '' : m.noPartition)}
            </span>
          )}
          {partition !== null && (
            // Where there is no room for the button it goes to a second line, which is not shown; nor does it push others away.
            <span className="-my-2 flex h-8 min-w-0 shrink flex-wrap self-center overflow-hidden">
              <span className="h-8 w-0" />
              <IconButton
                icon="info"
                label={m.inspector.ofPartition(partition.name)}
                onPress={() => view.setState({ inspected: partition.key })}
              />
            </span>
          )}
          {partition !== null && (
            // What has no room goes to a second line, which is not shown: a fact is there or it is not.
            <span className="@container min-w-0 flex-1">
              <span className="hidden h-[18px] flex-wrap gap-x-1 overflow-hidden leading-[18px] text-ink-2 @min-[120px]:flex">
                {m
                  .partitionFacts({
                    replicationFactor: partition.replicas.length,
                    leaderEpoch: partition.leaderEpoch,
                    partitionEpoch: partition.partitionEpoch,
                  })
                  .map((fact, index) => (
                    <span key={fact}>
                      {index > 0 && <span aria-hidden="true">· </span>}
                      {fact}
                    </span>
                  ))}
              </span>
            </span>
          )}
        </div>
      )}
      <div
        className={
          small ? (choice === null ? 'min-w-0 flex-1' : 'stage-bar-row') : 'flex items-center gap-x-4 gap-y-1'
        }
      >
        {children}
      </div>
    </div>
  );
}

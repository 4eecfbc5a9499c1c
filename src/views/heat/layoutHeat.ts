import type { ReplicaColumns } from '../../bridge/frame.ts';
import type { ClusterModel } from '../clusterModel.ts';
import type { HeatView } from '../SimulationContext.tsx';
import { chosenGroup, groupLagOf } from './groupLag.ts';
import { layoutHeatMap, type HeatMapLayout } from './layoutHeatMap.ts';
import { layoutTopicMap } from './layoutTopicMap.ts';

/** Where each cell stands, as the reader looks at the cluster, and the lag of the group that the reader looks at. */
export function layoutHeat(
  columns: ReplicaColumns,
  { brokers, groups }: Pick<ClusterModel, 'brokers' | 'groups'>,
  heat: Pick<HeatView, 'mode' | 'order' | 'arrangement' | 'group'>,
  size: { readonly width: number; readonly height: number },
): { readonly layout: HeatMapLayout; readonly groupLag: Float64Array } {
  const groupLag = groupLagOf(columns, chosenGroup(groups, heat.group));
  const input = { columns, groupLag, brokers, ...size, mode: heat.mode, order: heat.order };
  return {
    layout: heat.arrangement === 'topics' ? layoutTopicMap(input) : layoutHeatMap(input),
    groupLag,
  };
}

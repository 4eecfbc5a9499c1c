import { useMemo, useState } from 'react';
import type { ConsumerView } from '../../bridge/frame.ts';
import { group as m } from '../../i18n/en/group.ts';
import { MICROS_PER_SECOND, type Micros } from '../../shared/units.ts';
import { Segments } from '../../ui/Segments.tsx';
import { selectCluster, type ClusterModel } from '../clusterModel.ts';
import { usePanelState, useStageView, useStageViewStore, type GroupPart } from '../SimulationContext.tsx';
import '../views.css';
import { groupCauses, groupHistories, tellsOfGroups } from './groupHistory.ts';
import { GroupLagView } from './GroupLagView.tsx';
import { GroupOffsetsView } from './GroupOffsetsView.tsx';
import { WhyAspects } from '../trace/WhyAspects.tsx';
import { GroupOwners } from './GroupOwners.tsx';
import { GroupSteps } from './GroupSteps.tsx';
import { useRunRows } from './useRunRows.ts';
import './group.css';

const PARTS = ['owners', 'steps', 'offsets', 'lag'] as const;
const SPANS_US: readonly Micros[] = [15, 60, 600].map((seconds) => seconds * MICROS_PER_SECOND);
const ALL = 'all';

/** Groups of consumers: who reads which partition over time, the steps of the protocol, offsets on the log, and lag. */
export function GroupPanel() {
  const cluster = selectCluster(usePanelState((state) => state.entities));
  const nowUs = usePanelState((state) => state.nowUs);
  const part = useStageView((view) => view.groupPart);
  const spanUs = useStageView((view) => view.groupSpanUs);
  const view = useStageViewStore();
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = useRunRows(tellsOfGroups);
  const { groupOf, histories, causes } = useMemo(() => {
    const members = groupsOfClients(cluster);
    return { groupOf: members, histories: groupHistories(rows, members), causes: groupCauses(rows, members) };
  }, [rows, cluster]);
  const ids = histories.map(({ groupId }) => groupId);
  const groupId = ids.find((id) => id === chosen) ?? ids[0];
  const history = histories.find((each) => each.groupId === groupId);
  const group = cluster.groups.find((each) => each.groupId === groupId);
  const window = { fromUs: spanUs === null ? 0 : Math.max(0, nowUs - spanUs), toUs: Math.max(1, nowUs) };
  const spans =
    spanUs === null || SPANS_US.includes(spanUs) ? SPANS_US : [spanUs, ...SPANS_US].sort((a, b) => a - b);
  return (
    <section aria-label={m.title} className="group-panel">
      {groupOf.size === 0 && cluster.groups.length === 0 ? (
        <p className="type-row py-2 text-ink-2">{m.empty}</p>
      ) : (
        <>
          <div className="group-tools">
            <Segments<GroupPart>
              label={m.parts.label}
              value={part}
              onChange={(groupPart) => view.setState({ groupPart })}
              segments={PARTS.map((value) => ({ value, label: m.parts[value] }))}
              wraps
            />
            {part !== 'owners' && ids.length > 1 && (
              <Segments
                label={m.group}
                value={groupId ?? ''}
                onChange={setChosen}
                segments={ids.map((id) => ({ value: id, label: id }))}
                wraps
              />
            )}
            {part !== 'offsets' && (
              <Segments
                label={m.span.label}
                value={spanUs === null ? ALL : String(spanUs)}
                onChange={(value) => view.setState({ groupSpanUs: value === ALL ? null : Number(value) })}
                segments={[
                  ...spans.map((us) => ({ value: String(us), label: m.span.last(us) })),
                  { value: ALL, label: m.span.all },
                ]}
                wraps
              />
            )}
          </div>
          {part !== 'owners' && groupId !== undefined && (
            <WhyAspects key={groupId} of={`group:${groupId}`} name={groupId} />
          )}
          {part === 'owners' && (
            <GroupOwners histories={histories} groups={cluster.groups} causes={causes} window={window} />
          )}
          {part === 'steps' && history !== undefined && <GroupSteps history={history} window={window} />}
          {part === 'offsets' &&
            (group === undefined ? (
              <p className="type-row py-2 text-ink-2">{m.noCoordinator}</p>
            ) : (
              <GroupOffsetsView cluster={cluster} group={group} />
            ))}
          {part === 'lag' &&
            (group === undefined ? (
              <p className="type-row py-2 text-ink-2">{m.noCoordinator}</p>
            ) : (
              <GroupLagView cluster={cluster} group={group} window={window} />
            ))}
        </>
      )}
    </section>
  );
}

/** Which group each consumer belongs to that has one. */
function groupsOfClients({ consumers }: ClusterModel): ReadonlyMap<string, string> {
  const grouped = consumers.filter(
    (consumer): consumer is ConsumerView & { group: NonNullable<ConsumerView['group']> } =>
      consumer.group !== undefined,
  );
  return new Map(grouped.map(({ clientId, group }) => [clientId, group.groupId]));
}

import { useCallback, useState } from 'react';
import type { EntityKey, EntityView } from '../../bridge/frame.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ACTION_GROUPS, entityActions, type EntityAction } from '../../views/cluster/entityActions.ts';
import { selectCluster } from '../../views/clusterModel.ts';
import { usePanelFacts, useSimulation } from '../../views/SimulationContext.tsx';
import { DraggableDeed } from './drag/DraggableDeed.tsx';
import { FidelityMark } from '../fidelity/FidelityMark.tsx';

const HOUR_US = 3_600_000_000;
const KINDS: ReadonlySet<EntityView['kind']> = new Set(['broker', 'controller', 'producer', 'consumer']);
/** What other parts of the palette have already. */
const ELSEWHERE: ReadonlySet<EntityAction['body']['kind']> = new Set([
  'KillBroker',
  'StopBroker',
  'StartBroker',
  'PauseWorkload',
  'ResumeWorkload',
  'SendRecords',
]);

function isHere(action: EntityAction): boolean {
  if (action.group === 'network' || action.group === 'connections' || ELSEWHERE.has(action.body.kind))
    return false;
  return action.body.kind !== 'CutPower' || 'rack' in action.body;
}

function keysOf({ entities }: SimulationState): readonly EntityKey[] {
  return [...entities.values()].flatMap((view) => (KINDS.has(view.kind) ? [view.key] : []));
}

/** What else can go wrong with one node: its process, its disk, its clock. */
export function FaultDeeds() {
  const m = useMessages();
  const simulation = useSimulation();
  const keys = usePanelFacts(keysOf);
  const [chosen, setChosen] = useState<EntityKey>('');
  const node = keys.includes(chosen) ? chosen : (keys[0] ?? null);
  const { stage } = m;
  const actionsNow = useCallback(
    ({ entities }: SimulationState) =>
      node === null ? [] : entityActions(stage, selectCluster(entities), node).filter(isHere),
    [stage, node],
  );
  const actions = usePanelFacts(actionsNow);
  if (node === null) return null;
  const name = m.lab.node(node);
  const clocks = [
    { label: m.lab.clock.ahead, offsetUs: HOUR_US },
    { label: m.lab.clock.behind, offsetUs: -HOUR_US },
    { label: m.lab.clock.right, offsetUs: 0 },
  ];
  return (
    <>
      <SelectField
        label={m.lab.faultyNode}
        value={node}
        onChange={setChosen}
        options={keys.map((key) => ({ value: key, label: m.lab.node(key) }))}
      />
      {ACTION_GROUPS.map((group) => {
        const deeds = actions.filter((action) => action.group === group);
        return deeds.length === 0 ? null : (
          <div key={group} className="flex flex-col gap-1.5">
            <h3 className="type-row text-ink-3">{m.stage.actions.groups[group]}</h3>
            {deeds.map(({ id, label, icon, body }) => (
              <div key={id} className="flex flex-col items-start gap-0.5">
                <DraggableDeed deed={{ kind: 'deed', id }} className="w-full">
                  <Button
                    icon={icon}
                    className="w-full !justify-start"
                    aria-label={m.lab.deedOnNode(label, name)}
                    onPress={() => void simulation.apply(body)}
                  >
                    {label}
                  </Button>
                </DraggableDeed>
                <FidelityMark control={body.kind} />
              </div>
            ))}
          </div>
        );
      })}
      <div className="flex flex-col gap-1.5">
        <h3 className="type-row text-ink-3">{m.lab.clock.title}</h3>
        <div className="grid grid-cols-3 gap-2">
          {clocks.map(({ label, offsetUs }) => (
            <Button
              key={offsetUs}
              aria-label={m.lab.deedOnNode(m.lab.clock.deed(label), name)}
              onPress={() => void simulation.apply({ kind: 'SetClock', node, offsetUs, driftPpm: 0 })}
            >
              {label}
            </Button>
          ))}
        </div>
        <FidelityMark control="SetClock" />
      </div>
    </>
  );
}

import { useState } from 'react';
import type { BrokerView } from '../../bridge/frame.ts';
import type { CommandBody } from '../../scenario/Scenario.ts';
import { selectBrokers } from '../../state/selectors.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import type { IconName } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { FidelityMark } from '../fidelity/FidelityMark.tsx';
import { DraggableDeed } from './drag/DraggableDeed.tsx';
import { usePanelFacts, usePanelState, useSimulation } from '../../views/SimulationContext.tsx';

type Deed = Extract<CommandBody['kind'], 'KillBroker' | 'StopBroker' | 'CutPower' | 'StartBroker'>;

/** `id` as in the menu of a broker in the picture. */
const DEEDS: readonly { readonly kind: Deed; readonly id: string; readonly icon: IconName }[] = [
  { kind: 'KillBroker', id: 'kill', icon: 'bolt' },
  { kind: 'StopBroker', id: 'stop', icon: 'pause' },
  { kind: 'CutPower', id: 'power', icon: 'power' },
  { kind: 'StartBroker', id: 'start', icon: 'play' },
];

/** What the deeds ask of a broker: not its figures, which every frame changes. */
type Broker = Pick<BrokerView, 'key' | 'nodeId' | 'process' | 'fenced'>;

function brokersOf(state: SimulationState): readonly Broker[] {
  return selectBrokers(state).map(({ key, nodeId, process, fenced }) => ({ key, nodeId, process, fenced }));
}

function isPossible(deed: Deed, broker: Broker): boolean {
  const isUp = ['starting', 'running', 'stopping'].includes(broker.process);
  return deed === 'StartBroker' ? !isUp : isUp;
}

/** Crash, stop, cut the power of, and start one broker. */
export function BrokerDeeds() {
  const m = useMessages().lab;
  const simulation = useSimulation();
  const brokers = usePanelFacts(brokersOf);
  const isLoading = usePanelState((state) => state.status === 'loading');
  const [chosen, setChosen] = useState<string | null>(null);
  const broker = brokers.find((view) => view.key === chosen) ?? brokers[0];
  if (broker === undefined) return isLoading ? null : <p className="type-row text-ink-3">{m.noBrokers}</p>;
  return (
    <>
      <SelectField
        label={m.broker}
        value={broker.key}
        onChange={setChosen}
        options={brokers.map((view) => ({
          value: view.key,
          label: m.brokerOption(view.nodeId, m.process[view.process], view.fenced),
        }))}
      />
      <div className="grid grid-cols-2 gap-2">
        {DEEDS.map(({ kind, id, icon }) => (
          <div key={kind} className="flex flex-col items-start gap-0.5">
            <DraggableDeed deed={{ kind: 'deed', id }} className="w-full">
              <Button
                icon={icon}
                className="w-full !justify-start"
                isDisabled={!isPossible(kind, broker)}
                aria-label={m.deedOn(m.deeds[kind], broker.nodeId)}
                onPress={() => void simulation.apply({ kind, broker: broker.nodeId } as CommandBody)}
              >
                {m.deeds[kind]}
              </Button>
            </DraggableDeed>
            <FidelityMark control={kind} />
          </div>
        ))}
      </div>
    </>
  );
}

import { useState } from 'react';
import { selectProducers, selectToldConfig } from '../../state/selectors.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { usePanelFacts, usePanelState, useSimulation } from '../../views/SimulationContext.tsx';
import { ConfigEditor } from './ConfigEditor.tsx';
import { LabelledSegments } from './TopicDeeds.tsx';

const RECORDS_AT_ONCE = 10;

/** What does not change with every frame. */
function producersOf(state: SimulationState) {
  return selectProducers(state).map(({ key, clientId, acks, idempotent, paused, configs }) => ({
    key,
    clientId,
    acks,
    idempotent,
    paused,
    configs,
  }));
}

/** A producer's acks and other configs (a change restarts it, as in life), and its workload. */
export function ProducerDeeds() {
  const m = useMessages().lab;
  const simulation = useSimulation();
  const producers = usePanelFacts(producersOf);
  const [chosen, setChosen] = useState('');
  const view = producers.find((one) => one.key === chosen) ?? producers[0];
  // What was asked for, from the moment it was: the producer first ends what is under way.
  const toldAcks = usePanelState(selectToldConfig({ producer: view?.clientId ?? '' }, 'acks'));
  if (view === undefined) return <p className="type-row text-ink-3">{m.noProducers}</p>;

  const producer = view.clientId;
  const set = (name: string, value: string) =>
    void simulation.apply({ kind: 'RestartProducer', producer, configs: { [name]: value } });
  return (
    <>
      <SelectField
        label={m.producer}
        value={view.key}
        onChange={setChosen}
        options={producers.map((one) => ({ value: one.key, label: one.clientId }))}
      />
      <LabelledSegments name="acks">
        <Segments
          label="acks"
          mono
          value={toldAcks ?? view.acks}
          onChange={(value) => set('acks', value)}
          segments={[
            { value: '0', label: '0' },
            { value: '1', label: '1' },
            { value: 'all', label: 'all', isDefault: true },
          ]}
        />
      </LabelledSegments>
      <p className="type-row text-ink-3">{m.idempotence(view.idempotent)}</p>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button
          icon={view.paused ? 'play' : 'pause'}
          className="!justify-start"
          onPress={() =>
            void simulation.apply({ kind: view.paused ? 'ResumeWorkload' : 'PauseWorkload', producer })
          }
        >
          {view.paused ? m.deeds.ResumeWorkload : m.deeds.PauseWorkload}
        </Button>
        <Button
          icon="producer"
          className="!justify-start"
          onPress={() => void simulation.apply({ kind: 'SendRecords', producer, count: RECORDS_AT_ONCE })}
        >
          {m.sendRecords(RECORDS_AT_ONCE)}
        </Button>
      </div>
      <ConfigEditor place="producer" except={['acks']} current={view.configs} onSet={set} />
    </>
  );
}

import { useCallback, useState } from 'react';
import { microscope } from '../../i18n/en/microscope.ts';
import { Button } from '../../ui/Button.tsx';
import type { SimulationState } from '../../state/Simulation.ts';
import { SelectField } from '../../ui/fields.tsx';
import { selectCluster, selectPartition } from '../../views/clusterModel.ts';
import { usePanelFacts, useStageView } from '../../views/SimulationContext.tsx';
import type { Replica } from './MicroscopeScreen.tsx';

const m = microscope.open;

/** Brokers that have replicas, and of which partitions. */
function hostsOf({ entities }: SimulationState) {
  const { brokers, replicas } = selectCluster(entities);
  const partitions = new Map<number, string[]>();
  for (const { broker, partition } of replicas) {
    const known = partitions.get(broker);
    if (known === undefined) partitions.set(broker, [partition]);
    else known.push(partition);
  }
  return brokers.flatMap(({ nodeId }) => {
    const hosted = partitions.get(nodeId);
    return hosted === undefined ? [] : [{ nodeId, partitions: hosted }];
  });
}

/** Chooses a broker and one of its partitions, and opens the directory of that. */
export function OpenMicroscope({ onOpen }: { readonly onOpen: (replica: Replica) => void }) {
  const shown = useStageView((view) => view.partition);
  const drawn = usePanelFacts(
    useCallback(
      ({ entities }: SimulationState) => selectPartition(selectCluster(entities), shown)?.name ?? null,
      [shown],
    ),
  );
  const [broker, setBroker] = useState<number | null>(null);
  const [partition, setPartition] = useState<string | null>(null);
  const hosts = usePanelFacts(hostsOf);
  const chosenBroker = hosts.find(({ nodeId }) => nodeId === broker) ?? hosts[0];
  const hosted = chosenBroker?.partitions ?? [];
  const chosen = [partition, drawn].find((name) => name !== null && hosted.includes(name)) ?? hosted[0];
  if (chosenBroker === undefined || chosen === undefined)
    return <p className="type-row text-ink-3">{m.none}</p>;
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          label={m.broker}
          value={String(chosenBroker.nodeId)}
          options={hosts.map(({ nodeId }) => ({ value: String(nodeId), label: String(nodeId) }))}
          onChange={(value) => setBroker(Number(value))}
        />
        <SelectField
          label={m.partition}
          mono
          value={chosen}
          options={hosted.map((name) => ({ value: name, label: name }))}
          onChange={setPartition}
        />
      </div>
      <Button
        icon="search"
        className="!justify-start"
        onPress={() => onOpen({ broker: chosenBroker.nodeId, partition: chosen })}
      >
        {m.open}
      </Button>
    </>
  );
}

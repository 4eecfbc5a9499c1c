import { useEffect, useState } from 'react';
import type { ConfigDescription, EntityKey } from '../../bridge/frame.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { usePanelState, useSimulation } from '../../views/SimulationContext.tsx';
import { FidelityMark } from '../fidelity/FidelityMark.tsx';

const SECOND_US = 1_000_000;

/** What holds for what is inspected: what was set and where, then Kafka's defaults; each with how true to Kafka it is. */
export function InspectorConfigs({ entityKey }: { readonly entityKey: EntityKey }) {
  const m = useMessages().lab.inspectorConfigs;
  const simulation = useSimulation();
  const commands = usePanelState((state) => state.commands);
  const second = usePanelState((state) => Math.floor(state.nowUs / SECOND_US));
  const [configs, setConfigs] = useState<readonly ConfigDescription[]>([]);
  useEffect(() => {
    let isWanted = true;
    simulation.describeConfigs(entityKey).then(
      (next) => {
        if (isWanted) setConfigs(next);
      },
      // A worker that died is told of by the stage.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [simulation, entityKey, commands, second]);
  if (configs.length === 0) return null;
  const set = configs.filter(({ source }) => source !== 'DEFAULT_CONFIG');
  const defaults = configs.filter(({ source }) => source === 'DEFAULT_CONFIG');
  return (
    <section aria-label={m.title}>
      <h3 className="type-panel mb-1">{m.title}</h3>
      {set.length === 0 ? (
        <p className="type-row text-ink-3">{m.allDefault}</p>
      ) : (
        <ConfigList configs={set} />
      )}
      {defaults.length > 0 && (
        <Disclosure title={m.defaults(defaults.length)} level={4}>
          <ConfigList configs={defaults} />
        </Disclosure>
      )}
    </section>
  );
}

function ConfigList({ configs }: { readonly configs: readonly ConfigDescription[] }) {
  const m = useMessages().lab.inspectorConfigs;
  return (
    <ul>
      {configs.map(({ name, value, source }) => (
        <li key={name} className="border-b border-line py-1 last:border-b-0">
          <p className="mono [overflow-wrap:anywhere]">
            <span className="text-ink-2">{name}</span> = {value ?? 'null'}
          </p>
          <p className="type-row flex flex-wrap items-center gap-x-2 text-ink-3">
            {source !== 'DEFAULT_CONFIG' && <span>{m.sources[source]}</span>}
            <FidelityMark control={name} />
          </p>
        </li>
      ))}
    </ul>
  );
}

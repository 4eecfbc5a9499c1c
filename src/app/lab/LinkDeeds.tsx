import { useState } from 'react';
import {
  selectBrokers,
  selectConsumers,
  selectControllers,
  selectCutLinks,
  selectProducers,
} from '../../state/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { usePanelState, useSimulation } from '../../views/SimulationContext.tsx';

function isBetween(pair: readonly [string, string], a: string, b: string): boolean {
  return (pair[0] === a && pair[1] === b) || (pair[0] === b && pair[1] === a);
}

/** Cut and mend the link between any two. */
export function LinkDeeds() {
  const m = useMessages().lab;
  const simulation = useSimulation();
  const links = usePanelState(selectCutLinks);
  const brokers = usePanelState(selectBrokers);
  const controllers = usePanelState(selectControllers);
  const producers = usePanelState(selectProducers);
  const consumers = usePanelState(selectConsumers);
  const keys = [...brokers, ...controllers, ...producers, ...consumers].map((view) => view.key);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  if (keys.length < 2) return <p className="type-row text-ink-3">{m.noLinks}</p>;

  const source = keys.includes(from) ? from : (keys[0] ?? '');
  const others = keys.filter((key) => key !== source);
  const target = others.includes(to) ? to : (others[0] ?? '');
  const isCut = links.some((link) => isBetween(link.between, source, target));
  const options = (list: readonly string[]) => list.map((key) => ({ value: key, label: m.node(key) }));
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <SelectField label={m.linkFrom} value={source} onChange={setFrom} options={options(keys)} />
        <SelectField label={m.linkTo} value={target} onChange={setTo} options={options(others)} />
      </div>
      <Button
        icon={isCut ? 'mend' : 'cut'}
        className="!justify-start"
        onPress={() =>
          void simulation.apply({ kind: isCut ? 'MendLink' : 'CutLink', between: [source, target] })
        }
      >
        {isCut ? m.deeds.MendLink : m.deeds.CutLink}
      </Button>
      {links.length > 0 && (
        <ul aria-label={m.cutLinks} className="flex flex-col gap-1">
          {links.map((link) => (
            <li
              key={link.key}
              className="flex items-center justify-between gap-2 rounded-button bg-error-tint pl-2.5 text-error"
            >
              <span>{m.linkCut(m.node(link.between[0]), m.node(link.between[1]))}</span>
              <Button
                variant="ghost"
                size="small"
                aria-label={m.mendOne(m.node(link.between[0]), m.node(link.between[1]))}
                onPress={() => void simulation.apply({ kind: 'MendLink', between: link.between })}
              >
                {m.mend}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import { useState } from 'react';
import type { EntityKey, LinkView } from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import {
  selectBrokers,
  selectConsumers,
  selectControllers,
  selectCutLinks,
  selectProducers,
} from '../../state/selectors.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { linkOf, oneWayOf } from '../../views/clusterModel.ts';
import { usePanelFacts, usePanelState, useSimulation } from '../../views/SimulationContext.tsx';

/** What one press makes of a link. */
const SLOW = { latencyUs: 200_000, jitterUs: 100_000, bandwidthBitsPerSecond: null, lossPercent: 0 } as const;

/** Of all that may have a link; not what else every frame says of them. */
function keysOf(state: SimulationState): readonly EntityKey[] {
  const lists = [selectBrokers, selectControllers, selectProducers, selectConsumers] as const;
  return lists.flatMap((select) => select(state).map(({ key }) => key));
}

function linkWords(m: Catalogue['lab'], link: LinkView): string {
  const words = (ways: LinkView['cut'], what: 'cut' | 'slow'): string => {
    if (ways === null) return '';
    const oneWay = oneWayOf(link, ways);
    const [a, b] = oneWay ?? link.between;
    return m.linkIs(m.node(a), m.node(b), what, oneWay !== null);
  };
  return [words(link.cut, 'cut'), words(link.slow, 'slow')].filter((text) => text !== '').join(', ');
}

/** Cut, slow down and mend the link between any two, one way or both. */
export function LinkDeeds() {
  const m = useMessages().lab;
  const simulation = useSimulation();
  const links = usePanelState(selectCutLinks);
  const keys = usePanelFacts(keysOf);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [oneWay, setOneWay] = useState(false);
  if (keys.length < 2) return <p className="type-row text-ink-3">{m.noLinks}</p>;

  const source = keys.includes(from) ? from : (keys[0] ?? '');
  const others = keys.filter((key) => key !== source);
  const target = others.includes(to) ? to : (others[0] ?? '');
  const link = linkOf(links, source, target);
  const way = oneWay ? ({ direction: 'forward' } as const) : {};
  const between: readonly [string, string] = [source, target];
  const options = (list: readonly string[]) => list.map((key) => ({ value: key, label: m.node(key) }));
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <SelectField label={m.linkFrom} value={source} onChange={setFrom} options={options(keys)} />
        <SelectField label={m.linkTo} value={target} onChange={setTo} options={options(others)} />
      </div>
      <Segments
        label={m.linkWays}
        value={oneWay ? 'forward' : 'both'}
        onChange={(value) => setOneWay(value === 'forward')}
        segments={[
          { value: 'both', label: m.bothWays },
          { value: 'forward', label: m.oneWay },
        ]}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button
          icon="cut"
          className="!justify-start"
          isDisabled={link?.cut === 'both'}
          onPress={() => void simulation.apply({ kind: 'CutLink', between, ...way })}
        >
          {m.deeds.CutLink}
        </Button>
        <Button
          icon="clock"
          className="!justify-start"
          onPress={() => void simulation.apply({ kind: 'SlowLink', between, ...way, ...SLOW })}
        >
          {m.deeds.SlowLink}
        </Button>
        <Button
          icon="mend"
          className="!justify-start"
          isDisabled={link === null}
          onPress={() => void simulation.apply({ kind: 'MendLink', between })}
        >
          {m.deeds.MendLink}
        </Button>
        <Button
          icon="close"
          className="!justify-start"
          onPress={() => void simulation.apply({ kind: 'ResetConnections', between })}
        >
          {m.deeds.ResetConnections}
        </Button>
      </div>
      <p className="type-row text-ink-3">{m.slowLinkIs}</p>
      {links.length > 0 && (
        <ul aria-label={m.cutLinks} className="flex flex-col gap-1">
          {links.map((link) => (
            <li
              key={link.key}
              className={`flex items-center justify-between gap-2 rounded-button pl-2.5 ${link.cut === null ? 'bg-sea text-wait' : 'bg-error-tint text-error'}`}
            >
              <span>{linkWords(m, link)}</span>
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

import type { BrokerView, EntityKey } from '../../bridge/frame.ts';
import { Icon } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { spokenBroker, type BrokerFacts } from '../cluster/brokerFacts.ts';
import { CardFrame, Octagon, type CardProps } from '../cluster/cards.tsx';
import { TimerRing } from '../cluster/TimerRing.tsx';
import { HEAD_HEIGHT, LINE_HEIGHT, type MapBroker } from './layoutMap.ts';
import { MapBars } from './MapBars.tsx';
import type { ReplicaBar, ShownBars } from './replicaBars.ts';
import { spokenBar } from './spokenBar.ts';

export interface MapBrokerCardProps {
  readonly broker: BrokerView;
  readonly facts: BrokerFacts;
  readonly box: MapBroker;
  readonly lineHeight: number;
  readonly shown: ShownBars;
  readonly idPrefix: string;
  /** The partition that is picked out. */
  readonly chosen: string | null;
  readonly tabStop: EntityKey | null;
  readonly head: CardProps;
  readonly onChoose: (bar: ReplicaBar) => void;
  readonly onNearer: (bar: ReplicaBar) => void;
}

/** Below it a rack has no room beside the name. */
const ROOM_FOR_RACK = 150;

/** A broker with its replicas. Its head is what one presses for the broker; each replica is a line of its own. */
export function MapBrokerCard(props: MapBrokerCardProps) {
  const { broker, facts, box, lineHeight, shown, idPrefix, chosen, tabStop, head } = props;
  const m = useMessages().stage;
  const hasTrouble = facts.crashed || facts.fenced || facts.paused || facts.impaired;
  return (
    <>
      <div
        className="hw-card pointer-events-none"
        data-online={facts.online}
        data-selected={head.isSelected}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      >
        {facts.fenced && <span className="hw-fence" style={{ top: 8, bottom: 8 }} />}
      </div>
      <MapBars box={box} lineHeight={lineHeight} shown={shown} idPrefix={idPrefix} chosen={chosen} />
      <CardFrame {...head} entityKey={broker.key} label={spokenBroker(m, broker, facts)} online bare>
        <span className="flex h-full min-w-0 items-center gap-1.5 px-2.5">
          <span className="shrink-0 text-[13px] font-[620]">{m.broker.name(broker.nodeId)}</span>
          {broker.rack !== null && box.width >= ROOM_FOR_RACK && !hasTrouble && (
            <span className="truncate text-ink-3">{m.broker.rack(broker.rack)}</span>
          )}
          {hasTrouble && (
            <span className={`truncate ${facts.crashed ? 'text-error' : 'font-[620] text-wait'}`}>
              {facts.online && !facts.paused ? facts.status : facts.line}
            </span>
          )}
          <span className="ml-auto flex shrink-0 items-center gap-1.5">
            {facts.paused && (
              <span className="text-wait">
                <Icon name="pause" size={13} />
              </span>
            )}
            {facts.crashed && (
              <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
                <Octagon />
              </svg>
            )}
            {facts.session !== null && (
              <TimerRing
                sinceUs={facts.session.sinceUs}
                endsUs={facts.session.endsUs}
                tone={facts.session.silent ? 'wait' : 'water'}
                isAlone
              />
            )}
          </span>
        </span>
      </CardFrame>
      {shown.bars.map((bar, index) => (
        <button
          key={bar.key}
          type="button"
          className="hw-map-line"
          data-entity={bar.key}
          tabIndex={tabStop === bar.key ? 0 : -1}
          aria-label={spokenBar(m.outline.roles, bar)}
          aria-pressed={bar.partition === chosen}
          style={{
            left: box.x + 5,
            top: box.y + HEAD_HEIGHT + index * lineHeight,
            width: box.width - 10,
            height: lineHeight > LINE_HEIGHT ? lineHeight : LINE_HEIGHT - 1,
          }}
          onClick={() => props.onChoose(bar)}
          onDoubleClick={() => props.onNearer(bar)}
          onFocus={() => head.onFocus(bar.key)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.stopPropagation();
            props.onNearer(bar);
          }}
        />
      ))}
    </>
  );
}

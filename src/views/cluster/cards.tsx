import type { CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react';
import type { BrokerView, ConsumerView, EntityKey, PartitionView, ProducerView } from '../../bridge/frame.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { RoleBadge } from '../log/RoleBadge.tsx';
import { useStageView } from '../SimulationContext.tsx';
import { useChangedInStep } from '../useChangedInStep.ts';
import { spokenBroker, type BrokerFacts } from './brokerFacts.ts';
import { consumerState, producerState } from './clientState.ts';
import { isPointedAt } from './isPointedAt.ts';
import type { Box } from './layoutStage.ts';
import { Remaining, TimerRing } from './TimerRing.tsx';

/** What every thing in the picture that can be chosen has in common. */
export interface CardProps {
  readonly box: Box;
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
  readonly onPress: (key: EntityKey, element: HTMLElement) => void;
  readonly onFocus: (key: EntityKey) => void;
}

interface FrameProps extends CardProps {
  readonly entityKey: EntityKey;
  readonly label: string;
  readonly leads?: boolean;
  readonly online?: boolean;
  readonly bare?: boolean;
  /** Stands for a broker that has no part in what is shown. */
  readonly other?: boolean;
  /** Of several that stand close together. */
  readonly small?: boolean;
  /** Shown while the pointer rests on it. */
  readonly hint?: string | undefined;
  /** Of what is drawn beside it, and not said of it. */
  readonly numbers?: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function CardFrame(props: FrameProps) {
  const {
    box,
    entityKey,
    label,
    leads = false,
    online = true,
    bare = false,
    other = false,
    small = false,
    hint,
    numbers = '',
    isTabStop,
    isSelected,
    children,
  } = props;
  const style: CSSProperties = { left: box.x, top: box.y, width: box.width, height: box.height };
  const hasChanged = useChangedInStep(`${label} ${numbers}`);
  const isMeant = useStageView((state) => isPointedAt(entityKey, state.pointedAt));
  return (
    <button
      type="button"
      className="hw-card"
      style={style}
      data-entity={entityKey}
      data-leads={leads}
      data-online={online}
      data-bare={bare}
      data-other={other || undefined}
      data-small={small || undefined}
      data-selected={isSelected}
      data-pointed-at={isMeant || undefined}
      data-changed={hasChanged || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      title={hint}
      aria-haspopup="menu"
      onClick={(event) => props.onPress(entityKey, event.currentTarget)}
      onFocus={() => props.onFocus(entityKey)}
      onKeyDown={(event: KeyboardEvent) => {
        // Enter goes nearer and Space plays, as everywhere on the stage; neither presses the card.
        if (event.key === 'Enter' || event.key === ' ') event.preventDefault();
      }}
    >
      {children}
    </button>
  );
}

export interface BrokerCardProps extends CardProps {
  readonly broker: BrokerView;
  readonly facts: BrokerFacts;
  /** Without a card of its own the broker is a frame around its lane. */
  readonly bare: boolean;
  /** Where its log ends, and its high watermark. */
  readonly ends?: string;
}

export function BrokerCard({ broker, facts, bare, ends = '', ...card }: BrokerCardProps) {
  const m = useMessages().stage;
  const { height } = card.box;
  const label = spokenBroker(m, broker, facts);
  if (bare) {
    return (
      <CardFrame {...card} entityKey={broker.key} label={label} numbers={ends} bare>
        {null}
      </CardFrame>
    );
  }
  const roomy = height >= 62;
  // Three lines just fit.
  const tight = height < 68;
  const tone = { water: 'text-water font-[620]', wait: 'text-wait font-[620]', plain: 'text-ink-3' }[
    facts.statusTone
  ];
  return (
    <CardFrame
      {...card}
      entityKey={broker.key}
      label={label}
      numbers={ends}
      leads={facts.letter === 'L' && facts.online}
      online={facts.online}
    >
      {facts.fenced && <span className="hw-fence" style={{ top: 8, bottom: 8 }} />}
      <span
        className="absolute flex items-center gap-2"
        style={{ left: 11, top: roomy ? (tight ? 4 : 9) : (height - 20) / 2 - 1 }}
      >
        <svg width="18" height="18" className="hw-svg" aria-hidden="true">
          <RoleBadge letter={facts.letter} />
        </svg>
        <span className="text-[13px] font-[620]">{m.broker.name(broker.nodeId)}</span>
        {broker.rack !== null && <span className="text-ink-3">{m.broker.rack(broker.rack)}</span>}
      </span>
      {facts.paused && (
        <span className="absolute text-wait" style={{ right: 9, top: 10 }}>
          <Icon name="pause" size={15} />
        </span>
      )}
      {facts.crashed && (
        <svg
          width="14"
          height="14"
          viewBox="-7 -7 14 14"
          className="absolute"
          style={{ right: 10, top: 11 }}
          aria-hidden="true"
        >
          <Octagon />
        </svg>
      )}
      {roomy && (
        <>
          <span
            className={`absolute truncate ${facts.paused ? 'font-[620] text-wait' : 'text-ink-2'}`}
            style={{ left: 11, right: 6, top: height >= 84 ? 36 : tight ? 24 : 30 }}
          >
            {facts.line}
          </span>
          <span
            className={`absolute truncate ${tone}`}
            style={{ left: 11, right: 6, bottom: height >= 84 ? 12 : tight ? 3 : 6 }}
          >
            {facts.status}
          </span>
        </>
      )}
      {facts.session !== null && (
        <span
          className="absolute flex items-center gap-1 bg-inherit pl-1 text-[10px] text-ink-3"
          style={{ right: 8, bottom: height >= 84 ? 10 : roomy ? 4 : (height - 21) / 2 }}
        >
          {facts.session.silent ? (
            <>
              {m.broker.session}
              <Remaining endsUs={facts.session.endsUs} className="hw-mono text-wait" />
            </>
          ) : (
            roomy && m.broker.heartbeat
          )}
          <TimerRing
            sinceUs={facts.session.sinceUs}
            endsUs={facts.session.endsUs}
            tone={facts.session.silent ? 'wait' : 'water'}
            isAlone={!facts.session.silent}
          />
        </span>
      )}
    </CardFrame>
  );
}

/** A broker without a replica of the partition that is shown: who it is, where, and what is wrong with it. */
export function OtherBrokerCard({ broker, facts, ...card }: Omit<BrokerCardProps, 'bare' | 'ends'>) {
  const m = useMessages().stage;
  const { width } = card.box;
  const narrow = width < 104;
  const trouble = facts.crashed || facts.fenced || facts.paused;
  return (
    <CardFrame
      {...card}
      entityKey={broker.key}
      label={spokenBroker(m, broker, facts)}
      online={facts.online}
      other
    >
      {facts.fenced && <span className="hw-fence" style={{ top: 4, bottom: 4 }} />}
      <span className="flex h-full min-w-0 items-center gap-1.5 overflow-hidden px-2.5 whitespace-nowrap">
        <span className="font-[620] text-ink-2">{narrow ? broker.nodeId : m.broker.name(broker.nodeId)}</span>
        {broker.rack !== null && (
          <span className="truncate text-ink-3">{narrow ? broker.rack : m.broker.rack(broker.rack)}</span>
        )}
        {facts.crashed && (
          <svg width="14" height="14" viewBox="-7 -7 14 14" className="ml-auto shrink-0" aria-hidden="true">
            <Octagon />
          </svg>
        )}
        {facts.paused && (
          <span className="ml-auto text-wait">
            <Icon name="pause" size={13} />
          </span>
        )}
        {!trouble && !facts.online && width >= 160 && (
          <span className="ml-auto truncate text-ink-3">{facts.line}</span>
        )}
      </span>
    </CardFrame>
  );
}

export interface ProducerCardProps extends CardProps {
  readonly producer: ProducerView;
  readonly roomy: boolean;
  /** When the back-off that it waits for began; null when none waits. */
  readonly retrySinceUs: number | null;
}

const DEFAULT_DELIVERY_TIMEOUT_MS = 120_000;
/** Room for a name, why it does not go on, and what is in flight. */
const WIDE_STRIP = 170;

export function ProducerCard({ producer, roomy, retrySinceUs, ...card }: ProducerCardProps) {
  const m = useMessages().stage.producer;
  const slots = Array.from(
    { length: Math.min(6, producer.maxInFlight) },
    (_, index) => producer.inFlight[index],
  );
  const strip = card.box.height < 50;
  const deliveryUs = 1000 * Number(producer.configs['delivery.timeout.ms'] ?? DEFAULT_DELIVERY_TIMEOUT_MS);
  const state = producerState(m, producer);
  const label = [
    m.name(producer.clientId),
    state ?? '',
    m.identity(producer.acks, producer.producerId, producer.producerEpoch),
    m.inFlightSpoken(producer.inFlight.length, producer.maxInFlight),
    producer.lastError ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ');
  const boxes = (
    <span className="flex gap-[3px]" aria-hidden="true">
      {slots.map((request, index) => (
        <span
          key={index}
          className="inline-block size-[11px] rounded-[2.5px] border-[1.4px]"
          style={{
            borderColor: request === undefined ? 'var(--line-strong)' : 'var(--produce)',
            borderStyle: request !== undefined && request.attempt > 1 ? 'dashed' : 'solid',
            background: request !== undefined && request.attempt <= 1 ? 'var(--produce)' : 'transparent',
          }}
        />
      ))}
    </span>
  );
  if (strip) {
    return (
      <CardFrame {...card} entityKey={producer.key} label={label} online={producer.running}>
        <span className="flex h-full items-center gap-2 px-2.5">
          {/* One below the other where the card is high enough, as below the logs of a phone. */}
          <span className={card.box.height >= 40 ? 'min-w-0 grow' : 'contents'}>
            <span className="block grow truncate text-[12px] font-[620]">{producer.clientId}</span>
            {state !== null && <span className="block truncate font-[620] text-wait">{state}</span>}
          </span>
          {(state === null || card.box.width >= WIDE_STRIP) && boxes}
        </span>
      </CardFrame>
    );
  }
  return (
    <CardFrame {...card} entityKey={producer.key} label={label} online={producer.running}>
      <span className="flex h-full flex-col px-3 py-[9px]">
        <span className="truncate text-[13px] leading-[18px] font-[620]">
          {shownName(m.name, producer.clientId)}
        </span>
        <span className="truncate text-ink-2">
          {state !== null && <span className="font-[620] text-wait">{state} · </span>}
          {/* Both have no room beside each other; the inspector has the producer ID, too. */}
          {m.identity(producer.acks, state === null ? producer.producerId : -1, producer.producerEpoch)}
        </span>
        {roomy ? (
          <span className="mt-1.5 grid grid-cols-[56px_1fr] items-center gap-y-[2px] leading-[18px]">
            <span className="text-ink-3">{m.inFlight}</span>
            {boxes}
            <span className="text-ink-3">{producer.retryAtUs === null ? m.waiting : m.retryIn}</span>
            {producer.retryAtUs === null ? (
              <span className="hw-mono" title={m.waitingRecords(producer.accumulatedRecords)}>
                {formatNumber(producer.accumulatedRecords)}
              </span>
            ) : (
              <span className="flex items-center gap-1.5">
                <TimerRing
                  sinceUs={retrySinceUs ?? producer.retryAtUs}
                  endsUs={producer.retryAtUs}
                  tone="error"
                />
                <Remaining endsUs={producer.retryAtUs} className="hw-mono" />
              </span>
            )}
            <span className="text-ink-3">{m.delivery}</span>
            {producer.deliveryEndsUs === null ? (
              <span className="hw-mono">{m.acked(producer.acked)}</span>
            ) : (
              <span className="flex items-center gap-1.5">
                <TimerRing sinceUs={producer.deliveryEndsUs - deliveryUs} endsUs={producer.deliveryEndsUs} />
                <Remaining endsUs={producer.deliveryEndsUs} className="hw-mono" />
              </span>
            )}
          </span>
        ) : (
          <span className="mt-auto flex items-center gap-2">
            {boxes}
            {producer.retryAtUs !== null && (
              <Remaining endsUs={producer.retryAtUs} className="hw-mono text-error" />
            )}
          </span>
        )}
      </span>
    </CardFrame>
  );
}

/** What it is stands before its name only where both have room: the picture says that by its form, too. */
function shownName(withKind: (clientId: string) => string, clientId: string): string {
  return clientId.length > LONGEST_WITH_KIND ? clientId : withKind(clientId);
}

const LONGEST_WITH_KIND = 9;

export interface ConsumerCardProps extends CardProps {
  readonly consumer: ConsumerView;
  readonly partition: PartitionView | null;
  readonly pin: string;
}

export function ConsumerCard({ consumer, partition, pin, ...card }: ConsumerCardProps) {
  const m = useMessages().stage.consumer;
  const place = consumer.positions.find((position) => position.partition === partition?.name);
  const lag =
    place === undefined || place.position < 0 || partition === null
      ? null
      : Math.max(0, partition.highWatermark - place.position);
  const state = consumerState(useMessages().stage, consumer);
  const facts = [lag === null ? m.noPosition : m.lag(lag), m.delivered(consumer.delivered)];
  const spoken = [m.name(consumer.clientId), ...(state === null ? [] : [state]), ...facts].join(', ');
  const online = consumer.process === 'running';
  const letter = (
    <span className="hw-mono rounded-[4px] border-[1.5px] border-[var(--m1)] px-1 text-[10px] leading-[14px] font-[620] text-[var(--m1)]">
      {pin}
    </span>
  );
  if (card.box.height < 50) {
    return (
      <CardFrame {...card} entityKey={consumer.key} label={spoken} online={online} hint={spoken}>
        <span className="flex h-full items-center gap-1.5 px-2">
          {letter}
          {/* Who it is comes first: what it does gives way, and is told in full by the hint. */}
          <span className="max-w-4/5 shrink-0 truncate text-[12px] font-[620] tracking-[-0.01em]">
            {consumer.clientId}
          </span>
          <span
            className={`ml-auto min-w-0 truncate text-right ${state === null ? 'text-ink-2' : 'font-[620] text-wait'}`}
          >
            {/* Words for a place that is not known have no room; the hint has them. */}
            {state ?? (lag === null ? '–' : facts[0])}
          </span>
        </span>
      </CardFrame>
    );
  }
  return (
    <CardFrame {...card} entityKey={consumer.key} label={spoken} online={online}>
      <span className="flex h-full flex-col justify-center px-[11px]">
        <span className="truncate text-[13px] leading-[18px] font-[620] tracking-[-0.02em]">
          {shownName(m.name, consumer.clientId)}
        </span>
        <span className="mt-0.5 flex items-center gap-2 text-ink-2">
          <span className="grow truncate">
            {state !== null && <span className="font-[620] text-wait">{state} · </span>}
            {facts.join(', ')}
          </span>
          {letter}
        </span>
      </span>
    </CardFrame>
  );
}

export function Octagon({ radius = 6.5 }: { readonly radius?: number }) {
  const t = 0.414 * radius;
  const c = 0.36 * radius;
  return (
    <>
      <path
        d={`M${-t} ${-radius}H${t}L${radius} ${-t}V${t}L${t} ${radius}H${-t}L${-radius} ${t}V${-t}Z`}
        fill="var(--error)"
      />
      <path
        d={`M${-c} ${-c}L${c} ${c}M${c} ${-c}L${-c} ${c}`}
        stroke="var(--surface)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </>
  );
}

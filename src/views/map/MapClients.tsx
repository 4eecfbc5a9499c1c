import type { ConsumerView, GroupView, ProducerView } from '../../bridge/frame.ts';
import { map as m } from '../../i18n/en/map.ts';
import { useMessages } from '../../ui/messages.tsx';
import { consumerState, producerState } from '../cluster/clientState.ts';
import { CardFrame, type CardProps } from '../cluster/cards.tsx';
import type { Box } from '../cluster/layoutStage.ts';
import { hueOf } from '../group/MemberPatterns.tsx';
import { memberLetter } from '../group/groupHistory.ts';

const MOST_SLOTS = 5;
/** Below it there is no room for a box a request beside the name. */
const ROOM_FOR_SLOTS = 140;

/** Who it is, what it asks for, and how much of it is under way. */
export function MapProducer({ producer, ...card }: CardProps & { readonly producer: ProducerView }) {
  const words = useMessages().stage.producer;
  const state = producerState(words, producer);
  const { inFlight, maxInFlight, clientId, transaction } = producer;
  const label = [
    words.name(clientId),
    ...(state === null ? [] : [state]),
    words.identity(producer.acks, producer.producerId, producer.producerEpoch),
    words.inFlightSpoken(inFlight.length, maxInFlight),
    ...(producer.lastError === null ? [] : [producer.lastError]),
  ].join(', ');
  return (
    <CardFrame {...card} entityKey={producer.key} label={label} online={producer.running}>
      <span
        className="flex h-full flex-col justify-center gap-0.5 px-2.5"
        style={transaction ? { boxShadow: 'inset 3px 0 0 var(--txn)' } : undefined}
      >
        <span className="flex items-center gap-2">
          <span className="grow truncate text-[13px] leading-[18px] font-[620]">{clientId}</span>
          {card.box.width >= ROOM_FOR_SLOTS ? (
            <span className="flex gap-[2px]" aria-hidden="true">
              {Array.from({ length: Math.min(MOST_SLOTS, maxInFlight) }, (_, index) => (
                <Slot
                  key={index}
                  isUsed={inFlight[index] !== undefined}
                  isRetry={(inFlight[index]?.attempt ?? 1) > 1}
                />
              ))}
            </span>
          ) : (
            <span className="hw-mono text-ink-2">{m.inFlight(inFlight.length, maxInFlight)}</span>
          )}
        </span>
        <span className="truncate text-ink-2">
          {state === null ? (
            transaction ? (
              <span className="text-txn">{transaction.state}</span>
            ) : (
              words.identity(producer.acks, -1, 0)
            )
          ) : (
            <span className="font-[620] text-wait">{state}</span>
          )}
          {producer.lastError !== null && state === null && (
            <span className="hw-mono text-error"> {producer.lastError}</span>
          )}
        </span>
      </span>
    </CardFrame>
  );
}

function Slot({ isUsed, isRetry }: { readonly isUsed: boolean; readonly isRetry: boolean }) {
  return (
    <span
      className="inline-block size-[10px] rounded-[2.5px] border-[1.4px]"
      style={{
        borderColor: isUsed ? 'var(--produce)' : 'var(--line-strong)',
        borderStyle: isUsed && isRetry ? 'dashed' : 'solid',
        background: isUsed && !isRetry ? 'var(--produce)' : 'transparent',
      }}
    />
  );
}

export interface MapGroupProps {
  readonly groupId: string;
  /** As its coordinator has it; null: it does not have it yet. */
  readonly group: GroupView | null;
  readonly memberCount: number;
  readonly box: Box;
  readonly lag: number | null;
  /** Members that have a place of their own in the card; what is left of it is for words. */
  readonly shownMembers: number;
}

/** The card that a group's members stand in. */
export function MapGroup({ groupId, group, memberCount, box, lag, shownMembers }: MapGroupProps) {
  const isStable = group === null || group.state === 'Stable';
  return (
    <div
      className="hw-card pointer-events-none"
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <span className="flex h-full flex-col justify-center gap-0.5 px-2.5">
        <span
          className="truncate text-[13px] leading-[18px] font-[620]"
          style={{ maxWidth: Math.max(50, box.width - 30 - shownMembers * 28) }}
        >
          {groupId}
        </span>
        <span className="flex items-center gap-2">
          <span className={`grow truncate ${isStable ? 'text-ink-2' : 'font-[620] text-wait'}`}>
            {isStable ? m.members(memberCount) : group.state}
          </span>
          {lag !== null && <span className="hw-mono text-ink-2">{m.lag(lag)}</span>}
        </span>
      </span>
    </div>
  );
}

/** A member in its group's card: hue, letter and, said aloud, its name. */
export function MapMember({
  consumer,
  member,
  ...card
}: CardProps & { readonly consumer: ConsumerView; readonly member: number }) {
  const words = useMessages().stage;
  const state = consumerState(words, consumer);
  const spoken = [
    words.consumer.name(consumer.clientId),
    ...(state === null ? [] : [state]),
    words.consumer.delivered(consumer.delivered),
  ].join(', ');
  const hue = hueOf(member);
  return (
    <CardFrame
      {...card}
      entityKey={consumer.key}
      label={spoken}
      online={consumer.process === 'running'}
      hint={spoken}
      small
    >
      <span
        className="flex h-full items-center justify-center text-[11px] font-[620]"
        style={
          state === null
            ? { background: `var(--m${hue}t)`, color: `var(--m${hue})` }
            : { color: 'var(--wait)' }
        }
      >
        {memberLetter(member)}
      </span>
    </CardFrame>
  );
}

/** A consumer of no group. */
export function MapConsumer({
  consumer,
  lag,
  ...card
}: CardProps & { readonly consumer: ConsumerView; readonly lag: number | null }) {
  const words = useMessages().stage;
  const state = consumerState(words, consumer);
  const facts = [...(lag === null ? [] : [m.lag(lag)]), words.consumer.delivered(consumer.delivered)];
  const spoken = [words.consumer.name(consumer.clientId), ...(state === null ? [] : [state]), ...facts].join(
    ', ',
  );
  return (
    <CardFrame
      {...card}
      entityKey={consumer.key}
      label={spoken}
      online={consumer.process === 'running'}
      hint={spoken}
    >
      <span className="flex h-full flex-col justify-center gap-0.5 px-2.5">
        <span className="truncate text-[13px] leading-[18px] font-[620]">{consumer.clientId}</span>
        <span className="truncate text-ink-2">
          {state !== null && <span className="font-[620] text-wait">{state} · </span>}
          {facts.join(', ')}
        </span>
      </span>
    </CardFrame>
  );
}

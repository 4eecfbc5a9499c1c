import type { ControllerView } from '../../bridge/frame.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useMessages } from '../../ui/messages.tsx';
import { CardFrame, type CardProps } from './cards.tsx';
import { controllerFacts, type ControllerFacts } from './controllerFacts.ts';
import { controllerLook } from './placeControllers.ts';

export interface ControllerCardProps extends CardProps {
  readonly controller: ControllerView;
}

/** One controller: what it is in the quorum, its epoch and where its log ends, as far as there is room for them. */
export function ControllerCard({ controller, ...card }: ControllerCardProps) {
  const m = useMessages().stage.controller;
  const look = controllerLook(card.box);
  const facts = controllerFacts(m, controller);
  const spoken = m.spoken(
    controller.nodeId,
    m.standing(controller),
    m.ends(controller.logEndOffset, controller.highWatermark),
  );
  const tone = facts.trouble ? 'font-[620] text-wait' : facts.active ? 'font-[620]' : 'text-ink-2';
  const id = <span className="text-[12px] font-[620]">{controller.nodeId}</span>;
  return (
    <CardFrame
      {...card}
      entityKey={controller.key}
      label={spoken}
      hint={look === 'card' ? undefined : spoken}
      online={facts.online}
      small
    >
      {look === 'card' ? (
        <span className="flex h-full items-center gap-1.5 px-2">
          <Hexagon facts={facts} />
          <span className="min-w-0 leading-[15px]">
            <span className="flex gap-1.5">
              {id}
              <span className={`truncate ${tone}`}>{facts.state}</span>
            </span>
            <span className="block truncate text-[10.5px] text-ink-3">
              {m.epochAndEnd(controller.epoch, controller.logEndOffset)}
            </span>
          </span>
        </span>
      ) : (
        <span
          className={`flex h-full items-center ${look === 'row' ? 'gap-1.5 px-2' : 'justify-center gap-1'}`}
        >
          <Hexagon facts={facts} />
          {id}
          {look === 'row' && (
            <span className="hw-mono ml-auto truncate text-[10.5px] text-ink-3">
              {m.epochAndEndShort(formatNumber(controller.epoch), formatNumber(controller.logEndOffset))}
            </span>
          )}
        </span>
      )}
    </CardFrame>
  );
}

/** Filled: it decides. Outline: a voter. Dashed: it does not run. The letter is its state in the quorum. */
function Hexagon({ facts }: { readonly facts: ControllerFacts }) {
  const { active, online, letter } = facts;
  const stroke = active ? 'var(--ink)' : online ? 'var(--ink-2)' : 'var(--ink-3)';
  return (
    <svg
      width="18"
      height="20"
      viewBox="-9 -10 18 20"
      className="hw-svg shrink-0"
      aria-hidden="true"
      data-state={letter}
    >
      <path
        d="M0-9l7.8 4.5v9L0 9l-7.8-4.500v-9z"
        fill={active ? 'var(--ink)' : 'none'}
        stroke={stroke}
        strokeWidth="1.4"
        strokeDasharray={online ? undefined : '2.5 2'}
      />
      {online ? (
        <text y="3.6" className="t10 b mid" style={{ fill: active ? 'var(--ink-inv)' : stroke }}>
          {letter}
        </text>
      ) : (
        <path d="M-3-3l6 6m0-6l-6 6" stroke={stroke} strokeWidth="1.5" strokeLinecap="round" />
      )}
    </svg>
  );
}

import type { ReactElement, ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';

/** Hover and focus show the same card, after this long. */
const DELAY_MS = 120;

export interface HoverCardProps {
  /** Something that takes focus: a button or a link of react-aria. */
  readonly children: ReactElement;
  readonly card: ReactNode;
}

export function HoverCard({ children, card }: HoverCardProps) {
  return (
    <TooltipTrigger delay={DELAY_MS} closeDelay={DELAY_MS}>
      {children}
      <Tooltip
        offset={8}
        className="max-w-72 rounded-[8px] border border-line bg-surface px-3 py-2 text-[12.5px] leading-[18px] text-ink shadow-float"
      >
        {card}
      </Tooltip>
    </TooltipTrigger>
  );
}

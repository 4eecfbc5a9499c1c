import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';

export type CalloutTone = 'error' | 'wait' | 'info' | 'ok';

const TONES: Readonly<Record<CalloutTone, { readonly box: string; readonly mark: string }>> = {
  error: { box: 'border-error bg-error-tint', mark: 'text-error' },
  wait: { box: 'border-wait-fill bg-wait-tint', mark: 'text-wait' },
  info: { box: 'border-water bg-sea', mark: 'text-water' },
  ok: { box: 'border-ok bg-ok-tint', mark: 'text-ok' },
};

export interface CalloutProps {
  readonly tone: CalloutTone;
  /** First words, in bold. */
  readonly title?: string;
  /** Spoken at once when it appears. */
  readonly live?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Something that must be read. Its tone is a shape before it is a colour. */
export function Callout({ tone, title, live = false, className, children }: CalloutProps) {
  return (
    <div
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={classNames(
        'flex gap-2.5 rounded-cell border-l-[3px] px-3 py-2 text-[12.5px] leading-[18px]',
        TONES[tone].box,
        className,
      )}
    >
      <span className={classNames('mt-px', TONES[tone].mark)}>
        <ToneMark tone={tone} />
      </span>
      <div className="min-w-0 flex-1 text-ink">
        {title !== undefined && <p className="font-[600]">{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** Octagon: an error. Triangle: wait. Disc: to know. Square with a tick: a check that passed. */
export function ToneMark({ tone, size = 16 }: { readonly tone: CalloutTone; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
      className="shrink-0"
    >
      {tone === 'error' && <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" />}
      {tone === 'wait' && <path d="M1 2.5h14L8 14.5z" />}
      {tone === 'info' && <circle cx="8" cy="8" r="7" />}
      {tone === 'ok' && <rect x="1.5" y="1.5" width="13" height="13" rx="3" />}
      <path
        d={
          tone === 'error'
            ? 'M5.5 5.5l5 5m0-5l-5 5'
            : tone === 'ok'
              ? 'M4.5 8.5l2.3 2.3L11.5 6'
              : tone === 'wait'
                ? 'M8 5v3.5M8 11h.01'
                : 'M8 7.5V11M8 5h.01'
        }
        fill="none"
        stroke="var(--surface)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

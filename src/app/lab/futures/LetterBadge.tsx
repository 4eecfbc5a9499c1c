import { classNames } from '../../../ui/classNames.ts';

/** A letter in a box; what is open, and B of a comparison, is filled. */
export function LetterBadge({ letter, isFilled }: { readonly letter: string; readonly isFilled: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex h-5 min-w-5 shrink-0 items-center justify-center rounded-cell border-[1.6px] border-ink px-1 text-[11px] leading-none font-[650]',
        isFilled ? 'bg-ink text-ink-inv' : 'bg-surface text-ink',
      )}
    >
      {letter}
    </span>
  );
}

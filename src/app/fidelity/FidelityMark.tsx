import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useMessages } from '../../ui/messages.tsx';
import { fidelityOf } from './fidelityOf.ts';
import { FIDELITY_TEXT_CLASS } from './FidelityStateTag.tsx';

// The overlay and the whole ledger come when somebody asks.
const FidelityPopover = lazy(async () => ({
  default: (await import('./FidelityPopover.tsx')).FidelityPopover,
}));

export interface FidelityMarkProps {
  /** A config, a command or a place, as the entries of src/engine/model name it. */
  readonly control: string;
}

/** How true to Kafka a control is, in a word; pressed, it says why and when that matters. Nothing if no rule concerns it. */
export function FidelityMark({ control }: FidelityMarkProps) {
  const t = useMessages().fidelity;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const mark = fidelityOf(control);
  if (mark === null) return null;
  return (
    <>
      <Button
        ref={button}
        aria-label={t.mark(control, t.states[mark.state])}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setIsOpen(!isOpen)}
        className={`hit relative inline-flex min-h-6 items-center rounded-[6px] text-[11.5px] leading-[18px] whitespace-nowrap underline decoration-dotted underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 ${FIDELITY_TEXT_CLASS[mark.state]}`}
      >
        {/* Where there is no room for the word its sign stands, see stageLayout.css. */}
        <span className="fidelity-word">{t.states[mark.state]}</span>
        <span className="fidelity-sign">{t.signs[mark.state]}</span>
      </Button>
      {isOpen && (
        <Suspense
          fallback={
            <span role="status" className="sr-only">
              {t.loading}
            </span>
          }
        >
          <FidelityPopover
            control={control}
            rules={mark.rules}
            triggerRef={button}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

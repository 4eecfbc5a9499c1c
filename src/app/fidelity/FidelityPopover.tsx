import type { RefObject } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import { fidelityEntries } from 'virtual:fidelity-ledger';
import { Link } from 'wouter';
import { useMessages } from '../../ui/messages.tsx';
import { FidelityRule } from './FidelityRule.tsx';

export interface FidelityPopoverProps {
  readonly control: string;
  readonly rules: readonly string[];
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** All rules that concern one control, beside it. */
export function FidelityPopover({ control, rules, triggerRef, onClose }: FidelityPopoverProps) {
  const t = useMessages().fidelity;
  const entries = fidelityEntries.filter((entry) => rules.includes(entry.id));
  return (
    <Popover
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      triggerRef={triggerRef}
      placement="bottom start"
      className="flex max-h-[70vh] w-[380px] max-w-[92vw] flex-col overflow-y-auto rounded-card border border-line bg-surface p-4 shadow-float entering:animate-none"
    >
      <Dialog className="outline-none">
        <Heading slot="title" className="type-panel mb-1">
          {t.rulesOf(control)}
        </Heading>
        <ul>
          {entries.map((entry) => (
            <li key={entry.id} className="border-t border-line py-2.5">
              <FidelityRule entry={entry} />
            </li>
          ))}
        </ul>
        <p className="type-row border-t border-line pt-2.5">
          <Link href="/about/fidelity" className="text-accent underline" onClick={onClose}>
            {t.toLedger}
          </Link>
        </p>
      </Dialog>
    </Popover>
  );
}

import type { FidelityState } from 'virtual:fidelity-marks';
import { useMessages } from '../../ui/messages.tsx';

const FIDELITY_STATE_CLASS: Readonly<Record<FidelityState, string>> = {
  verified: 'bg-ok-tint text-ok',
  modelled: 'bg-sunken text-ink-2',
  simplified: 'bg-wait-tint text-wait',
  'not-modelled': 'bg-error-tint text-error',
};

/** The same where it stands beside a control and must not outshout it. */
export const FIDELITY_TEXT_CLASS: Readonly<Record<FidelityState, string>> = {
  verified: 'text-ok',
  modelled: 'text-ink-3',
  simplified: 'text-wait',
  'not-modelled': 'text-error',
};

/** The state of a rule, in words on its colour. */
export function FidelityStateTag({
  state,
  isSmall = false,
}: {
  readonly state: FidelityState;
  /** Among the lines of a chain. */
  readonly isSmall?: boolean;
}) {
  const { states } = useMessages().fidelity;
  return (
    <span
      className={`inline-block rounded-[6px] whitespace-nowrap ${isSmall ? 'px-1.5 text-[10.5px] leading-4' : 'px-2 text-[11.5px] leading-[22px]'} ${FIDELITY_STATE_CLASS[state]}`}
    >
      {states[state]}
    </span>
  );
}

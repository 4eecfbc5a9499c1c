import type { Epoch } from '../../shared/units.ts';

export interface RegistrationRequest {
  /** New for every start of the broker process. */
  readonly incarnationId: string;
  /** From the broker's clean-shutdown file; UNDEFINED_EPOCH if there is none. */
  readonly previousBrokerEpoch: Epoch;
}

export interface StoredRegistration {
  readonly incarnationId: string;
  readonly brokerEpoch: Epoch;
  /** The controller heard from this broker epoch within the session timeout (`hasValidSession`), fenced or not. */
  readonly sessionValid: boolean;
}

export type RegistrationDecision =
  | { readonly kind: 'refused'; readonly error: 'DUPLICATE_BROKER_REGISTRATION' }
  /** The same process once more, for instance after its answer was lost: epoch, fencing and shutdown state stay. */
  | { readonly kind: 'amended'; readonly brokerEpoch: Epoch }
  /** Starts fenced, under a new epoch. `cleanShutdown` says whether its disk can be trusted. */
  | { readonly kind: 'registered'; readonly brokerEpoch: Epoch; readonly cleanShutdown: boolean };

/**
 * What a broker's registration leads to (B2, B7). A new process is refused while the old one's session lasts, which is why
 * a killed broker that restarts at once waits some 9 s. With eligible leader replicas on, a process that cannot name the
 * stored broker epoch stopped uncleanly, and leaves every ISR and ELR; otherwise it leaves the ISRs as if fenced.
 * Kafka: `ClusterControlManager.registerBroker` (4.2, KIP-966).
 */
export function decideRegistration(
  stored: StoredRegistration | undefined,
  request: RegistrationRequest,
  newBrokerEpoch: Epoch,
): RegistrationDecision {
  if (stored?.incarnationId === request.incarnationId)
    return { kind: 'amended', brokerEpoch: stored.brokerEpoch };
  if (stored?.sessionValid === true) return { kind: 'refused', error: 'DUPLICATE_BROKER_REGISTRATION' };
  const cleanShutdown = stored !== undefined && stored.brokerEpoch === request.previousBrokerEpoch;
  return { kind: 'registered', brokerEpoch: newBrokerEpoch, cleanShutdown };
}

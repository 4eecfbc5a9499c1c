import type { Micros } from '../../../../shared/units.ts';

/** How long the first rebalance of a group waits for company, and how much longer it may. */
export interface InitialDelay {
  readonly delayUs: Micros;
  readonly remainingUs: Micros;
}

/** The first wait: `group.initial.rebalance.delay.ms`, and the rest of the rebalance timeout is what is left (G3). */
export function initialDelay(configuredUs: Micros, rebalanceTimeoutUs: Micros): InitialDelay {
  return { delayUs: configuredUs, remainingUs: Math.max(rebalanceTimeoutUs - configuredUs, 0) };
}

/**
 * What comes after a wait: another, if somebody joined meanwhile and there is time left; null: the join phase ends. Kafka:
 * `GroupMetadataManager.tryCompleteInitialRebalanceElseSchedule` (4.2).
 */
export function nextInitialDelay(
  { delayUs, remainingUs }: InitialDelay,
  newMemberAdded: boolean,
  configuredUs: Micros,
): InitialDelay | null {
  if (!newMemberAdded || remainingUs === 0) return null;
  return { delayUs: Math.min(configuredUs, remainingUs), remainingUs: Math.max(remainingUs - delayUs, 0) };
}

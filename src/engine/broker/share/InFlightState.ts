import type { Micros } from '../../../shared/units.ts';

/**
 * Where a record of a share partition is. Kafka: `RecordState` (4.2).
 *
 *   AVAILABLE → ACQUIRED → ACKNOWLEDGED | ARCHIVED | AVAILABLE; nothing leaves ACKNOWLEDGED and ARCHIVED
 */
export type RecordState = 'AVAILABLE' | 'ACQUIRED' | 'ACKNOWLEDGED' | 'ARCHIVED';

/** As they stand in requests and in the log. */
export const RECORD_STATE_IDS = { AVAILABLE: 0, ACQUIRED: 1, ACKNOWLEDGED: 2, ARCHIVED: 4 } as const;

/** What a member says of a record. GAP: there is no record at that offset. Kafka: `AcknowledgeType`, 0 to 4. */
export type AcknowledgeType = 'GAP' | 'ACCEPT' | 'RELEASE' | 'REJECT' | 'RENEW';

/** Nobody has it. Kafka: `EMPTY_MEMBER_ID`. */
export const NO_MEMBER = '';

/** A record between SPSO and SPEO, or records that are alike. Frozen: replaced and never changed. Kafka: `InFlightState` (4.2). */
export interface InFlightState {
  readonly state: RecordState;
  /** How often it was acquired. */
  readonly deliveryCount: number;
  /** Who has acquired it. */
  readonly memberId: string;
  /** When its acquisition lock ends; Infinity: it has none. */
  readonly lockEndsUs: Micros;
  /** What it was before a change that is being written; null: none is. Until that is done nobody else may change it. */
  readonly before: InFlightState | null;
}

/** What the state of a record decides by. */
export interface DeliveryLimits {
  /** group.share.delivery.count.limit */
  readonly deliveryCountLimit: number;
  /** group.share.record.lock.duration.ms, or share.record.lock.duration.ms of the group. */
  readonly recordLockUs: Micros;
}

/** Whether nothing is to come of it any more. */
export function isTerminal(state: RecordState): boolean {
  return state === 'ACKNOWLEDGED' || state === 'ARCHIVED';
}

/** Whether a member can have it. */
export function isAcquirable({ state, before }: InFlightState): boolean {
  return state === 'AVAILABLE' && before === null;
}

/** A member takes it: the delivery count rises, and the lock begins (SH2). */
export function acquired(
  deliveryCount: number,
  memberId: string,
  nowUs: Micros,
  { recordLockUs }: DeliveryLimits,
): InFlightState {
  return Object.freeze({
    state: 'ACQUIRED',
    deliveryCount: deliveryCount + 1,
    memberId,
    lockEndsUs: nowUs + recordLockUs,
    before: null,
  });
}

/**
 * What is made of a record that is given back: available to all again, or archived once it was delivered as often as the limit says
 * (SH3). Kafka: `InFlightState.tryUpdateState` (4.2).
 */
export function stateWhenGivenBack(
  deliveryCount: number,
  { deliveryCountLimit }: DeliveryLimits,
): RecordState {
  return deliveryCount >= deliveryCountLimit ? 'ARCHIVED' : 'AVAILABLE';
}

/** The state that an acknowledgement leads to; RENEW leads to none. */
export function stateAfter(
  type: Exclude<AcknowledgeType, 'RENEW'>,
  deliveryCount: number,
  limits: DeliveryLimits,
): RecordState {
  switch (type) {
    case 'ACCEPT':
      return 'ACKNOWLEDGED';
    case 'RELEASE':
      return stateWhenGivenBack(deliveryCount, limits);
    case 'REJECT':
    case 'GAP':
      return 'ARCHIVED';
  }
}

/**
 * Whether a member may acknowledge a record: it must have it, and nothing else may be under way (SH4). Kafka:
 * `acknowledgeCompleteBatch`, `acknowledgePerOffsetBatchRecords` (4.2).
 *
 * Errors: INVALID_RECORD_STATE.
 */
export function acknowledgeError(
  { state, memberId, before }: InFlightState,
  by: string,
): 'NONE' | 'INVALID_RECORD_STATE' {
  return state === 'ACQUIRED' && before === null && memberId === by ? 'NONE' : 'INVALID_RECORD_STATE';
}

/** RENEW: the lock begins anew, and the delivery is the same (KIP-1222). */
export function renewed(
  state: InFlightState,
  nowUs: Micros,
  { recordLockUs }: DeliveryLimits,
): InFlightState {
  return Object.freeze({ ...state, lockEndsUs: nowUs + recordLockUs });
}

/** A change that holds once it is written. Kafka: `startStateTransition`. */
export function changing(before: InFlightState, state: RecordState): InFlightState {
  return Object.freeze({ ...before, state, memberId: NO_MEMBER, before });
}

/**
 * The change has been written, or could not be: then it is as before, and if the lock has ended meanwhile it is given back. Kafka:
 * `completeStateTransition` (4.2).
 */
export function changed(
  now: InFlightState,
  isWritten: boolean,
  nowUs: Micros,
  limits: DeliveryLimits,
): InFlightState {
  const { before } = now;
  if (before === null) return now;
  if (isWritten) return Object.freeze({ ...now, lockEndsUs: Infinity, before: null });
  return before.lockEndsUs <= nowUs ? givenBack(before, limits) : before;
}

/** The lock has ended, or the member is gone: no delivery is taken back. */
export function givenBack({ deliveryCount }: InFlightState, limits: DeliveryLimits): InFlightState {
  return settled(stateWhenGivenBack(deliveryCount, limits), deliveryCount);
}

/** It lies below the start of the log, or of a transaction that was aborted: nobody is to have it. */
export function archived({ deliveryCount }: InFlightState): InFlightState {
  return settled('ARCHIVED', deliveryCount);
}

/** In no hands. */
export function settled(state: RecordState, deliveryCount: number): InFlightState {
  return Object.freeze({ state, deliveryCount, memberId: NO_MEMBER, lockEndsUs: Infinity, before: null });
}

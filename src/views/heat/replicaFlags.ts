import type * as frame from '../../bridge/frame.ts';

// As with RPC_KINDS: the values are written once more, and the compiler holds them to the originals.
export const REPLICA_LEADS: typeof frame.REPLICA_LEADS = 1;
export const REPLICA_IN_ISR: typeof frame.REPLICA_IN_ISR = 2;
export const REPLICA_OFFLINE: typeof frame.REPLICA_OFFLINE = 4;
export const REPLICA_UNDER_MIN_ISR: typeof frame.REPLICA_UNDER_MIN_ISR = 8;
export const REPLICA_AT_MIN_ISR: typeof frame.REPLICA_AT_MIN_ISR = 16;
export const REPLICA_PREFERRED: typeof frame.REPLICA_PREFERRED = 32;
export const REPLICA_ELIGIBLE: typeof frame.REPLICA_ELIGIBLE = 64;
export const REPLICA_WITHOUT_LEADER: typeof frame.REPLICA_WITHOUT_LEADER = 128;

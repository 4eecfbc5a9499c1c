/** How many records are in each state of the ledger, and the counts that go across the states. */
export interface LedgerCounts {
  /** The sum of the six states that follow. */
  produced: number;
  committed: number;
  uncommitted: number;
  expired: number;
  inFlight: number;
  lost: number;
  failed: number;
  acked: number;
  lostAfterAck: number;
  storedThoughFailed: number;
  duplicated: number;
  outOfOrder: number;
  aborted: number;
  read: number;
  readThenLost: number;
}

/** Before anything was produced. A new one for each who counts in it. */
export function emptyLedger(): LedgerCounts {
  return {
    produced: 0,
    committed: 0,
    uncommitted: 0,
    expired: 0,
    inFlight: 0,
    lost: 0,
    failed: 0,
    acked: 0,
    lostAfterAck: 0,
    storedThoughFailed: 0,
    duplicated: 0,
    outOfOrder: 0,
    aborted: 0,
    read: 0,
    readThenLost: 0,
  };
}

/**
 * What became of the amounts that records move, and the balances that come of it. Amounts are in whole units of the currency. Everything is
 * worked out from logs, callbacks and what consumers did with records; nobody marks a transfer as right or wrong.
 */
export interface BusinessBooks {
  /** ISO 4217. */
  readonly currency: string;
  /** What each account had at the start. */
  readonly opening: number;
  readonly transfers: TransferSums;
  readonly readers: readonly ReaderBooks[];
  /** Those that are most wrong come first; not all of many. */
  readonly accounts: readonly AccountBalances[];
  readonly accountCount: number;
  /** Over all accounts. What no transfer makes or takes, half of one does. */
  readonly totals: Omit<AccountBalances, 'account'>;
}

/** An amount, and of how many transfers it is. */
export interface Sum {
  readonly transfers: number;
  readonly amount: number;
}

/** What the applications handed to send() is expected, open, aborted, never happened, or happened untold; the rest goes across. */
export interface TransferSums {
  readonly handedOver: Sum;
  /** What the applications were told to be done: its callbacks said success, and its transaction, if it has one, was committed. */
  readonly expected: Sum;
  /** Nobody was told yet how it ends. */
  readonly open: Sum;
  /** The application aborted its transaction, or the coordinator did. */
  readonly aborted: Sum;
  /** A callback said error, or the process ended before any came, and nothing is in the log: it never happened. */
  readonly neverHappened: Sum;
  /** The same, and yet it is in the log: it happened, and nobody was told. */
  readonly happenedUntold: Sum;
  /** A callback said success, and it is gone. */
  readonly lost: Sum;
  /** What is in the log once more than it should; each time more counts. */
  readonly storedTwice: Sum;
  /** Of its two records the log has one. */
  readonly half: Sum;
}

/** What a group, or a consumer without one, made of the transfers. */
export interface ReaderBooks {
  /** group.id, or client.id. */
  readonly reader: string;
  readonly isGroup: boolean;
  readonly isolation: 'read_committed' | 'read_uncommitted';
  /** Done, each once. */
  readonly counted: Sum;
  /** Each time more than once. */
  readonly countedTwice: Sum;
  /** Done, though it was aborted, or nobody was told that it happened: the applications that sent it do not expect it. */
  readonly countedWrongly: Sum;
  /** Done, though nobody knows yet how it ends. */
  readonly countedEarly: Sum;
  /** Of its two records one was done. */
  readonly half: Sum;
  /** Expected, and not done yet. */
  readonly notYet: Sum;
  /** Expected, lost, and not done before it was. */
  readonly neverToCome: Sum;
}

export interface AccountBalances {
  readonly account: string;
  /** After all that is expected. */
  readonly expected: number;
  /** After all that the log has and that counts, each time that it has it. */
  readonly log: number;
  /** After all that each reader did, in their order. */
  readonly readers: readonly number[];
}

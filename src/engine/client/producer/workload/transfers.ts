import { hashedInt } from '../../../kernel/hash.ts';

/**
 * What the records of a workload mean: amounts that go from account to account. Accounts are the workload's keys. Ours: to Kafka a
 * record means nothing.
 */
export interface TransferPlan {
  /** In whole units of the currency, at least 1. */
  readonly amount: number;
  /** Amounts go from `amount` to this, all equally likely. */
  readonly amountMost: number;
  /** 1: a record says from whom to whom. 2: one record takes the amount from the payer, and the next gives it to the payee. */
  readonly records: 1 | 2;
}

const PAYEE_STREAM = 4;
const AMOUNT_STREAM = 5;

/** Which transfer the n-th record belongs to. */
export function transferOf({ records }: TransferPlan, n: number): number {
  return records === 1 ? n : Math.floor(n / 2);
}

/** Whether the n-th record is the one that gives to the payee, and takes from nobody. */
export function isCredit({ records }: TransferPlan, n: number): boolean {
  return records === 2 && n % 2 === 1;
}

/** Who gets a transfer: any account but the payer's, all equally likely. */
export function payeeOf(transfer: number, payer: number, accounts: number, drawSeed: number): number {
  const other = hashedInt(drawSeed, PAYEE_STREAM, transfer, accounts - 1);
  return other >= payer ? other + 1 : other;
}

/** How much a transfer moves, in whole units of the currency. */
export function amountOf({ amount, amountMost }: TransferPlan, transfer: number, drawSeed: number): number {
  return amountMost <= amount
    ? amount
    : amount + hashedInt(drawSeed, AMOUNT_STREAM, transfer, amountMost - amount + 1);
}

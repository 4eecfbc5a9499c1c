import { expect, test } from 'vitest';
import {
  ABORTED,
  ACKED,
  LOST,
  OPEN,
  STORED,
  transferState,
  UNTOLD,
} from '../../../cluster/business/transferStates.ts';
import { keyOf } from '../WorkloadSource.ts';
import type { WorkloadShape } from '../WorkloadSource.ts';
import { amountOf, payeeOf } from './transfers.ts';

const PLAN = { amount: 10, amountMost: 13, records: 2 } as const;
const SHAPE: WorkloadShape = {
  topic: 't',
  partition: null,
  key: 'account-{n}',
  keyCount: 4,
  valueBytes: 100,
  tombstoneEvery: null,
  drawSeed: 9,
  transfers: PLAN,
};

test('[business-books] of two records the first has the key of the payer, the second that of somebody else', () => {
  for (let transfer = 0; transfer < 200; transfer++) {
    const payer = transfer % 4;
    const payee = payeeOf(transfer, payer, 4, 9);
    expect(payee).not.toBe(payer);
    expect(keyOf(SHAPE, 2 * transfer)).toBe(`account-${payer}`);
    expect(keyOf(SHAPE, 2 * transfer + 1)).toBe(`account-${payee}`);
    expect(keyOf({ ...SHAPE, transfers: { ...PLAN, records: 1 } }, transfer)).toBe(`account-${payer}`);
  }
});

test('[business-books] payees and amounts are dealt evenly, by the seed', () => {
  const payees = [0, 0, 0, 0];
  const amounts = new Map<number, number>();
  for (let transfer = 0; transfer < 3000; transfer++) {
    payees[payeeOf(transfer, 2, 4, 9)]! += 1;
    const amount = amountOf(PLAN, transfer, 9);
    amounts.set(amount, (amounts.get(amount) ?? 0) + 1);
  }
  expect(payees[2]).toBe(0);
  for (const count of payees.filter((_, i) => i !== 2)) expect(Math.abs(count - 1000)).toBeLessThan(120);
  expect([...amounts.keys()].sort()).toEqual([10, 11, 12, 13]);
  for (const count of amounts.values()) expect(Math.abs(count - 750)).toBeLessThan(110);
});

test.each([
  [[ACKED | STORED], true, 'expected'],
  [[ACKED | STORED, ACKED], true, 'expected'],
  [[ACKED | STORED], false, 'open'],
  [[0], true, 'open'],
  [[STORED], true, 'open'],
  [[ACKED | OPEN], true, 'open'],
  [[ACKED | STORED, 0], true, 'open'],
  [[ACKED | ABORTED], true, 'aborted'],
  [[ACKED | ABORTED, UNTOLD], true, 'aborted'],
  [[ACKED | LOST], true, 'lost'],
  [[ACKED | STORED, ACKED | LOST], true, 'lost'],
  [[UNTOLD], true, 'neverHappened'],
  [[UNTOLD | LOST], true, 'neverHappened'],
  [[UNTOLD | STORED], true, 'happenedUntold'],
  [[ACKED | STORED, UNTOLD], true, 'happenedUntold'],
] as const)('[business-books] bits %j, all handed over: %s: %s', (bits, isComplete, state) => {
  expect(transferState(bits, isComplete)).toBe(state);
});

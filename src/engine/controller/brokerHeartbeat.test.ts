import { describe, expect, test } from 'vitest';
import { nextBrokerState, type BrokerHeartbeat, type BrokerStanding } from './brokerHeartbeat.ts';
import { mayShutDown } from './controlledShutdown.ts';
import { mayUnfence } from './unfenceBroker.ts';

const PLAIN: BrokerHeartbeat = { wantFence: false, wantShutDown: false, currentMetadataOffset: 100 };
const STANDING: BrokerStanding = {
  registrationOffset: 100,
  leaderCount: 2,
  shutdownOffset: 120,
  activeBrokerOffsets: [119, 130],
};

test('[B2] a broker is unfenced once it has applied its own registration and does not ask to stay fenced', () => {
  expect(mayUnfence({ ...PLAIN, registrationOffset: 100 })).toBe(true);
  expect(mayUnfence({ ...PLAIN, registrationOffset: 101 })).toBe(false);
  expect(mayUnfence({ ...PLAIN, registrationOffset: 100, wantFence: true })).toBe(false);
});

test('[B6] a broker may stop when it leads nothing and every active broker knows so', () => {
  const left = { leaderCount: 0, shutdownOffset: 120, activeBrokerOffsets: [120, 130] };
  expect(mayShutDown(left)).toBe(true);
  expect(mayShutDown({ ...left, leaderCount: 1 })).toBe(false);
  expect(mayShutDown({ ...left, activeBrokerOffsets: [130, 119] })).toBe(false);
  expect(mayShutDown({ ...left, activeBrokerOffsets: [] })).toBe(true);
});

describe('the state after a heartbeat', () => {
  const ROWS: [string, string, Partial<BrokerHeartbeat>, Partial<BrokerStanding>, string][] = [
    ['[B2]', 'FENCED', {}, {}, 'UNFENCED'],
    ['[B2]', 'FENCED', { currentMetadataOffset: 99 }, {}, 'FENCED'],
    ['[B2]', 'FENCED', { wantFence: true }, {}, 'FENCED'],
    ['[B6]', 'FENCED', { wantShutDown: true }, {}, 'SHUTDOWN_NOW'],
    ['[B6]', 'FENCED', { wantShutDown: true, wantFence: true }, {}, 'SHUTDOWN_NOW'],
    ['[B2]', 'UNFENCED', {}, {}, 'UNFENCED'],
    ['[B2]', 'UNFENCED', { wantFence: true }, {}, 'FENCED'],
    ['[B6]', 'UNFENCED', { wantShutDown: true }, {}, 'CONTROLLED_SHUTDOWN'],
    ['[B6]', 'UNFENCED', { wantShutDown: true }, { leaderCount: 0 }, 'SHUTDOWN_NOW'],
    ['[B6]', 'UNFENCED', { wantShutDown: true, wantFence: true }, {}, 'SHUTDOWN_NOW'],
    ['[B6]', 'CONTROLLED_SHUTDOWN', { wantShutDown: true }, {}, 'CONTROLLED_SHUTDOWN'],
    ['[B6]', 'CONTROLLED_SHUTDOWN', {}, { leaderCount: 0 }, 'CONTROLLED_SHUTDOWN'],
    ['[B6]', 'CONTROLLED_SHUTDOWN', {}, { leaderCount: 0, activeBrokerOffsets: [120] }, 'SHUTDOWN_NOW'],
    ['[B6]', 'SHUTDOWN_NOW', {}, {}, 'SHUTDOWN_NOW'],
  ];
  test.each(ROWS)('%s %s and %j with %j is %s', (_rule, current, heartbeat, standing, next) => {
    const state = current as Parameters<typeof nextBrokerState>[0];
    expect(nextBrokerState(state, { ...PLAIN, ...heartbeat }, { ...STANDING, ...standing })).toBe(next);
  });
});

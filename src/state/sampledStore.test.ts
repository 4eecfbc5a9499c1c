import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { sampledStore } from './sampledStore.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const store = createStore(() => 0);
  const sampled = sampledStore(store);
  const told: number[] = [];
  const listen = () => sampled.subscribe((state) => told.push(state));
  return { sampled, told, listen, set: (value: number) => store.setState(value, true) };
}

test('the first change shows at once, those that follow ten times a second, and the last always', () => {
  const { sampled, told, listen, set } = start();
  listen();
  for (let value = 1; value <= 30; value++) {
    set(value);
    vi.advanceTimersByTime(10);
  }
  expect(told).toEqual([1, 10, 20, 30]);
  expect(sampled.getState()).toBe(30);
});

test('all who listen are told of one instant, in one turn', () => {
  const { sampled, told, listen, set } = start();
  listen();
  set(1);
  // Comes later, and still waits for the turn of all.
  listen();
  set(2);
  expect(sampled.getState()).toBe(1);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([1, 2, 2]);
});

test('while nobody listens it is the store itself, and nothing waits', () => {
  const { sampled, told, listen, set } = start();
  const stop = listen();
  set(1);
  set(2);
  stop();
  expect(sampled.getState()).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
  set(3);
  expect(told).toEqual([1]);
  listen();
  expect(sampled.getState()).toBe(3);
});

import { expect, test } from 'vitest';
import { decideRegistration, type StoredRegistration } from './brokerRegistration.ts';

const STORED: StoredRegistration = { incarnationId: 'first start', brokerEpoch: 40, sessionValid: true };

test('[B2] a broker never seen before registers, and its disk is not trusted', () => {
  const decision = decideRegistration(
    undefined,
    { incarnationId: 'first start', previousBrokerEpoch: -1 },
    40,
  );
  expect(decision).toEqual({ kind: 'registered', brokerEpoch: 40, cleanShutdown: false });
});

test('[B2] a new incarnation is refused while the session of the old one lasts', () => {
  const request = { incarnationId: 'second start', previousBrokerEpoch: 40 };
  expect(decideRegistration(STORED, request, 60)).toEqual({
    kind: 'refused',
    error: 'DUPLICATE_BROKER_REGISTRATION',
  });
});

test('[B2] the same incarnation keeps its epoch, whether its session lasts or not', () => {
  const request = { incarnationId: 'first start', previousBrokerEpoch: -1 };
  for (const sessionValid of [true, false]) {
    expect(decideRegistration({ ...STORED, sessionValid }, request, 60)).toEqual({
      kind: 'amended',
      brokerEpoch: 40,
    });
  }
});

test.each([
  ['clean if it names the stored broker epoch', 40, true],
  ['unclean without a clean-shutdown file', -1, false],
  ['unclean if it names an older epoch', 39, false],
])('[B7] a stop was %s', (_, previousBrokerEpoch, cleanShutdown) => {
  const request = { incarnationId: 'second start', previousBrokerEpoch };
  const decision = decideRegistration({ ...STORED, sessionValid: false }, request, 60);
  expect(decision).toEqual({ kind: 'registered', brokerEpoch: 60, cleanShutdown });
});

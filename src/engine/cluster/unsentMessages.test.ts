import { expect, test } from 'vitest';
import type { Envelope } from '../node/Node.ts';
import { lostWithConnection } from './unsentMessages.ts';
import type { UnsentMessage } from './unsentMessages.ts';

function message(connection: number, bytes: number): UnsentMessage {
  const payload: Partial<Envelope> & { kind: 'Envelope' } = {
    kind: 'Envelope',
    connection,
    sizeBytes: bytes,
  };
  return { payload: payload as Envelope, bytes, leavesUs: 0 };
}

const isOfFirst = (payload: UnsentMessage['payload']): boolean =>
  payload.kind === 'Envelope' && payload.connection === 1;

test.each([
  ['nothing is lost where nothing waits', [], []],
  ['what the kernel has taken goes its way', [message(1, 60_000), message(1, 42_400)], []],
  ['what is larger than its buffer is lost', [message(1, 102_401)], [0]],
  ['and so is what comes behind it', [message(1, 60_000), message(1, 60_000), message(1, 100)], [1, 2]],
  ['another connection keeps what it has', [message(2, 900_000), message(1, 300_000), message(2, 10)], [1]],
])('[wire-backlog] of the connections that end %s', (_what, unsent, lost) => {
  expect([...lostWithConnection(unsent, isOfFirst)]).toEqual(lost.map((i) => unsent[i]?.payload));
});

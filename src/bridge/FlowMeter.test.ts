import { describe, expect, test } from 'vitest';
import type { EngineSession } from './EngineSession.ts';
import { RPC_KINDS, type Frame } from './frame.ts';
import { preset, sessionOn } from './SessionTestContext.ts';

const SECOND = 1_000_000;

/** By name, so that a failure can be read. */
function flowsIn({ flows, inFlight }: Frame): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: flows.count }, (_, i) => [
      `${RPC_KINDS[flows.rpc[i]!]} ${inFlight.nodeKeys[flows.source[i]!]} ${inFlight.nodeKeys[flows.target[i]!]}`,
      flows.bytesPerSecond[i]!,
    ]),
  );
}
const upTo = (session: EngineSession, seconds: number): Frame =>
  session.advance({ untilUs: seconds * SECOND, budgetMs: Infinity });

describe('what is carried between nodes', () => {
  test('who produces, who follows and who reads, and how much', () => {
    const session = sessionOn(preset('three-brokers'));
    const flows = flowsIn(upTo(session, 8));
    const produced = flows['Produce producer:pay-api broker:1']!;
    expect(produced).toBeGreaterThan(1000);
    // The same batches, and what RPCs have around them.
    for (const follower of [2, 3]) {
      const copied = flows[`Fetch broker:1 broker:${follower}`]!;
      expect(copied / produced).toBeGreaterThan(0.9);
      expect(copied / produced).toBeLessThan(1.4);
    }
    expect(flows['Fetch broker:1 consumer:ledger-1']).toBeGreaterThan(produced * 0.5);
    // Requests of a Fetch, answers of a Produce and empty answers carry no records.
    expect(flows['Produce broker:1 producer:pay-api']).toBeUndefined();
    expect(flows['Fetch broker:2 broker:1']).toBeUndefined();
  });

  test('an instant says the same however the run came there, and as often as it is asked', () => {
    const session = sessionOn(preset('three-brokers'), { checkpointInterval: 200 });
    const played = upTo(session, 9);
    const expected = flowsIn(played);
    expect(Object.keys(expected).length).toBe(4);
    expect(flowsIn(upTo(session, 9))).toEqual(expected);
    upTo(session, 14);
    expect(flowsIn(session.seek({ timeUs: 9 * SECOND, after: played.after }))).toEqual(expected);
    // Somebody who looks at every frame of it.
    const watched = sessionOn(preset('three-brokers'));
    for (let seconds = 0.25; seconds < 9; seconds += 0.25) upTo(watched, seconds);
    expect(flowsIn(upTo(watched, 9))).toEqual(expected);
  });

  test('five seconds after a wire was cut nothing is left of what it carried', () => {
    const session = sessionOn(preset('three-brokers'));
    upTo(session, 8);
    session.apply({ kind: 'CutLink', between: ['broker:1', 'broker:2'] });
    const way = 'Fetch broker:1 broker:2';
    expect(flowsIn(upTo(session, 10))[way]).toBeGreaterThan(0);
    expect(flowsIn(upTo(session, 14))[way]).toBeUndefined();
  });
});

import { expect, test, vi } from 'vitest';
import { computeFaultSignatures } from '../../src/bridge/metrics/faultSignatures.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const signatures = computeFaultSignatures();
const moveOf = (fault: string, name: string) =>
  signatures
    .find((signature) => signature.fault === fault)
    ?.metrics.find(({ series }) => series.includes(name));

/** What the Lab says beside a deed. Changed on purpose: `npx vitest run test/engine/faultSignatures.test.ts -u`. */
test('what one would see on a cluster is what these sources compute', async () => {
  await expect(`${JSON.stringify(signatures, null, 2)}\n`).toMatchFileSnapshot(
    '../../src/generated/fault-signatures.json',
  );
});

test('a crash shows in the leaders’ gauges and the controller’s, and not in IsrShrinksPerSec', () => {
  expect(moveOf('crash', 'FencedBrokerCount')).toMatchObject({ before: 0, peak: 1 });
  expect(moveOf('crash', 'UnderReplicatedPartitions')).toMatchObject({ before: 0, peak: 3 });
  expect(moveOf('crash', 'IsrShrinksPerSec')).toBeUndefined();
  expect(moveOf('crash', 'OfflinePartitionsCount')).toBeUndefined();
  expect(moveOf('crashOfTwo', 'UnderMinIsrPartitionCount')).toMatchObject({ peak: 3 });
});

test('a lost link between leader and follower shows as an ISR shrink after the lag time', () => {
  const move = moveOf('linkBetweenBrokers', 'IsrShrinksPerSec');
  expect(move?.seconds).toBeGreaterThanOrEqual(29);
  expect(move?.seconds).toBeLessThanOrEqual(46);
});

test('a controller that dies shows in the metrics of the others; without a majority nobody is active', () => {
  expect(signatures.find(({ fault }) => fault === 'controllerCrash')?.silent).toEqual([]);
  expect(moveOf('controllerCrash', 'OfflinePartitionsCount')).toBeUndefined();
  expect(moveOf('quorumLost', 'ActiveControllerCount')).toMatchObject({ before: 1, peak: 0 });
});

/** Kafka has no metric of a wall clock, and logs nothing: the page says so. */
const KAFKA_SHOWS_NOTHING = ['clockAhead', 'clockDrift'];

test('every deed moves a metric, or leaves an error in a log, but for those of which Kafka shows nothing', () => {
  expect(signatures.length).toBeGreaterThanOrEqual(23);
  const unseen = signatures.filter(({ metrics, errors }) => metrics.length + errors.length === 0);
  expect(unseen.map(({ fault }) => fault)).toEqual(KAFKA_SHOWS_NOTHING);
});

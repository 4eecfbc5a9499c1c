import { expect, test } from 'vitest';
import type { IndexLookUpView, LookUpView } from '../../shared/LogDirectory.ts';
import { layoutIndexSearch } from './layoutIndexSearch.ts';
import { lookUpSteps, shownAfter } from './lookUpSteps.ts';

const INDEX: IndexLookUpView = {
  file: '00000000000000000000.index',
  target: 37,
  entryCount: 8,
  probes: [
    { slot: 0, key: 5, step: 'warm', low: 0, high: 7 },
    { slot: 4, key: 40, step: 'bisect', low: 0, high: 3 },
    { slot: 2, key: 20, step: 'bisect', low: 2, high: 3 },
    { slot: 3, key: 30, step: 'bisect', low: 3, high: 3 },
  ],
  slot: 3,
  entry: { key: 30, value: 4200 },
};
const batch = (baseOffset: number) => ({
  position: baseOffset * 100,
  sizeBytes: 200,
  baseOffset,
  lastOffset: baseOffset + 1,
  maxTimestampMs: 5,
});
const LOOK_UP: LookUpView = {
  target: { by: 'offset', offset: 37 },
  segment: 0,
  segmentsRead: 0,
  timeIndex: null,
  offsetIndex: INDEX,
  scanFrom: 4200,
  scanned: [batch(34), batch(36)],
  scannedBytes: 400,
  outcome: 'found',
  found: { offset: 37, timestampMs: 5, batch: batch(36) },
};

test('a look-up is the choice of a segment, each comparison, the entry, each batch, and the end', () => {
  const steps = lookUpSteps(LOOK_UP);
  expect(steps.map(({ kind }) => kind)).toEqual([
    'segment',
    'probe',
    'probe',
    'probe',
    'probe',
    'entry',
    'scan',
    'scan',
    'end',
  ]);
  expect(shownAfter(LOOK_UP, steps, 3)).toEqual({
    hasSegment: true,
    timeProbes: 0,
    offsetProbes: 2,
    hasTimeEntry: false,
    hasOffsetEntry: false,
    batches: 0,
    isComplete: false,
  });
  expect(shownAfter(LOOK_UP, steps, 9)).toMatchObject({ offsetProbes: 4, batches: 2, isComplete: true });
  expect(shownAfter(LOOK_UP, steps, 0)).toMatchObject({ hasSegment: false, offsetProbes: 0 });
});

test('a look-up by time has the time index before the offset index', () => {
  const timeIndex = { ...INDEX, file: '00000000000000000000.timeindex' };
  const steps = lookUpSteps({ ...LOOK_UP, target: { by: 'timestamp', timestampMs: 5 }, timeIndex });
  expect(steps).toHaveLength(14);
  expect(steps[5]).toEqual({ kind: 'entry', index: timeIndex });
  expect(shownAfter({ ...LOOK_UP, timeIndex }, steps, 7)).toMatchObject({
    timeProbes: 4,
    hasTimeEntry: true,
    offsetProbes: 1,
  });
});

test('what no segment holds ends after one step', () => {
  const steps = lookUpSteps({ ...LOOK_UP, segment: null, outcome: 'beyond-log-end', found: null });
  expect(steps.map(({ kind }) => kind)).toEqual(['segment', 'end']);
});

test('each comparison is drawn over the entries that were left before it, inside of the picture', () => {
  const labels = [8, 9, 9, 9];
  const layout = layoutIndexSearch(INDEX, 4, 372, labels);
  expect(layout.ticks).toHaveLength(8);
  expect(layout.rows.map(({ x, width }) => [Math.round(x), Math.round(x + width)])).toEqual([
    [1, 371],
    [1, 371],
    [1, 160],
    [107, 160],
  ]);
  expect(layout.foundX).toBeCloseTo(159.57, 1);
  layout.rows.forEach(({ labelX, labelAnchor, markX }, i) => {
    const width = labels[i]! * 6.1;
    expect(labelAnchor === 'start' ? labelX + width : labelX).toBeLessThanOrEqual(372);
    expect(labelAnchor === 'end' ? labelX - width : labelX).toBeGreaterThanOrEqual(0);
    expect(markX).toBeGreaterThanOrEqual(0);
  });
  expect(layoutIndexSearch(INDEX, 1, 372, labels).rows).toHaveLength(1);
  expect(layoutIndexSearch({ ...INDEX, entryCount: 5000 }, 0, 372, []).ticks.length).toBeLessThan(150);
  expect(layoutIndexSearch({ ...INDEX, entryCount: 0, probes: [], slot: -1 }, 0, 372, []).foundX).toBeNull();
});

import { expect, test } from 'vitest';
import { exampleFrame, EXAMPLE_FRAMES } from '../../views/gallery/exampleFrames.ts';
import { countContents } from './countContents.ts';

const { scenario, entities } = exampleFrame(EXAMPLE_FRAMES[0]!.name);

test('counts what the run has, not what the scenario begins with', () => {
  expect(countContents({ ...scenario, topics: [] }, entities)).toEqual({
    brokers: 3,
    topics: 1,
    producers: 1,
    consumers: 1,
  });
});

test('counts a topic once, whatever its partitions', () => {
  const partition = [...entities.values()].find((entity) => entity.kind === 'partition')!;
  const more = new Map(entities).set('partition:payments-1', { ...partition, key: 'partition:payments-1' });
  expect(countContents(scenario, more).topics).toBe(1);
});

test('says what the scenario has while the run loads', () => {
  expect(countContents(scenario, new Map())).toMatchObject({ brokers: scenario.brokers.length });
});

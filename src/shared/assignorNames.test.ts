import { expect, test } from 'vitest';
import { formatAssignors, parseAssignors } from './assignorNames.ts';

test('assignors are named by class, with or without the package, each once', () => {
  expect(parseAssignors('RangeAssignor, CooperativeStickyAssignor')).toEqual(['range', 'cooperative-sticky']);
  expect(parseAssignors('org.apache.kafka.clients.consumer.StickyAssignor')).toEqual(['sticky']);
  expect(parseAssignors('range')).toBeNull();
  expect(parseAssignors('')).toBeNull();
  expect(parseAssignors('RangeAssignor,RangeAssignor')).toBeNull();
  expect(formatAssignors(['range', 'roundrobin'])).toBe(
    'org.apache.kafka.clients.consumer.RangeAssignor,org.apache.kafka.clients.consumer.RoundRobinAssignor',
  );
});

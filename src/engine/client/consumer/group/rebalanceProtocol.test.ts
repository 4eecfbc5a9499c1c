import { expect, test } from 'vitest';
import { rebalanceProtocol } from './rebalanceProtocol.ts';

test('[consumer-rebalance-protocol] a group is cooperative only if all assignors of the list are: the default list is eager', () => {
  expect(rebalanceProtocol(['range', 'cooperative-sticky'])).toBe('EAGER');
  expect(rebalanceProtocol(['cooperative-sticky'])).toBe('COOPERATIVE');
  expect(rebalanceProtocol(['cooperative-sticky', 'sticky'])).toBe('EAGER');
  expect(rebalanceProtocol(['sticky'])).toBe('EAGER');
});

import { expect } from 'vitest';
import { ProducerMeters } from '../../src/engine/client/producer/metrics/ProducerMeters.ts';
import { SelectorMeters } from '../../src/engine/client/metrics/SelectorMeters.ts';
import { Derived } from '../../src/engine/kernel/Derived.ts';
import { SharedLog } from '../../src/engine/kernel/SharedLog.ts';

// For tests that compare state field by field.
expect.addEqualityTesters([
  // What is worked out anew is no part of the state.
  (a, b) => (a instanceof Derived && b instanceof Derived ? true : undefined),
  // What is measured decides nothing, and a leap through quiet time leaves out samples that are over.
  (a, b) => (a instanceof SelectorMeters && b instanceof SelectorMeters ? true : undefined),
  (a, b) => (a instanceof ProducerMeters && b instanceof ProducerMeters ? true : undefined),
  // Which of two logs may write to what they share is for themselves.
  (a, b) => (a instanceof SharedLog && b instanceof SharedLog ? a.length === b.length : undefined),
]);

import { expect } from 'vitest';
import { Derived } from '../../src/engine/kernel/Derived.ts';
import { SharedLog } from '../../src/engine/kernel/SharedLog.ts';

// For tests that compare state field by field.
expect.addEqualityTesters([
  // What is worked out anew is no part of the state.
  (a, b) => (a instanceof Derived && b instanceof Derived ? true : undefined),
  // Which of two logs may write to what they share is for themselves.
  (a, b) => (a instanceof SharedLog && b instanceof SharedLog ? a.length === b.length : undefined),
]);

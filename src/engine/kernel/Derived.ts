import type { SelfCloning } from './cloneState.ts';

/**
 * Something worked out from the rest of a node's state and kept because working it out takes time. It is no part of the state:
 * the digest leaves its field out, and a copy of the state starts without it.
 */
export class Derived<Value> implements SelfCloning {
  value: Value | null = null;

  shareOrClone(): Derived<Value> {
    return new Derived<Value>();
  }
}

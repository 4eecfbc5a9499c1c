/** A broken belief of ours. It stops the run; Kafka's own errors are values in responses and never thrown. */
export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure';
}

/** Stays on in production: a wrong picture is worse than a stopped one. */
export function assert(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new AssertionFailure(claim);
}

/** The value, which must be there. `what` names it in the failure. */
export function expectPresent<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new AssertionFailure(`${what} is missing`);
  return value;
}

/** Closes a switch over a union: a new member fails to compile here. */
export function exhaustive(value: never): never {
  throw new AssertionFailure(`unexpected value ${JSON.stringify(value)}`);
}

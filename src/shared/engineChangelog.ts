/** One release of the engine, as far as it changes what a run does. */
export interface EngineRelease {
  readonly version: string;
  readonly summary: string;
  /** What the same scenario now does differently; empty when every digest stayed the same. */
  readonly behaviourChanges: readonly BehaviourChange[];
}

export interface BehaviourChange {
  /** Stable name, so that pages and tests can point at it. */
  readonly id: string;
  /** What changed, in a sentence. */
  readonly summary: string;
}

/** Oldest first. A digest that changes without an entry here fails the comparison of old links. */
export const ENGINE_CHANGELOG: readonly EngineRelease[] = [
  { version: '0.1.0', summary: 'first version', behaviourChanges: [] },
];

import type { EngineApi } from './EngineApi.ts';

/** EngineApi as the page has it: every answer comes later, and the other side may be gone. */
export type AsyncEngine = {
  readonly [Method in keyof EngineApi]: (
    ...args: Parameters<EngineApi[Method]>
  ) => Promise<ReturnType<EngineApi[Method]>>;
} & {
  /** Settles only if the engine can answer no more; calls that wait are rejected with the same failure. */
  readonly whenFailed: Promise<Error>;
  /** Ends it at once. Calls that still wait are rejected. */
  dispose(): void;
};

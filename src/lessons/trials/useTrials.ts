import { useCallback, useEffect, useRef, useState } from 'react';
import type { EngineLike } from '../EngineLike.ts';
import { useLesson } from '../LessonContext.tsx';
import { TrialsCancelled, type TrialProgress, type TrialWatch } from './Trials.ts';

export type TrialState<Result> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: TrialProgress }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed' };

export interface Trials<Result> {
  readonly state: TrialState<Result>;
  /** Null where no second worker can be started. */
  readonly start: ((trial: (engine: EngineLike, watch: TrialWatch) => Promise<Result>) => void) | null;
  readonly stop: () => void;
}

/** A series of trials in a worker that lives as long as the series, and ends with the component at the latest. */
export function useTrials<Result>(): Trials<Result> {
  const { startTrialEngine } = useLesson();
  const [state, setState] = useState<TrialState<Result>>({ kind: 'idle' });
  const endRunning = useRef<(() => void) | null>(null);
  const stop = useCallback(() => {
    endRunning.current?.();
    endRunning.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    (trial: (engine: EngineLike, watch: TrialWatch) => Promise<Result>) => {
      if (startTrialEngine === null) return;
      stop();
      const engine = startTrialEngine();
      let isCancelled = false;
      endRunning.current = () => {
        isCancelled = true;
        engine.dispose();
        setState((current) => (current.kind === 'running' ? { kind: 'idle' } : current));
      };
      const watch: TrialWatch = {
        isCancelled: () => isCancelled,
        onProgress: (progress) => {
          if (!isCancelled) setState({ kind: 'running', progress });
        },
      };
      setState({ kind: 'running', progress: { done: 0, total: 1 } });
      trial(engine, watch).then(
        (result) => {
          if (!isCancelled) setState({ kind: 'done', result });
          engine.dispose();
        },
        (error: unknown) => {
          if (!isCancelled && !(error instanceof TrialsCancelled)) setState({ kind: 'failed' });
          engine.dispose();
        },
      );
    },
    [startTrialEngine, stop],
  );
  return { state, start: startTrialEngine === null ? null : start, stop };
}

/** How far a series of trials has come; it is shown while it runs, and can be stopped between two of them. */
export interface TrialProgress {
  readonly done: number;
  readonly total: number;
}

export interface TrialWatch {
  readonly onProgress?: (progress: TrialProgress) => void;
  readonly isCancelled?: () => boolean;
}

/** What is left of a series that somebody stopped: nothing that could be taken for a result. */
export class TrialsCancelled extends Error {
  override readonly name = 'TrialsCancelled';
}

export function checkIn(watch: TrialWatch, done: number, total: number): void {
  if (watch.isCancelled?.() === true) throw new TrialsCancelled();
  watch.onProgress?.({ done, total });
}

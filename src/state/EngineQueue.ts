/**
 * One request to the engine at a time, in the order asked. Frames follow each other only in the order in which the engine
 * made them, so nothing may overtake. A task is several requests that must not be interleaved.
 */
export class EngineQueue {
  private tail: Promise<unknown> = Promise.resolve();
  private unfinished = 0;

  get isIdle(): boolean {
    return this.unfinished === 0;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    this.unfinished++;
    const result = this.tail.then(task).finally(() => this.unfinished--);
    this.tail = result.catch(() => undefined);
    return result;
  }
}

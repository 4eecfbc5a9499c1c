import type { WallClock } from './wallClock.ts';

/** A wall that only moves when told. Between two repaints all that waits is let through, as between two of a browser's. */
export class FakeClock implements WallClock {
  nowMs = 0;
  visible = true;
  /** Happens once, in the same repaint as what waits for it, and before that. */
  onNextFrame: (() => void) | null = null;
  private callbacks = new Map<number, (wallMs: number) => void>();
  private listeners = new Set<() => void>();
  private handles = 0;

  requestFrame(callback: (wallMs: number) => void): number {
    this.callbacks.set(++this.handles, callback);
    return this.handles;
  }

  cancelFrame(handle: number): void {
    this.callbacks.delete(handle);
  }

  isVisible(): boolean {
    return this.visible;
  }

  onVisibilityChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get isAsked(): boolean {
    return this.callbacks.size > 0;
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    for (const listener of this.listeners) listener();
  }

  /** Repaints 60 times a second for a while. */
  async run(forMs: number, everyRepaint: () => void = () => {}): Promise<void> {
    const untilMs = this.nowMs + forMs;
    while (this.nowMs < untilMs) {
      this.nowMs += 1000 / 60;
      const due = [...this.callbacks.values()];
      this.callbacks.clear();
      this.onNextFrame?.();
      this.onNextFrame = null;
      for (const callback of due) callback(this.nowMs);
      await settled();
      everyRepaint();
    }
  }
}

/** All that can be answered without time has been answered. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

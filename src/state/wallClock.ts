/** What the page knows of real time and of its reader. Arguments, so that tests hold the clock. */
export interface WallClock {
  /** Calls back before the next repaint, with the time in ms. */
  requestFrame(callback: (wallMs: number) => void): number;
  cancelFrame(handle: number): void;
  /** False in a hidden tab. */
  isVisible(): boolean;
  onVisibilityChange(listener: () => void): () => void;
}

export const browserWallClock: WallClock = {
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  isVisible: () => document.visibilityState !== 'hidden',
  onVisibilityChange: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

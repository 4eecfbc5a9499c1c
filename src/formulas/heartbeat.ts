import { symbolValue, type Formula } from './Formula.ts';

/**
 * A third of the session is what the advice allows between two heartbeats. What it buys: a stall of two thirds of the session is
 * survived whenever it begins. Above it, that hangs on the moment: the session ends if the last heartbeat was more than a third of it
 * ago when the stall began.
 */
export const heartbeat: Formula = {
  id: 'heartbeat',
  latex: String.raw`P = \max\left(0,\ \frac{h - s/3}{h}\right) = 0 \iff h \le \frac{s}{3}`,
  symbols: [
    { id: 'interval', latex: 'h', unit: 'seconds', min: 1, max: 44, step: 1, initial: 3 },
    { id: 'session', latex: 's', unit: 'seconds', min: 6, max: 60, step: 3, initial: 45 },
  ],
  resultUnit: 'probability',
  assumptions: ['anyMoment', 'atOnce', 'stall', 'noCommits'],
  compute: (values) => {
    const interval = symbolValue(heartbeat, values, 'interval');
    return Math.max(0, (interval - symbolValue(heartbeat, values, 'session') / 3) / interval);
  },
};

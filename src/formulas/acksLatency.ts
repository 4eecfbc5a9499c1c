import { symbolValue, type Formula } from './Formula.ts';

/** acks as a producer has it. */
export const ACKS_LEVELS = ['0', '1', 'all'] as const;
export type AcksLevel = (typeof ACKS_LEVELS)[number];

/**
 * What an acknowledgement waits for, in ms. With acks=all also for the slowest replica of the ISR: its fetch brings the record, and only the
 * next one tells the leader that it is there (H2). `acks` is a place in `ACKS_LEVELS`.
 */
export const acksLatency: Formula = {
  id: 'acks-latency',
  latex: String.raw`t = \begin{cases} 0 & \text{acks=0} \\ \mathrm{RTT} + a & \text{acks=1} \\ \mathrm{RTT} + a + \max\limits_{\mathrm{ISR}}\left(\mathrm{RTT}_i + a\right) & \text{acks=all} \end{cases}`,
  symbols: [
    { id: 'rtt', latex: String.raw`\mathrm{RTT}`, unit: 'ms', min: 1, max: 100, step: 1, initial: 4 },
    { id: 'append', latex: 'a', unit: 'ms', min: 1, max: 20, step: 1, initial: 1 },
    {
      id: 'follower',
      latex: String.raw`\max \mathrm{RTT}_i`,
      unit: 'ms',
      min: 1,
      max: 100,
      step: 1,
      initial: 18,
    },
  ],
  resultUnit: 'ms',
  assumptions: ['noQueue', 'caughtUp', 'wiresOnly'],
  compute: (values) => {
    const level = ACKS_LEVELS[values['acks'] ?? 2] ?? 'all';
    if (level === '0') return 0;
    const append = symbolValue(acksLatency, values, 'append');
    const leader = symbolValue(acksLatency, values, 'rtt') + append;
    return level === '1' ? leader : leader + symbolValue(acksLatency, values, 'follower') + append;
  },
};

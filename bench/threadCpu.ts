import { readFileSync } from 'node:fs';

/**
 * CPU time of this thread in ms: what a measurement means on a machine that does other things too. Linux tells it per thread;
 * elsewhere the whole process stands in for it.
 */
export function threadCpuMs(): number {
  try {
    const [runningNs] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(runningNs) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

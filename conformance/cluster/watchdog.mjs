// node watchdog.mjs FOLDER: ends what a recording started when the recording itself has ended, however that came about (its end closes our
// standard input). Lines: `+PID` a process has started, `-PID` it has ended and the number is free again. At last the folder goes.

import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const folder = process.argv[2];
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1));
  if (line.startsWith('+')) running.add(pid);
  else running.delete(pid);
}
for (const pid of running) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
for (let attempts = 0; attempts < 20; attempts++) {
  try {
    rmSync(folder, { recursive: true, force: true });
    break;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100)); // A process that ends may still write.
  }
}

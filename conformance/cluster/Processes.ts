import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The processes of one recording and the folder they write to. A watchdog of its own ends all of it when this process is gone, also when it
 * was killed: it hears of that by the end of its input.
 */
export class Processes {
  /** For everything that need not outlive the recording. */
  readonly folder = mkdtempSync(join(tmpdir(), 'highwater-'));
  private readonly watchdog: ChildProcess;
  private readonly running = new Set<ChildProcess>();

  constructor() {
    this.watchdog = spawn(process.execPath, ['conformance/cluster/watchdog.mjs', this.folder], {
      stdio: ['pipe', 'ignore', 'inherit'],
      detached: true,
    });
    this.watchdog.unref();
  }

  java(
    options: readonly string[],
    classPath: string,
    main: string,
    args: readonly string[],
    stdio: 'ignore' | 'pipe',
  ) {
    const child = spawn('java', [...options, '-cp', classPath, main, ...args], {
      // Ctrl-C is for us; they end with us.
      detached: true,
      stdio: [stdio, stdio, stdio === 'pipe' ? 'inherit' : 'ignore'],
    });
    this.running.add(child);
    this.tellWatchdog(`+${String(child.pid)}`);
    child.once('exit', () => {
      this.running.delete(child);
      this.tellWatchdog(`-${String(child.pid)}`);
    });
    return child;
  }

  /** Ends everything, and waits until it has. */
  async endAll(): Promise<void> {
    await Promise.all([...this.running].map((child) => kill(child)));
    // Until now it was to keep nobody from ending; now it is waited for.
    this.watchdog.ref();
    this.watchdog.stdin?.end();
    await new Promise((resolve) => this.watchdog.once('exit', resolve));
  }

  private tellWatchdog(line: string): void {
    this.watchdog.stdin?.write(`${line}\n`);
  }
}

/** SIGKILL, also of a process that stands still; resolves when it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

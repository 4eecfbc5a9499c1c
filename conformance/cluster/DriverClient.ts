import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What the driver answered instead of a result: an error by Kafka's name. */
export class DriverError extends Error {
  readonly error: string;

  constructor(error: string, message: string) {
    super(`${error}: ${message}`);
    this.error = error;
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Answer {
  readonly id: number;
  readonly ok?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** Speaks with a driver process (`conformance/driver`): a request a line, an answer a line. */
export class DriverClient {
  readonly process: ChildProcess;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();

  constructor(process: ChildProcess) {
    this.process = process;
    if (!process.stdout) throw new Error('the driver has no standard output');
    createInterface({ input: process.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if (answer.error === undefined) waiting?.resolve(answer.ok);
      else waiting?.reject(new DriverError(answer.error, answer.message ?? ''));
    });
    process.once('exit', () => {
      for (const { reject } of this.waiting.values())
        reject(new DriverError('DRIVER_ENDED', 'the driver process has ended'));
      this.waiting.clear();
    });
    process.stdin?.on('error', () => undefined);
  }

  ask<Result>(what: string, request: Readonly<Record<string, unknown>> = {}): Promise<Result> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null)
      return Promise.reject(new DriverError('DRIVER_ENDED', 'the driver process has ended'));
    const id = this.nextId++;
    return new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.process.stdin?.write(`${JSON.stringify({ id, do: what, ...request })}\n`);
    }) as Promise<Result>;
  }
}

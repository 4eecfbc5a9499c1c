import {
  exponentialBackoffMs,
  jitterFactor,
  RETRY_BACKOFF_JITTER,
} from '../../network/exponentialBackoff.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros, Millis } from '../../../../shared/units.ts';

export interface HeartbeatConfig {
  readonly heartbeatIntervalMs: Millis;
  readonly sessionTimeoutMs: Millis;
  readonly maxPollIntervalMs: Millis;
  readonly retryBackoffMs: Millis;
  readonly retryBackoffMaxMs: Millis;
}

/** What the heartbeat thread does next. */
export type HeartbeatDeed = 'send' | 'forgetCoordinator' | 'leave' | 'wait';

/**
 * When heartbeats are due, and how long ago the coordinator and the application were last heard. Kafka: `Heartbeat` (4.2). A
 * heartbeat is sent every `heartbeat.interval.ms`, answered or not; one that failed is sent again after a back-off.
 */
export class Heartbeat {
  private readonly config: HeartbeatConfig;
  /** Whether the thread runs: from the answer to a JoinGroup until the next one is sent. */
  isEnabled = false;
  dueUs: Micros = 0;
  sessionEndsUs: Micros = Infinity;
  lastPollUs: Micros = 0;
  /** Failed in a row. */
  private attempts = 0;
  private failures = 0;

  constructor(config: HeartbeatConfig) {
    this.config = config;
  }

  get pollEndsUs(): Micros {
    return this.lastPollUs + this.config.maxPollIntervalMs * MICROS_PER_MILLI;
  }

  /** poll() was called. */
  polled(nowUs: Micros): void {
    this.lastPollUs = nowUs;
  }

  /** Kafka: `HeartbeatThread.enable`. */
  enable(nowUs: Micros): void {
    this.isEnabled = true;
    this.resetSession(nowUs);
    this.polled(nowUs);
    this.dueUs = nowUs + this.config.heartbeatIntervalMs * MICROS_PER_MILLI;
  }

  resetSession(nowUs: Micros): void {
    this.sessionEndsUs = nowUs + this.config.sessionTimeoutMs * MICROS_PER_MILLI;
  }

  sent(nowUs: Micros): void {
    this.dueUs = nowUs + this.config.heartbeatIntervalMs * MICROS_PER_MILLI;
  }

  /** The application polled for `forUs`, and if the thread runs so many heartbeats more were sent and answered meanwhile. */
  skip(times: number, forUs: Micros): void {
    this.lastPollUs += forUs;
    if (!this.isEnabled) return;
    this.dueUs += times * this.config.heartbeatIntervalMs * MICROS_PER_MILLI;
    this.sessionEndsUs += forUs;
  }

  received(nowUs: Micros): void {
    this.attempts = 0;
    this.resetSession(nowUs);
  }

  /** @param jitter of the n-th failure, from 0 up to but without 1. */
  failed(nowUs: Micros, jitter: (n: number) => number): void {
    this.failures += 1;
    const { retryBackoffMs: initialMs, retryBackoffMaxMs: maxMs } = this.config;
    const factor = jitterFactor(RETRY_BACKOFF_JITTER, jitter(this.failures));
    const waitMs = exponentialBackoffMs({ initialMs, maxMs, multiplier: 2 }, this.attempts, factor);
    this.attempts += 1;
    this.dueUs = nowUs + waitMs * MICROS_PER_MILLI;
  }

  /** Kafka: `HeartbeatThread.run`, in its order. */
  deed(nowUs: Micros): HeartbeatDeed {
    if (nowUs >= this.sessionEndsUs) return 'forgetCoordinator';
    if (nowUs >= this.pollEndsUs) return 'leave';
    return nowUs >= this.dueUs ? 'send' : 'wait';
  }

  /** When `deed` will say something else. */
  get nextUs(): Micros {
    return Math.min(this.dueUs, this.sessionEndsUs, this.pollEndsUs);
  }
}

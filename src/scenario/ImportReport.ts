import type { BrokerId } from '../shared/units.ts';

/**
 * What an importer tells beside the scenario. It stands here because importers write it and `i18n` words it, and neither may
 * see the other.
 */
export interface IgnoredText {
  /** From 1, in the paste. */
  readonly line: number;
  /** As it stands there. */
  readonly text: string;
  readonly why: IgnoredWhy;
}

export type IgnoredWhy =
  | 'command'
  | 'prompt'
  | 'tool-error'
  | 'tool-message'
  | 'stack-trace'
  | 'log-line'
  | 'elision'
  | 'count'
  | 'config-cut-off'
  | 'config-refused'
  | 'row-incomplete'
  | 'not-a-description';

/** `error`: nothing can be imported. `warn`: the cluster or the paste is not whole. `info`: what was assumed. */
export type NoticeLevel = 'error' | 'warn' | 'info';

export type ImportNotice = { readonly level: NoticeLevel } & (
  | { readonly code: 'nothing-found' }
  | { readonly code: 'tool-error'; readonly text: string }
  | { readonly code: 'no-partitions'; readonly topics: readonly string[] }
  | { readonly code: 'too-long'; readonly count: number; readonly most: number }
  | { readonly code: 'too-many-partitions'; readonly count: number; readonly most: number }
  | { readonly code: 'too-many-brokers'; readonly count: number; readonly most: number }
  | { readonly code: 'scenario-refused'; readonly path: string }
  | { readonly code: 'described-twice'; readonly topic: string }
  | { readonly code: 'partition-described-twice'; readonly topic: string; readonly partition: number }
  | { readonly code: 'no-header'; readonly topic: string }
  | { readonly code: 'no-partition-count'; readonly topics: readonly string[] }
  | {
      readonly code: 'partitions-missing';
      readonly topic: string;
      readonly announced: number;
      readonly listed: readonly number[];
    }
  | {
      readonly code: 'more-partitions-than-announced';
      readonly topic: string;
      readonly announced: number;
      readonly found: number;
    }
  | { readonly code: 'replicas-placed'; readonly topic: string; readonly partitions: readonly number[] }
  | { readonly code: 'row-incomplete'; readonly topic: string | null; readonly text: string }
  | {
      readonly code: 'contradiction';
      readonly topic: string;
      readonly partition: number;
      readonly what: Contradiction;
      readonly brokers: readonly BrokerId[];
    }
  /** `emptyIsr`: none of these partitions has an ISR either. */
  | {
      readonly code: 'no-leader';
      readonly topic: string;
      readonly partitions: readonly number[];
      readonly of: number;
      readonly emptyIsr: boolean;
    }
  | { readonly code: 'nobody-electable'; readonly topic: string; readonly partitions: readonly number[] }
  | {
      readonly code: 'under-replicated';
      readonly topic: string;
      readonly partitions: readonly number[];
      readonly of: number;
      readonly missing: readonly BrokerId[];
    }
  | {
      readonly code: 'under-min-isr';
      readonly topic: string;
      readonly partitions: readonly number[];
      readonly of: number;
      readonly minIsr: number;
    }
  | {
      readonly code: 'reassignment';
      readonly topic: string;
      readonly partitions: readonly number[];
      readonly text: string;
      readonly listed: number;
      readonly replicationFactor: number | null;
    }
  | {
      readonly code: 'replication-factor-differs';
      readonly topic: string;
      readonly partitions: readonly number[];
      readonly replicationFactor: number;
    }
  | { readonly code: 'config-unknown'; readonly topic: string; readonly name: string; readonly value: string }
  | { readonly code: 'config-removed'; readonly topic: string; readonly name: string; readonly value: string }
  | { readonly code: 'config-value'; readonly topic: string; readonly name: string; readonly value: string }
  | { readonly code: 'brokers-in-no-isr'; readonly brokers: readonly BrokerId[] }
  | { readonly code: 'brokers-stopped'; readonly brokers: readonly BrokerId[] }
  | { readonly code: 'elr-not-shown' }
  | { readonly code: 'logs-empty' }
  | { readonly code: 'add-clients'; readonly topic: string }
);

export type ImportNoticeCode = ImportNotice['code'];

/** What one row says that cannot be in Kafka; told together with what was made of it. */
export type Contradiction =
  'isr-not-a-replica' | 'elr-not-a-replica' | 'leader-not-a-replica' | 'leader-not-in-isr' | 'in-isr-and-elr';

import type { BrokerId, Epoch, Offset } from '../shared/units.ts';
import type { LedgerView, Violation } from './frame.ts';
import type { GroupResult } from '../shared/GroupResult.ts';
import type { QuorumResult } from '../shared/QuorumResult.ts';
import type { TransactionsResult } from '../shared/TransactionsResult.ts';

/** The one JSON document that a headless run prints. Its names are part of the published format: keys are only added. */
export interface SimulationResult {
  readonly highwater: 1;
  readonly engine: string;
  readonly 'kafka.version': string;
  readonly seed: number;
  readonly nowMs: number;
  readonly events: number;
  readonly digest: string;
  readonly violations: readonly Violation[];
  readonly ledger: LedgerView;
  readonly cluster: {
    readonly controller: number;
    readonly brokers: Readonly<
      Record<string, { readonly state: BrokerResultState; readonly brokerEpoch: Epoch }>
    >;
    readonly topics: Readonly<Record<string, Readonly<Record<string, PartitionResult>>>>;
    /** As the leader of the quorum knows it; null while nobody leads. */
    readonly quorum: QuorumResult | null;
    /** What `kafka-transactions.sh` prints; left out where there are none. */
    readonly transactions?: TransactionsResult;
  };
  /** By group.id, as `kafka-consumer-groups.sh --describe` shows them. */
  readonly groups: Readonly<Record<string, GroupResult>>;
  /**
   * Of the whole cluster by MBean (and attribute, after a colon, where it has several); below the name of a process
   * (`broker:1`) the same of that process alone. A process that does not run has none.
   */
  readonly metrics: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
}

export type BrokerResultState = 'running' | 'fenced' | 'starting' | 'stopping' | 'stopped';

export interface PartitionResult {
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  readonly isr: readonly BrokerId[];
  readonly elr: readonly BrokerId[];
  readonly lastKnownElr: readonly BrokerId[];
  readonly replicas: Readonly<
    Record<
      string,
      { readonly logStartOffset: Offset; readonly logEndOffset: Offset; readonly highWatermark: Offset }
    >
  >;
}

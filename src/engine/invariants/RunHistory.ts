import { Broker } from '../broker/Broker.ts';
import { committedIsr } from '../broker/isrState.ts';
import type { Cluster, TraceSink } from '../cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../cluster/ledger.ts';
import { minIsrOf } from '../controller/ReplicationControl.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import type { BrokerId, Epoch, Offset, TopicPartition } from '../../shared/units.ts';

/** Truncations by which replicas agree; whatever else shortens a log is a loss of the disk. */
const AGREED: readonly string[] = ['DivergingEpoch', 'OffsetOutOfRange'];

/** A step of the run: one event and its consequences, counted from 1. */
export type Step = number;

/** A disk lost what stood from `to` on. */
export interface Loss {
  readonly step: Step;
  readonly broker: BrokerId;
  readonly to: Offset;
}

/** A leader moved its high watermark, by which the records below counted as committed. */
export interface Commit {
  readonly step: Step;
  readonly leaderEpoch: Epoch;
  readonly from: Offset;
  readonly to: Offset;
  /** The ISR that the leader went by. */
  readonly isr: readonly BrokerId[];
}

/** Why what was committed before may be gone. */
export type ResetReason = 'uncleanElection' | 'lastKnownLeader' | 'lossyLastIsrMember';

/** From here on the partition is what this leader has, whatever was before. */
export interface Reset {
  readonly step: Step;
  readonly reason: ResetReason;
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
}

/** The ELR was forgotten because min.insync.replicas changed (R7). */
export interface Forgotten {
  readonly step: Step;
  readonly isr: readonly BrokerId[];
}

/** What befell one partition, as far as its laws depend on it. */
export interface PartitionHistory {
  registration: PartitionRegistration;
  /** The registration before the last change, and when it changed. */
  before: PartitionRegistration;
  changedAt: Step;
  /** min.insync.replicas in force, whenever it changed. */
  readonly minIsr: { readonly step: Step; readonly value: number }[];
  readonly losses: Loss[];
  readonly commits: Commit[];
  readonly resets: Reset[];
  readonly forgotten: Forgotten[];
  /** When each member of ISR or ELR last became one. */
  readonly admittedAt: Map<BrokerId, Step>;
  /** Highest high watermark that a leader showed since the last reset. */
  exposed: Offset;
  /** The same since the beginning. */
  everExposed: Offset;
}

/**
 * What happened in a run, put together from its trace and from its state after every event: what the laws that allow for
 * exceptions judge by. It believes nothing that the engine says about itself beyond bare facts: whether an election was clean
 * is decided here, from the registrations before and after it.
 */
export class RunHistory implements TraceSink {
  readonly partitions = new Map<TopicPartition, PartitionHistory>();
  step: Step = 0;
  /** Rows of the present step. */
  rows: TraceEvent[] = [];
  private pending: TraceEvent[] = [];

  row(_timeUs: number, _seq: number, _causeSeq: number, event: TraceEvent): void {
    this.pending.push(event);
  }

  /** Takes note of a step; called once after each, before laws are asked. */
  observe(cluster: Cluster): void {
    this.step += 1;
    this.rows = this.pending;
    this.pending = [];
    this.noteRegistrations(cluster);
    for (const row of this.rows) this.noteRow(row, cluster);
    this.noteExposure(cluster);
  }

  /** Whether a replica lost records and was not admitted to ISR or ELR since: nobody relies on it but for what it had before. */
  hasLostSinceAdmitted(topicPartition: TopicPartition, broker: BrokerId): boolean {
    const history = this.partitions.get(topicPartition);
    if (!history) return false;
    const since = history.admittedAt.get(broker) ?? 0;
    return history.losses.some((loss) => loss.broker === broker && loss.step >= since);
  }

  private noteRegistrations(cluster: Cluster): void {
    const controller = controllerOf(cluster);
    if (!controller) return;
    const isConfigAltered = this.rows.some((row) => row.kind === 'ConfigAltered');
    for (const entry of controller.image.partitions.values()) {
      const { topicPartition, registration } = entry;
      let history = this.partitions.get(topicPartition);
      if (!history) {
        history = freshHistory(registration, this.step, minIsrOf(controller, entry));
        this.partitions.set(topicPartition, history);
        continue;
      }
      if (isConfigAltered) {
        const value = minIsrOf(controller, entry);
        if (value !== history.minIsr.at(-1)?.value) history.minIsr.push({ step: this.step, value });
      }
      if (registration !== history.registration)
        this.noteChange(history, registration, controller.config.eligibleLeaderReplicas);
    }
  }

  private noteChange(history: PartitionHistory, after: PartitionRegistration, isElrOn: boolean): void {
    const before = history.registration;
    history.before = before;
    history.registration = after;
    history.changedAt = this.step;
    const members = membersOf(after);
    for (const broker of members)
      if (!membersOf(before).includes(broker)) history.admittedAt.set(broker, this.step);
    if (isForgetful(before, after)) history.forgotten.push({ step: this.step, isr: after.isr });
    const { leader, leaderEpoch } = after;
    if (leader < 0 || leader === before.leader) return;
    if (!isMemberElected(before, after)) {
      const isLastKnown = isElrOn && before.isr.length + before.elr.length === 0;
      const reason = isLastKnown && before.lastKnownElr[0] === leader ? 'lastKnownLeader' : 'uncleanElection';
      this.reset(history, reason);
    } else if (!isElrOn && after.isr.length === 1 && this.lostSinceAdmitted(history, leader)) {
      history.resets.push({ step: this.step, reason: 'lossyLastIsrMember', leader, leaderEpoch });
      history.exposed = 0;
    }
  }

  private lostSinceAdmitted(history: PartitionHistory, broker: BrokerId): boolean {
    const since = history.admittedAt.get(broker) ?? 0;
    return history.losses.some((loss) => loss.broker === broker && loss.step >= since);
  }

  private reset(history: PartitionHistory, reason: ResetReason): void {
    const { leader, leaderEpoch } = history.registration;
    history.resets.push({ step: this.step, reason, leader, leaderEpoch });
    history.exposed = 0;
  }

  private noteRow(row: TraceEvent, cluster: Cluster): void {
    if (row.kind === 'LogTruncated' && !AGREED.includes(row.reason)) {
      const history = this.partitions.get(row.partition);
      history?.losses.push({ step: this.step, broker: row.broker, to: row.to });
    }
    if (row.kind === 'HighWatermarkAdvanced' && row.role === 'leader') {
      const history = this.partitions.get(row.partition);
      const leader = replicasOf(cluster, row.partition).get(row.broker)?.leader;
      if (!history || !leader) return;
      const { from, to } = row;
      const isr = committedIsr(leader.isrState);
      history.commits.push({ step: this.step, leaderEpoch: leader.leaderEpoch, from, to, isr });
    }
  }

  /** A leader shows its high watermark to all who read. One that was deposed before a reset belongs to what was before. */
  private noteExposure(cluster: Cluster): void {
    for (const node of cluster.state.nodes) {
      if (!(node instanceof Broker)) continue;
      for (const { topicPartition, leader, log } of node.partitions.values()) {
        const history = leader && this.partitions.get(topicPartition);
        if (!history) continue;
        if (log.highWatermark > history.everExposed) history.everExposed = log.highWatermark;
        if (log.highWatermark <= history.exposed) continue;
        if (leader.leaderEpoch >= (history.resets.at(-1)?.leaderEpoch ?? 0))
          history.exposed = log.highWatermark;
      }
    }
  }
}

/** Who may lead with no risk to what is committed. */
export function membersOf({ isr, elr }: PartitionRegistration): readonly BrokerId[] {
  return elr.length === 0 ? isr : [...isr, ...elr];
}

/** The new leader was in the ISR or the ELR, or has just been let into the ISR by a change that took nobody out of it. */
function isMemberElected(before: PartitionRegistration, after: PartitionRegistration): boolean {
  const { leader, isr, replicas } = after;
  if (membersOf(before).includes(leader)) return true;
  const isExpansion = before.isr.every((member) => isr.includes(member) || !replicas.includes(member));
  return isExpansion && before.isr.length > 0 && isr.includes(leader) && after.recovery === 'RECOVERED';
}

/** The ELR went although the ISR is as it was. */
function isForgetful(before: PartitionRegistration, after: PartitionRegistration): boolean {
  return before.elr.length > 0 && after.elr.length === 0 && before.isr.join() === after.isr.join();
}

function freshHistory(registration: PartitionRegistration, step: Step, minIsr: number): PartitionHistory {
  return {
    registration,
    before: registration,
    changedAt: step,
    minIsr: [{ step: 0, value: minIsr }],
    losses: [],
    commits: [],
    resets: [],
    forgotten: [],
    admittedAt: new Map(),
    exposed: 0,
    everExposed: 0,
  };
}

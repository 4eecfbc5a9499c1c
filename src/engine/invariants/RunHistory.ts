import { Broker } from '../broker/Broker.ts';
import { committedIsr, maximalIsr } from '../broker/isrState.ts';
import type { PendingExpandIsr } from '../broker/isrState.ts';
import type { Cluster, TraceSink } from '../cluster/Cluster.ts';
import { activeControllerOf, replicasOf } from '../cluster/ledger.ts';
import { minIsrOf } from '../controller/ReplicationControl.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import type { BrokerId, Epoch, Offset, TopicPartition } from '../../shared/units.ts';
import { leadersOf } from './leadersOf.ts';
import type { Leading } from './leadersOf.ts';
import { passedOverBy } from './passedOver.ts';
import type { ForgottenProposal, Oversight, PassedOver } from './passedOver.ts';

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
export type ResetReason = 'uncleanElection' | 'lastKnownLeader' | 'lossyLastIsrMember' | Oversight;

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
  /** When it was first seen; one that is deleted and created again is another. */
  readonly bornAt: Step;
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
  /** What leaders asked for and forgot. */
  readonly forgottenProposals: ForgottenProposal[];
  /** What leaders counted as committed without waiting for these, who have not caught up with it since. */
  passedOver: readonly PassedOver[];
  /** What stood below was removed on some replica: by retention, or because a client asked for it. */
  removedBelow: Offset;
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
  /** What leaders were asking for after the last step. */
  private asking = new Map<string, PendingExpandIsr>();

  row(_timeUs: number, _seq: number, _causeSeq: number, event: TraceEvent): void {
    this.pending.push(event);
  }

  /** Takes note of a step; called once after each, before laws are asked. */
  observe(cluster: Cluster): void {
    this.step += 1;
    this.rows = this.pending;
    this.pending = [];
    this.noteRegistrations(cluster);
    this.noteForgottenProposals(cluster);
    for (const row of this.rows) this.noteRow(row, cluster);
    this.noteExposure(cluster);
  }

  /** Whether a replica lost records and was not admitted to ISR or ELR since: nobody relies on it but for what it had before. */
  hasLostSinceAdmitted(topicPartition: TopicPartition, broker: BrokerId): boolean {
    const history = this.partitions.get(topicPartition);
    return history !== undefined && hasLostSinceAdmitted(history, broker);
  }

  private noteRegistrations(cluster: Cluster): void {
    // Where none is active, nothing is decided; what a controller reads as it starts is long past.
    const controller = activeControllerOf(cluster);
    if (!controller) return;
    // A topic of the same name that is created later has a history of its own.
    for (const row of this.rows) if (row.kind === 'TopicDeleted') this.forgetTopic(row.topic);
    const isConfigAltered = this.rows.some((row) => MAY_CHANGE_MIN_ISR.has(row.kind));
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
      if (isUndone(history.registration, registration)) this.undo(history, registration);
      else if (registration !== history.registration)
        this.noteChange(history, registration, controller.config.eligibleLeaderReplicas);
    }
  }

  private forgetTopic(topic: string): void {
    for (const topicPartition of [...this.partitions.keys()])
      if (topicPartition.slice(0, topicPartition.lastIndexOf('-')) === topic)
        this.partitions.delete(topicPartition);
  }

  private noteChange(history: PartitionHistory, after: PartitionRegistration, isElrOn: boolean): void {
    const before = history.registration;
    history.before = before;
    history.registration = after;
    history.changedAt = this.step;
    const members = membersOf(after);
    for (const broker of members) {
      if (membersOf(before).includes(broker)) continue;
      history.admittedAt.set(broker, this.step);
      // Whoever is let in by a leader that knows what it does has all that is committed (I5).
      if (!isByForgottenProposal(broker, before, history))
        history.passedOver = history.passedOver.filter((one) => one.broker !== broker);
    }
    if (isForgetful(before, after)) history.forgotten.push({ step: this.step, isr: after.isr });
    const { leader } = after;
    if (leader < 0 || leader === before.leader) return;
    if (!isMemberElected(before, after)) {
      // The change that forgets the last eligible replica may elect the last known leader at once.
      const isLastKnown = isElrOn && before.isr.length === 0 && after.elr.length === 0;
      const reason = isLastKnown && before.lastKnownElr[0] === leader ? 'lastKnownLeader' : 'uncleanElection';
      this.reset(history, reason);
    } else if (!isElrOn && after.isr.length === 1 && hasLostSinceAdmitted(history, leader))
      this.reset(history, 'lossyLastIsrMember');
    else {
      const overlooked = history.passedOver.find((one) => one.broker === leader);
      if (overlooked) this.reset(history, overlooked.reason);
    }
  }

  /** The controller that had decided so lost the quorum before it was committed: it never was. */
  private undo(history: PartitionHistory, registration: PartitionRegistration): void {
    history.registration = registration;
    history.before = registration;
  }

  private reset(history: PartitionHistory, reason: ResetReason): void {
    const { leader, leaderEpoch } = history.registration;
    history.resets.push({ step: this.step, reason, leader, leaderEpoch });
    history.exposed = 0;
    history.passedOver = [];
  }

  /**
   * A leader that asked for a member, knows no newer state of its partition and has not been refused counts on the member no
   * more.
   */
  private noteForgottenProposals(cluster: Cluster): void {
    const asking = new Map<string, PendingExpandIsr>();
    for (const { broker, partition, leader } of leadersOf(cluster)) {
      const { isrState, leaderEpoch, partitionEpoch } = leader;
      if (isrState.kind !== 'PendingExpandIsr' && this.asking.size === 0) continue;
      const key = `${partition.topicPartition}@${broker.id}/${broker.life}/${leaderEpoch}/${partitionEpoch}`;
      if (isrState.kind === 'PendingExpandIsr') asking.set(key, isrState);
      const before = this.asking.get(key);
      if (!before || before === isrState) continue;
      const member = before.newInSyncReplicaId;
      const isRefused = this.rows.some(
        (row) =>
          row.kind === 'AlterPartitionFailed' &&
          row.broker === broker.id &&
          row.partition === partition.topicPartition,
      );
      if (isRefused || maximalIsr(isrState).includes(member)) continue;
      this.partitions
        .get(partition.topicPartition)
        ?.forgottenProposals.push({ leaderEpoch, partitionEpoch, member });
    }
    this.asking = asking;
  }

  private noteRow(row: TraceEvent, cluster: Cluster): void {
    if (row.kind === 'LogTruncated' && !AGREED.includes(row.reason)) {
      const history = this.partitions.get(row.partition);
      history?.losses.push({ step: this.step, broker: row.broker, to: row.to });
    }
    if (row.kind === 'LogStartOffsetIncremented' && row.reason !== 'LeaderOffsetIncremented') {
      const history = this.partitions.get(row.partition);
      if (history) history.removedBelow = Math.max(history.removedBelow, row.to);
    }
    if (row.kind === 'HighWatermarkAdvanced' && row.role === 'leader') {
      const history = this.partitions.get(row.partition);
      const leading = leadersOf(cluster).find(
        ({ broker, partition }) => broker.id === row.broker && partition.topicPartition === row.partition,
      );
      if (!history || !leading) return;
      const { from, to } = row;
      const { isrState, leaderEpoch } = leading.leader;
      history.commits.push({ step: this.step, leaderEpoch, from, to, isr: committedIsr(isrState) });
      this.notePassedOver(history, leading, from, to, cluster);
    }
  }

  private notePassedOver(
    history: PartitionHistory,
    leading: Leading,
    from: Offset,
    to: Offset,
    cluster: Cluster,
  ): void {
    const { minIsr, forgottenProposals, registration, resets } = history;
    const { leaderEpoch } = leading.leader;
    // A leader that was deposed before a reset belongs to what was before.
    if (leaderEpoch < (resets.at(-1)?.leaderEpoch ?? 0)) return;
    const value = minIsr.at(-1)?.value ?? 0;
    const passed = passedOverBy(leading, from, to, value, forgottenProposals, cluster.nowUs);
    history.passedOver = [...history.passedOver, ...passed];
    // It goes on unaware that one of them leads already.
    const successor = passed.find((one) => one.broker === registration.leader);
    if (successor && leaderEpoch < registration.leaderEpoch) this.reset(history, successor.reason);
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
    this.forgetWhoCaughtUp(cluster);
  }

  private forgetWhoCaughtUp(cluster: Cluster): void {
    if (this.rows.length === 0) return;
    for (const [topicPartition, history] of this.partitions) {
      if (history.passedOver.length === 0) continue;
      const replicas = replicasOf(cluster, topicPartition);
      history.passedOver = history.passedOver.filter(
        ({ broker, to }) => (replicas.get(broker)?.log.logEndOffset ?? 0) < to,
      );
    }
  }
}

/** The minimum follows configs, and the replication factor of partition 0. */
const MAY_CHANGE_MIN_ISR: ReadonlySet<TraceEvent['kind']> = new Set<TraceEvent['kind']>([
  'ConfigAltered',
  'ConfigRemoved',
  'ReassignmentStarted',
  'ReassignmentCompleted',
  'ReassignmentCancelled',
]);

/** Partition epochs rise with every change, unless what was decided last is undone. */
function isUndone(known: PartitionRegistration, now: PartitionRegistration): boolean {
  return known !== now && now.partitionEpoch <= known.partitionEpoch;
}

function hasLostSinceAdmitted({ admittedAt, losses }: PartitionHistory, broker: BrokerId): boolean {
  const since = admittedAt.get(broker) ?? 0;
  return losses.some((loss) => loss.broker === broker && loss.step >= since);
}

/** Who may lead with no risk to what is committed. */
export function membersOf({ replicas, isr, elr }: PartitionRegistration): readonly BrokerId[] {
  // Where a reassignment drops replicas below the minimum, Kafka keeps them in the ELR; only replicas are ever elected.
  return elr.length === 0 ? isr : [...isr, ...elr.filter((broker) => replicas.includes(broker))];
}

/** The new leader was in the ISR or the ELR, or has just been let into the ISR by a change that took nobody out of it. */
function isMemberElected(before: PartitionRegistration, after: PartitionRegistration): boolean {
  const { leader, isr, replicas } = after;
  if (membersOf(before).includes(leader)) return true;
  const isExpansion = before.isr.every((member) => isr.includes(member) || !replicas.includes(member));
  return isExpansion && before.isr.length > 0 && isr.includes(leader) && after.recovery === 'RECOVERED';
}

/** Let in by what its leader asked for and has forgotten. */
function isByForgottenProposal(
  member: BrokerId,
  { leaderEpoch, partitionEpoch }: PartitionRegistration,
  { forgottenProposals }: PartitionHistory,
): boolean {
  return forgottenProposals.some(
    (one) =>
      one.member === member && one.leaderEpoch === leaderEpoch && one.partitionEpoch === partitionEpoch,
  );
}

/** ELR and last known leader went although nobody was elected and the ISR is as it was. */
function isForgetful(before: PartitionRegistration, after: PartitionRegistration): boolean {
  const isForgotten = after.elr.length + after.lastKnownElr.length === 0;
  const wasKnown = before.elr.length + before.lastKnownElr.length > 0;
  return wasKnown && isForgotten && before.leader === after.leader && before.isr.join() === after.isr.join();
}

function freshHistory(registration: PartitionRegistration, step: Step, minIsr: number): PartitionHistory {
  return {
    bornAt: step,
    registration,
    before: registration,
    changedAt: step,
    minIsr: [{ step: 0, value: minIsr }],
    losses: [],
    commits: [],
    resets: [],
    forgotten: [],
    admittedAt: new Map(),
    forgottenProposals: [],
    passedOver: [],
    removedBelow: 0,
    exposed: 0,
    everExposed: 0,
  };
}

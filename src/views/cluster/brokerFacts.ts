import type { BrokerView, PartitionView } from '../../bridge/frame.ts';
import { formatDuration, formatTime } from '../../i18n/format.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import { isActive, isOnline, roleLetter, type RoleLetter } from '../clusterModel.ts';
import type { LaneTitle } from '../log/ReplicaLogs.tsx';

/** What a card, a lane's name and the outline say about a broker. */
export interface BrokerFacts {
  readonly letter: RoleLetter;
  readonly online: boolean;
  readonly crashed: boolean;
  readonly fenced: boolean;
  /** Its process stands still. */
  readonly paused: boolean;
  /** Its disk is slow, or its clock wrong: the status says so first. */
  readonly impaired: boolean;
  /** `leader, epoch 7`, `crashed 0:30.000` */
  readonly line: string;
  /** `in ISR`, `fenced 0:39.204, in ELR` */
  readonly status: string;
  readonly statusTone: 'water' | 'wait' | 'plain';
  /** Until its session ends; null while the controller holds no session for it. */
  readonly session: { readonly sinceUs: number; readonly endsUs: number; readonly silent: boolean } | null;
}

export function brokerFacts(
  m: Catalogue['stage'],
  broker: BrokerView,
  partition: PartitionView | null,
  trace: readonly TraceRow[],
  /** Of the whole cluster; with more than one it is told how many the broker leads. */
  partitionCount = 1,
): BrokerFacts {
  const online = isOnline(broker);
  const holds = partition?.replicas.includes(broker.nodeId) === true;
  const letter = partition === null || !holds ? '–' : roleLetter(partition, broker.nodeId);
  return {
    letter,
    online,
    crashed: broker.process === 'killed' || broker.process === 'powerless',
    // Who stopped cleanly is fenced too, and nothing is wrong with it.
    fenced: broker.fenced && broker.process !== 'stopped',
    paused: broker.pausedSinceUs !== null,
    impaired: broker.diskFactor !== 1 || broker.clockOffsetMs !== 0,
    line: lineOf(m, broker, partition, letter, holds),
    ...withFaults(
      m,
      broker,
      withLeads(m, broker, partitionCount, statusOf(m, broker, partition, letter, trace)),
    ),
    session:
      broker.sessionEndsUs === null
        ? null
        : { sinceUs: broker.lastHeartbeatUs, endsUs: broker.sessionEndsUs, silent: !isActive(broker) },
  };
}

function lineOf(
  m: Catalogue['stage'],
  broker: BrokerView,
  partition: PartitionView | null,
  letter: RoleLetter,
  holds: boolean,
): string {
  if (broker.process === 'stopped' && broker.sinceUs === 0) return m.broker.stoppedFromStart;
  if (broker.pausedSinceUs !== null) return m.broker.paused(formatTime(broker.pausedSinceUs));
  if (broker.hasDiskFailed && broker.process === 'killed')
    return m.broker.diskFailed(formatTime(broker.sinceUs));
  if (broker.process !== 'running') return m.broker.process[broker.process](formatTime(broker.sinceUs));
  if (partition === null) return m.broker.process.running();
  if (!holds) return m.broker.noReplica;
  return letter === 'L' ? m.broker.leader(partition.leaderEpoch) : m.broker.follower(partition.leaderEpoch);
}

function statusOf(
  m: Catalogue['stage'],
  broker: BrokerView,
  partition: PartitionView | null,
  letter: RoleLetter,
  trace: readonly TraceRow[],
): Pick<BrokerFacts, 'status' | 'statusTone'> {
  if (broker.process === 'stopped' && !partition?.elr.includes(broker.nodeId)) {
    return { status: broker.sinceUs === 0 ? '' : m.broker.controlledShutdown, statusTone: 'plain' };
  }
  if (broker.fenced) {
    const at = fencedAt(trace, broker);
    const text = m.broker.fenced(at === null ? null : formatTime(at));
    return { status: letter === 'E' ? m.broker.inElr(text) : text, statusTone: 'wait' };
  }
  if (broker.inControlledShutdown) return { status: m.broker.controlledShutdown, statusTone: 'wait' };
  if (partition === null || !partition.replicas.includes(broker.nodeId))
    return { status: '', statusTone: 'plain' };
  if (partition.isr.includes(broker.nodeId)) return { status: m.broker.inIsr, statusTone: 'water' };
  return letter === 'E'
    ? { status: m.broker.inElrAlone, statusTone: 'wait' }
    : { status: m.broker.outOfIsr, statusTone: 'plain' };
}

/** `in ISR, leads 2`; who is fenced leads nothing, and says why first. */
function withLeads(
  m: Catalogue['stage'],
  broker: BrokerView,
  partitionCount: number,
  facts: Pick<BrokerFacts, 'status' | 'statusTone'>,
): Pick<BrokerFacts, 'status' | 'statusTone'> {
  if (partitionCount < 2 || broker.fenced || !isOnline(broker)) return facts;
  const leads = m.broker.leads(broker.leaderCount);
  return { ...facts, status: facts.status === '' ? leads : `${facts.status}, ${leads}` };
}

/** A slow disk and a wrong clock, behind what is told anyway. */
function withFaults(
  m: Catalogue['stage'],
  broker: BrokerView,
  facts: Pick<BrokerFacts, 'status' | 'statusTone'>,
): Pick<BrokerFacts, 'status' | 'statusTone'> {
  const faults = [
    ...(broker.diskFactor === 1 ? [] : [m.broker.slowDisk(broker.diskFactor)]),
    ...clockFault(m, broker.clockOffsetMs),
  ];
  if (faults.length === 0) return facts;
  const parts = [...faults, ...(facts.status === '' ? [] : [facts.status])];
  return { status: parts.join(', '), statusTone: 'wait' };
}

/** `clock 3 s behind`; nothing where it is right. */
export function clockFault(m: Catalogue['stage'], offsetMs: number): readonly string[] {
  return offsetMs === 0
    ? []
    : [m.broker.clock(formatDuration(Math.abs(offsetMs) * MICROS_PER_MILLI), offsetMs > 0)];
}

function fencedAt(trace: readonly TraceRow[], broker: BrokerView): number | null {
  const row = trace.findLast(({ event }) => event.kind === 'BrokerFenced' && event.broker === broker.nodeId);
  return row?.timeUs ?? null;
}

/** On a phone longer words leave no room for the rack. */
const MOST_WITH_RACK = 24;

/** The same in one line, where names stand above the lanes. */
export function laneTitle(facts: BrokerFacts, short: boolean, rack: string | null = null): LaneTitle {
  const brief = facts.online && facts.status !== '' && facts.statusTone === 'plain';
  const tellsStatus = facts.fenced || facts.impaired || brief;
  const text = tellsStatus && !facts.paused ? facts.status : facts.line;
  const told = short ? text.replace(/ (since )?\d+:\d\d\.\d{3}/, '') : text;
  const hasRoom = rack !== null && (!short || told.length <= MOST_WITH_RACK);
  return {
    text: hasRoom ? `${rack}, ${told}` : told,
    tone: facts.statusTone === 'wait' || facts.paused ? 'wait' : facts.crashed ? 'error' : 'plain',
    fenced: facts.fenced,
  };
}

/** For a screen reader. */
export function spokenBroker(m: Catalogue['stage'], broker: BrokerView, facts: BrokerFacts): string {
  return m.broker.spoken(
    [
      m.broker.name(broker.nodeId),
      broker.rack === null ? '' : m.broker.rack(broker.rack),
      facts.line,
      facts.status,
    ].filter((part) => part !== ''),
  );
}

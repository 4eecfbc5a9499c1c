import type { BrokerView, WaitView } from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import { nameOf } from '../clusterModel.ts';

export interface WaitRow {
  readonly key: string;
  readonly who: string;
  readonly what: string;
  readonly tone: 'wait' | 'error' | 'water';
  readonly sinceUs: number;
  readonly endsUs: number | null;
  /** The wait ends in an error, and says so. */
  readonly timesOut: boolean;
  /** Of several requests in flight the one whose answer is out the longest. */
  readonly wait: WaitView;
}

/** Those that hold somebody up come first; long polls are routine and come last. */
const ORDER: Readonly<Record<WaitView['what'], number>> = {
  ProduceForHighWatermark: 0,
  ProducerRetry: 1,
  ProducerForMetadata: 1,
  FencingOfBroker: 2,
  BrokerStart: 3,
  ControlledShutdown: 3,
  IsrChange: 3,
  FollowerBackoff: 4,
  ProducerForResponse: 5,
  FollowerFetch: 6,
  ConsumerFetch: 7,
};

/** Those that hold somebody up first. */
export function waitsInOrder<Wait extends WaitView>(waits: readonly Wait[]): Wait[] {
  return [...waits].sort(
    (a, b) =>
      ORDER[a.what] - ORDER[b.what] ||
      (a.requiredOffset ?? 0) - (b.requiredOffset ?? 0) ||
      a.sinceUs - b.sinceUs,
  );
}

export function waitRows(m: Catalogue['stage'], waits: readonly WaitView[]): WaitRow[] {
  return waitsInOrder(mergeResponses(waits)).map((wait) => ({
    key: wait.key,
    who: whoOf(m, wait),
    what: wait.requests > 1 ? m.waits.what.answers(wait.requests) : whatOf(m, wait),
    tone: toneOf(wait),
    sinceUs: wait.sinceUs,
    endsUs: wait.endsUs,
    timesOut: wait.what === 'ProduceForHighWatermark',
    wait,
  }));
}

interface MergedWait extends WaitView {
  readonly requests: number;
}

/** A client's requests in flight are one wait, as long as its first answer is out. */
function mergeResponses(waits: readonly WaitView[]): MergedWait[] {
  const merged = new Map<string, MergedWait>();
  for (const wait of waits) {
    const key = wait.what === 'ProducerForResponse' ? `${wait.what} ${wait.who} ${wait.broker}` : wait.key;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...wait, requests: 1 });
    else merged.set(key, { ...known, requests: known.requests + 1 });
  }
  return [...merged.values()];
}

function toneOf({ what }: WaitView): WaitRow['tone'] {
  if (what === 'ProducerRetry' || what === 'ProducerForMetadata' || what === 'FollowerBackoff')
    return 'error';
  return what === 'ConsumerFetch' || what === 'FollowerFetch' ? 'water' : 'wait';
}

function whoOf(m: Catalogue['stage'], wait: WaitView): string {
  if (wait.what === 'ProduceForHighWatermark' && wait.correlationId !== null) {
    return m.waits.who.produce(wait.correlationId);
  }
  if (wait.what === 'FencingOfBroker') return m.waits.who.activeController;
  const name = nameOf(wait.who);
  if (wait.who.startsWith('producer:')) return m.waits.who.producer(name);
  if (wait.who.startsWith('consumer:')) return m.waits.who.consumer(name);
  return wait.who.startsWith('controller:') ? m.waits.who.controller(name) : m.waits.who.broker(name);
}

function whatOf(m: Catalogue['stage'], wait: WaitView): string {
  const words = m.waits.what;
  const { correlationId, broker, error, partition, requiredOffset: required } = wait;
  switch (wait.what) {
    case 'ProduceForHighWatermark':
      return words.ProduceForHighWatermark({ required: required ?? 0, current: wait.currentOffset ?? 0 });
    case 'ProducerRetry':
      return words.ProducerRetry({ correlationId, attempt: wait.attempt ?? 1, error });
    case 'ProducerForMetadata':
      return words.ProducerForMetadata();
    case 'ProducerForResponse':
      return words.ProducerForResponse({ correlationId, broker });
    case 'ConsumerFetch':
      return words.ConsumerFetch({ required });
    case 'FollowerFetch':
      return words.FollowerFetch({ required, broker });
    case 'FollowerBackoff':
      return words.FollowerBackoff({ broker });
    case 'FencingOfBroker':
      return words.FencingOfBroker({ broker });
    case 'BrokerStart':
      return words.BrokerStart();
    case 'ControlledShutdown':
      return words.ControlledShutdown();
    case 'IsrChange':
      return words.IsrChange({ partition });
  }
}

/** broker.heartbeat.interval.ms */
const HEARTBEAT_US = 2_000_000;

/** When the next heartbeat is due; null when no broker is alive. */
export function nextHeartbeatUs(brokers: readonly BrokerView[]): number | null {
  const alive = brokers.filter(({ process }) => process === 'running');
  return alive.length === 0
    ? null
    : Math.min(...alive.map((broker) => broker.lastHeartbeatUs + HEARTBEAT_US));
}

/** Between whom the thread of a wait runs, waiter first; null where it waits for nobody in particular. */
export function threadOf(
  wait: WaitView,
  leaderOf: (partition: string) => number,
  activeController: string | null,
): readonly [string, string] | null {
  const broker = wait.broker === null ? null : `broker:${wait.broker}`;
  switch (wait.what) {
    case 'ProducerRetry':
    case 'ProducerForMetadata':
    case 'ProducerForResponse':
    case 'ConsumerFetch':
    case 'FollowerFetch':
    case 'FollowerBackoff': {
      const leader = wait.partition === null ? -1 : leaderOf(wait.partition);
      const target = broker !== null && broker !== wait.who ? broker : leader < 0 ? null : `broker:${leader}`;
      return target === null || target === wait.who ? null : [wait.who, target];
    }
    case 'FencingOfBroker':
      return activeController === null || broker === null ? null : [activeController, broker];
    case 'ControlledShutdown':
    case 'BrokerStart':
    case 'IsrChange':
      return activeController === null ? null : [wait.who, activeController];
    case 'ProduceForHighWatermark':
      // It waits for the line itself: `WaitThread` draws that.
      return null;
  }
}

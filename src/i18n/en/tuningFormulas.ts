import type { LimitKind, QueueKind } from '../../shared/RunQuestions.ts';
import { formatDuration, formatNumber } from '../format.ts';

/** `broker:1` as people say it: broker 1; a client by its name alone. */
const person = (node: string): string => {
  const colon = node.indexOf(':');
  const kind = node.slice(0, colon);
  const name = node.slice(colon + 1);
  return kind === 'broker' || kind === 'controller' ? `${kind} ${name}` : name;
};

const QUEUES: Readonly<Record<QueueKind, string>> = {
  accumulator: 'batches in the accumulator',
  inFlight: 'requests in flight',
  requests: 'requests that wait for an I/O thread',
  ioThreads: 'requests at an I/O thread',
  produces: 'produce requests in the purgatory',
  fetches: 'fetches in the purgatory',
  fetchBuffer: 'records in the fetch buffer',
  handler: 'records at the handler',
};

const LIMITS: Readonly<Record<LimitKind, string>> = {
  inFlight: 'requests in flight',
  memory: 'buffer.memory',
  ioThreads: 'I/O threads',
  wire: 'bandwidth',
  handler: 'handler',
};

const percent = (share: number): string => `${formatNumber(100 * share, share < 0.1 ? 1 : 0)} %`;

interface Found {
  readonly kind: LimitKind;
  readonly node: string;
  readonly to: string | null;
  readonly verdict: 'binds' | 'tight' | 'free';
}

const limitName = ({ kind, node, to }: Found): string =>
  `${LIMITS[kind]}, ${person(node)}${to === null ? '' : ` → ${person(to)}`}`;

/** Cards of latency, queues and load. The lessons load it with them. */
export const tuningFormulas = {
  'littles-law': {
    title: 'Little’s law',
    spoken: 'L is lambda times W: what is in a queue is what comes a second times how long it stays.',
    symbols: { lambda: 'λ, arrivals a second', stay: 'W, how long each stays' },
    assumptions: {
      steady: 'as much leaves as comes',
      wholeStay: 'the time is long against a stay',
    },
    queue: 'Queue',
    nameOf: (kind: QueueKind, node: string) => `${person(node)}: ${QUEUES[kind]}`,
    columns: ['queue', 'λ a second', 'W', 'λ·W', 'L measured'],
    rate: (perSecond: number) => formatNumber(perSecond, 1),
    stay: (us: number | null) => (us === null ? '–' : formatDuration(us)),
    length: (value: number | null) => (value === null ? '–' : formatNumber(value, value < 0.1 ? 4 : 2)),
    ask: 'A copy of the run goes on for ten seconds. Every queue is looked at after every event: how long it is, when each comes and leaves. λ and W are counted apart from L.',
  },
  utilisation: {
    title: 'How long a record stays at a handler',
    spoken:
      'W is one over mu minus lambda, which is one over mu times one over one minus rho. Rho is lambda over mu: the share of the time that the handler is at work.',
    symbols: { lambda: 'λ, records that come a second', mu: 'μ, records that it could do a second' },
    assumptions: {
      poisson: 'arrivals are random (Poisson)',
      exponential: 'times of work are random (exponential)',
      oneHandler: 'one handler, first come, first served',
    },
    never: 'With ρ of 1 or more the queue grows for ever: there is no mean to measure.',
    load: (rho: number) =>
      `ρ = ${formatNumber(rho, 2)}: the handler is at work ${percent(Math.min(1, rho))} of the time.`,
    measured: (stayMs: number, workMs: number) =>
      `Of ${formatDuration(stayMs * 1000)} only ${formatDuration(workMs * 1000)} were work, the rest was waiting.`,
  },
  'sync-rate': {
    title: 'One at a time',
    spoken: 'X is one over t: who waits for each answer does one thing each round trip.',
    symbols: { t: 't, from request to answer' },
    assumptions: {
      oneAtATime: 'the next is sent when the answer to the last is there',
      roundTripOnly: 'the broker adds little to the round trip',
    },
    note: 'Measured: twenty sends, each after the answer to the one before, over a link of half of t each way.',
  },
  'acks-latency': {
    title: 'What an acknowledgement waits for',
    spoken:
      't is nothing with acks 0; with acks 1 the round trip and the append; with acks all also the longest, over the ISR, of the round trip between leader and follower and its append.',
    symbols: {
      rtt: 'RTT, producer to leader and back',
      append: 'a, an append',
      follower: 'RTT of the slowest replica in the ISR',
    },
    assumptions: {
      noQueue: 'nobody waits for a thread or behind another request',
      caughtUp: 'followers have a fetch waiting at the leader',
      wiresOnly: 'threads and bytes add less than half a millisecond',
    },
    note: 'Ten records a second, each by itself. The last broker of the lesson is the slow follower. It need not be the farthest: the slowest of those in the ISR decides, and one that leaves the ISR decides no longer.',
  },
  'head-of-line': {
    title: 'Retries in place',
    spoken:
      'X is one over t plus p times n times d: the work on a record, and the share that fails times the number of retries times how long each takes.',
    symbols: {
      t: 't, work on a record',
      p: 'p, share of records that fail',
      n: 'n, retries of each',
      d: 'd, a retry: the pause and the work',
    },
    assumptions: {
      inPlace: 'all behind a record wait until its retries are over',
      independent: 'records fail independently of one another',
      alwaysWork: 'there is always a record to work on',
    },
    note: (perSecond: number) =>
      `Without failures it would be ${formatNumber(perSecond)} records a second. Measured over 40 000 records that wait from the beginning.`,
  },
  whatBinds: {
    title: 'What binds here?',
    ask: 'Read the cluster',
    again: 'Read it again',
    asking: 'Reading ten seconds …',
    failed: 'The engine gave no answer.',
    columns: ['what can be used up', 'share of the time', '', 'what helps'],
    nameOf: limitName,
    share: percent,
    verdict: { binds: 'binds', tight: 'tight', free: 'has room' },
    advice: {
      inFlight:
        'Larger batches (linger.ms, batch.size), more partitions, or a shorter wait for each answer. A faster broker does not.',
      memory: 'What is behind it: memory fills when batches leave more slowly than records come.',
      ioThreads: 'Fewer, larger requests; num.io.threads; partitions on other brokers.',
      wire: 'compression.type; consumers in the same rack; a wider link.',
      handler: 'A faster handler, more partitions with more members, or less work for each record.',
    },
    summary: (findings: readonly Found[]) => {
      const first = findings.filter(({ verdict }) => verdict === 'binds');
      if (first.length > 0) return `What binds: ${first.map(limitName).join('; ')}.`;
      const tight = findings.filter(({ verdict }) => verdict === 'tight');
      return tight.length > 0
        ? `Nothing binds. Tight: ${tight.map(limitName).join('; ')}.`
        : 'Nothing binds: all that comes is worked off, and there is room for more.';
    },
  },
};

import { formatBytes, formatDuration, formatNumber, formatTime } from '../format.ts';

export const spaceTime = {
  title: (span: string) => `Space-time diagram, ${span} wide`,
  help: 'A lane for each node, an arrow for each request and answer. Left and right go from RPC to RPC, Enter asks why it was sent. Plus and minus zoom, Shift with left and right moves along the time, 0 follows the playhead again.',
  empty: 'Nothing was sent in this stretch of time.',
  follow: 'Follow the playhead',
  nearer: 'Nearer',
  farther: 'Farther',
  older: 'Older',
  newer: 'Newer',
  span: (us: number) => formatDuration(us),
  notKnown: 'not kept',
  leapt: 'quiet: passed over in one leap',
  kinds: {
    producer: 'producer',
    consumer: 'consumer',
    broker: 'broker',
    controller: 'controller',
  } as Readonly<Record<string, string>>,
  label: (facts: { readonly correlationId: number; readonly error: string | null }) =>
    facts.error === null ? `#${facts.correlationId}` : `#${facts.correlationId} ${facts.error}`,
  rpc: (facts: {
    readonly api: string;
    readonly isResponse: boolean;
    readonly correlationId: number;
    readonly from: string;
    readonly to: string;
    readonly sentAtUs: number;
    readonly tookUs: number;
    readonly end: 'read' | 'held' | 'lost' | null;
    readonly error: string | null;
    readonly sizeBytes: number;
  }) => {
    const what = `${facts.api} ${facts.isResponse ? 'response' : 'request'} #${facts.correlationId}`;
    const way = `${facts.from} → ${facts.to}, ${formatBytes(facts.sizeBytes)}, sent ${formatTime(facts.sentAtUs)}`;
    const end =
      facts.end === 'lost'
        ? 'never read'
        : facts.end === 'held'
          ? 'kept back by a cut link'
          : facts.end === null
            ? 'on its way'
            : `read after ${formatDuration(facts.tookUs)}`;
    return `${what}: ${way}, ${end}${facts.error === null ? '' : `, ${facts.error}`}`;
  },
  table: {
    title: 'RPCs in this stretch of time',
    more: (count: number) => `+ ${formatNumber(count)} more`,
  },
  unknownCause: 'What led to it happened before anybody looked.',
  keys: {
    title: 'Space-time diagram',
    rpc: 'Previous, next RPC',
    why: 'Why it was sent',
    zoom: 'Nearer, farther',
    along: 'Along the time',
    follow: 'Follow the playhead',
  },
};

import { formatDuration, formatNumber, formatTime } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;

export const requestPath = {
  title: (broker: number) => `Request path of broker ${broker}`,
  stagesOf: (broker: number) => `Stages of broker ${broker}`,
  broker: 'Broker',
  brokerOption: (id: number, leads: boolean) =>
    leads ? `Broker ${id}, leads the partition` : `Broker ${id}`,
  notRunning: 'No process of this broker runs: nobody reads its sockets.',
  loading: 'Looking into the broker.',
  over: (us: number) => `L, λ and W over the last ${formatDuration(us)}`,
  sinceStart: 'L, λ and W since the process began',
  symbols: 'L: in the stage on the average. λ: answered a second. W: how long each stays.',
  stages: {
    sockets: 'Sockets',
    requestQueue: 'Request queue',
    local: 'I/O threads',
    remote: 'Purgatory',
    responseQueue: 'Response queue',
    responseSend: 'Sending',
  },
  config: {
    sockets: 'num.network.threads',
    requestQueue: 'queued.max.requests',
    local: 'num.io.threads',
    remote: 'PurgatorySize',
    responseQueue: 'ResponseQueueTimeMs',
    responseSend: 'ResponseSendTimeMs',
  },
  now: 'now',
  ofRoom: (present: number, room: number) => `${n(present)} of ${n(room)}`,
  l: 'L',
  lambda: 'λ',
  w: 'W',
  law: 'λ × W',
  perSecond: (value: number) => `${n(value, 1)} /s`,
  number: (value: number) => n(value, value < 10 ? 3 : 1),
  duration: (us: number | null) => (us === null ? '–' : formatDuration(us)),
  gap: (share: number) => `${n(share * 100)} % still under way`,
  network: (facts: {
    readonly threads: number;
    readonly busy: number;
    readonly blocked: number;
    readonly receiving: number;
    readonly unread: number;
  }) => [
    `${n(facts.busy)} of ${n(facts.threads)} network threads busy`,
    `${plural(facts.receiving, { one: '# request', other: '# requests' })} being read`,
    `${n(facts.unread)} unread behind others`,
    ...(facts.blocked > 0
      ? [
          `${plural(facts.blocked, { one: '# thread stands', other: '# threads stand' })} still: the queue is full`,
        ]
      : []),
  ],
  purgatories: (produce: number, fetch: number) => `${n(produce)} produce, ${n(fetch)} fetch`,
  throttled: 'Throttled by a quota',
  nobodyThrottled: 'No connection is muted by a quota.',
  muted: (client: string, untilUs: number) => `${client}, not read from until ${formatTime(untilUs)}`,
  under: 'Under way',
  request: (facts: { readonly api: string; readonly client: string; readonly forUs: number }) =>
    `${facts.api} of ${facts.client}, ${formatDuration(facts.forUs)}`,
  more: (count: number) => `+ ${n(count)} more`,
  kinds: {
    title: 'Answered requests, by kind',
    request: 'Request',
    count: 'Answered',
    total: 'Mean time',
    throttle: 'Muted, in all',
  },
};

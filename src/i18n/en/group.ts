import { formatDuration, formatNumber, formatTime } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;

const STEP_WORDS = {
  starts: 'starts',
  asks: 'asks to join',
  syncs: 'sends SyncGroup',
  heartbeat: 'heartbeat',
  leaves: 'leaves',
  joined: 'is in the generation',
  assigned: 'is assigned',
  revoked: 'revoked',
  lost: 'lost',
  epoch: 'state or epoch changes',
  rejoins: 'has to join again',
  removed: 'is removed by the coordinator',
  exceeds: 'has not polled for too long',
  blocked: 'sends no heartbeat: its handler has the event loop',
  ends: 'ends',
};

const TRENDS = { rising: 'rising', falling: 'falling', level: 'level', none: 'no value yet' };

const CAUSE_WORDS = {
  starts: { one: 'starts', other: 'start' },
  closes: { one: 'closes', other: 'close' },
  dies: { one: 'is killed', other: 'are killed' },
  fails: { one: 'fails', other: 'fail' },
  stalls: { one: 'stops polling', other: 'stop polling' },
  pauses: { one: 'stands still', other: 'stand still' },
};

const seconds = (us: number) => `${n(us / 1_000_000, 2)} s`;

/** Groups of consumers: who reads what, the steps of the protocol, offsets and lag. */
export const group = {
  title: 'Groups',
  empty: 'No group yet. A consumer that subscribes with a group.id makes one.',
  parts: {
    label: 'What is shown of groups',
    owners: 'Who reads',
    steps: 'Steps',
    offsets: 'Offsets',
    lag: 'Lag',
  },
  span: {
    label: 'Time shown',
    all: 'whole run',
    last: (us: number) => formatDuration(us),
  },
  group: 'Group',
  /** Of a group, by the facts of its coordinator. */
  standing: (facts: {
    readonly type: 'classic' | 'consumer';
    readonly state: string;
    readonly generation: number;
    readonly protocol: string | null;
    readonly coordinator: number;
  }) =>
    facts.type === 'consumer'
      ? `KIP-848, ${facts.state}, group epoch ${n(facts.generation)}, coordinator ${facts.coordinator}`
      : `classic, ${facts.protocol === null ? '' : `${facts.protocol}, `}${facts.state}, generation ${n(facts.generation)}, coordinator ${facts.coordinator}`,
  noCoordinator: 'no coordinator',
  owners: {
    picture: (groupId: string) => `Who reads which partition in group ${groupId}, over time`,
    /** For who cannot see the picture. */
    spoken: (facts: {
      readonly groupId: string;
      readonly owned: readonly { readonly partition: string; readonly owner: string | null }[];
    }) =>
      `Now: ${facts.owned.map(({ partition, owner }) => `${partition} ${owner === null ? 'has no reader' : `by ${owner}`}`).join(', ')}.`,
    figure: seconds,
    figureName: 'of paused partitions',
    cost: (stopped: number, partitions: number, moved: number) =>
      `${n(stopped)} of ${n(partitions)} stopped, ${n(moved)} moved`,
    noPartition: 'nobody has a partition yet',
    quiet: (count: number) =>
      plural(count, { one: '+ # more, read all the time', other: '+ # more, read all the time' }),
    window: (fromUs: number, toUs: number) => `${formatTime(fromUs)} to ${formatTime(toUs)}`,
    cause: (who: readonly string[], what: keyof typeof CAUSE_WORDS) =>
      `${who.join(', ')} ${CAUSE_WORDS[what][who.length === 1 ? 'one' : 'other']}`,
    legend: {
      pause: 'nobody reads this partition',
      waits: 'asked, and waits',
      asks: 'asks to join',
      assigned: 'assignment received',
      heartbeat: 'heartbeat',
      blocked: 'heartbeat due, the loop is blocked',
      revoked: 'gives up partitions',
      removed: 'out of the group',
    },
    table: {
      open: 'As a table',
      caption: (groupId: string) => `Who read which partition in group ${groupId}, the newest first`,
      partition: 'Partition',
      reader: 'Reader',
      from: 'From',
      to: 'To',
      length: 'How long',
      nobody: 'nobody',
      now: 'now',
      older: (count: number) => plural(count, { one: '# earlier stretch', other: '# earlier stretches' }),
    },
    note: 'From onPartitionsRevoked, onPartitionsLost or the end of the process to the next onPartitionsAssigned.',
  },
  steps: {
    caption: (groupId: string) => `Steps of group ${groupId}, the newest first`,
    time: 'Time',
    member: 'Member',
    step: 'Step',
    epoch: 'Epoch',
    word: (kind: keyof typeof STEP_WORDS) => STEP_WORDS[kind],
    coordinator: 'coordinator',
    state: (state: string, generation: number) => `${state}, generation ${n(generation)}`,
    none: 'No step in this time.',
    nothingNew: 'nothing new',
    older: (count: number) => plural(count, { one: '# earlier step', other: '# earlier steps' }),
    heartbeats: 'with heartbeats',
  },
  offsets: {
    picture: (groupId: string) =>
      `Committed offsets and positions of group ${groupId}, by how far they are from the high watermark`,
    caption: (groupId: string) => `Offsets of group ${groupId}`,
    partition: 'Partition',
    owner: 'Reader',
    logStart: 'Log start',
    committed: 'Committed',
    position: 'Position',
    end: 'High watermark',
    logEnd: 'Log end',
    lag: 'Lag',
    lagOfPosition: 'records-lag',
    none: '–',
    nobody: 'nobody',
    value: (offset: number) => n(offset),
    before: (records: number) => (records === 0 ? 'HW' : `−${n(records)}`),
    legend: {
      committed: 'committed',
      position: 'position',
      water: 'high watermark',
    },
    note: 'Lag is the high watermark minus the committed offset, as kafka-consumer-groups.sh prints it. records-lag is the client’s metric: the readable end minus its position.',
    empty: 'The group has neither committed nor read anything.',
  },
  lag: {
    picture: (groupId: string, trend: keyof typeof TRENDS, lag: number) =>
      `Lag of group ${groupId} over time, all partitions together: ${TRENDS[trend]}, now ${plural(lag, { one: '# record', other: '# records' })}.`,
    total: 'all partitions',
    records: (lag: number) => plural(lag, { one: '# record', other: '# records' }),
    nothing: 'The group has committed nothing yet: kafka-consumer-groups.sh prints a dash.',
    caption: (groupId: string) => `Lag of group ${groupId} by partition, and when it is gone`,
    partition: 'Partition',
    lag: 'Lag',
    arrivals: 'λ, arrives',
    commits: 'μ, committed',
    drained: 'Gone in',
    rate: (perSecond: number) => `${n(perSecond, perSecond < 10 ? 1 : 0)}/s`,
    drainedIn: (us: number | null) => (us === null ? 'never' : us === 0 ? 'no lag' : formatDuration(us)),
    prediction: (us: number | null, lag: number) =>
      lag <= 0
        ? 'There is no lag.'
        : us === null
          ? 'At this rate it does not drain: somewhere as much arrives as is committed.'
          : `At this rate it is gone in ${formatDuration(us)}; the slowest partition decides.`,
    predicted: 'predicted',
    rates: (us: number) => `Rates of the last ${formatDuration(us)}. T = lag / (μ − λ).`,
  },
};

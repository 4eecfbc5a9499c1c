import type { FormulaUnit } from '../../shared/FormulaUnit.ts';
import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const percent = (share: number): string => {
  if (share === 0 || share === 1) return `${share * 100} %`;
  // As many digits as the smaller of the share and what is missing needs: 99.97 %, 0.0001 %.
  const value = share * 100;
  const digits = share > 0.99 ? -Math.floor(Math.log10(100 - value)) : 2 - Math.floor(Math.log10(value));
  return `${formatNumber(value, Math.min(12, Math.max(1, digits)))} %`;
};

const DIGITS: Partial<Record<FormulaUnit, number>> = { ratio: 2, inside: 2, ms: 2, arrivalsPerSecond: 1 };

/** Formula cards. The LaTeX and the arithmetic are in src/formulas; here is what people read and hear. */
export const formulas = {
  percent,
  predicted: 'predicted',
  measured: 'measured',
  gap: 'gap',
  copyLatex: 'Copy LaTeX',
  copiedLatex: 'Copied',
  readAloud: 'In words',
  notMeasured: 'not yet run',
  measure: 'Measure it',
  measureAgain: 'Measure again',
  stop: 'Stop',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  noTrialEngine: 'The trials need a second worker, and none can be started here.',
  failed: 'The trials stopped: the worker gave no answer.',
  holds: 'assumptions hold',
  withinInterval: 'inside the interval',
  beyond: 'more than the steps of a run explain',
  tolerated: (share: number) => `up to ${percent(share)} is no gap`,
  interval: (low: string, high: string) => `95 %: ${low} to ${high}`,
  trials: (count: number) => plural(count, { one: '# trial', other: '# trials' }),
  runs: (count: number) => plural(count, { one: '# run', other: '# runs' }),
  assumes: 'Assumes',
  fails: (assumption: string) => `does not hold: ${assumption}`,
  outside: 'outside the interval',
  symbolHint: 'Drag it, use the arrow keys or type a value.',
  fixedSymbol: 'Set by the cluster',
  value: (unit: FormulaUnit, value: number): string =>
    unit === 'probability'
      ? percent(value)
      : unit === 'terabytes'
        ? `${formatNumber(value, 2)} TB`
        : unit === 'seconds'
          ? value === Infinity
            ? '∞'
            : `${formatNumber(value, 1)} s`
          : value === Infinity
            ? '∞'
            : formatNumber(value, DIGITS[unit] ?? 0),
  unitOf: {
    brokers: (value: number) => plural(value, { one: 'broker may be gone', other: 'brokers may be gone' }),
    replicas: (value: number) => plural(value, { one: 'replica', other: 'replicas' }),
    probability: () => '',
    records: (value: number) => plural(value, { one: 'record', other: 'records' }),
    bytes: (value: number) => plural(value, { one: 'byte', other: 'bytes' }),
    megabytesPerSecond: () => 'MB/s',
    days: (value: number) => plural(value, { one: 'day', other: 'days' }),
    terabytes: () => 'on each broker',
    members: (value: number) => plural(value, { one: 'member', other: 'members' }),
    active: (value: number) => plural(value, { one: 'member reads', other: 'members read' }),
    partitions: (value: number) => plural(value, { one: 'partition', other: 'partitions' }),
    seconds: () => '',
    offset: () => '',
    recordsPerSecond: () => 'records/s',
    hash: () => '',
    partition: () => 'is the partition',
    ratio: () => 'times smaller',
    requests: (value: number) => plural(value, { one: 'request', other: 'requests' }),
    ms: () => 'ms',
    retries: (value: number) => plural(value, { one: 'retry', other: 'retries' }),
    inside: () => 'inside, on the average',
    arrivalsPerSecond: () => 'a second',
    kilobytesPerSecond: () => 'kB/s',
  },

  'fault-tolerance': {
    title: 'Failures that writes survive',
    spoken:
      'f is the replication factor minus the smaller of min.insync.replicas and the replication factor.',
    symbols: { rf: 'replication.factor', m: 'min.insync.replicas' },
    assumptions: {
      fenced: 'the controller has fenced the dead (before that, writes wait)',
      inSyncBefore: 'all replicas were in the ISR before',
      controllerAlive: 'the controller is alive',
    },
    notes: (full: number, worst: number) =>
      `Another number: a committed record outlives ${plural(full, { one: '# loss', other: '# losses' })} if the ISR was full when it was committed, and ${plural(worst, { one: '# loss', other: '# losses' })} if it had shrunk to the minimum.`,
  },
  'loss-probability': {
    title: 'Chance that an acknowledged record is lost',
    spoken:
      'The probability that the record is lost is p to the power of k: p is the chance that one replica loses its copy, k the number of replicas that had it at the ack.',
    symbols: { p: 'p, loss of one copy', k: 'k, replicas that had it' },
    assumptions: {
      independent: 'copies are lost independently of one another',
      copyGone: 'the failure takes the copy (disk, or power before the flush); a killed process loses none',
      allHadIt: 'k replicas had the record at the ack: 1 with acks=1, the maximal ISR with acks=all',
    },
    tooRare: (p: number) =>
      `At p = ${percent(p)} no run can tell the formula from zero: it would take millions of trials. Choose p from 0.1 to 0.3.`,
    promise: (m: number, worst: number) =>
      `What min.insync.replicas = ${formatNumber(m)} promises is the worst case, p to the power of ${formatNumber(m)}: ${percent(worst)}.`,
  },
  availability: {
    title: 'Chance that a write is possible',
    spoken:
      'A is the sum, for i from m to the replication factor, of the chance that exactly i of the brokers are up, each with probability a.',
    symbols: { a: 'a, one broker is up', rf: 'replication.factor', m: 'min.insync.replicas' },
    assumptions: {
      detectionIgnored: 'a crash is noticed at once (here it takes 7.0 to 10.1 s, and writes wait)',
      rejoinAtOnce: 'a broker that returns is back in the ISR at once',
      independent: 'brokers fail independently of one another',
      controllerAlive: 'the controller is alive',
    },
    causes: (detecting: number, rejoining: number, trials: number) =>
      `Of ${formatNumber(trials)} payments, ${formatNumber(detecting)} were late with enough brokers up because a dead one was still in the ISR, and ${formatNumber(rejoining)} because a living one was not back in it.`,
    brokerShare: (share: number) => `In this run a broker was up ${percent(share)} of the time.`,
  },
  'batch-efficiency': {
    title: 'Share of a batch that is payload',
    spoken:
      'Eta is n times v, divided by 61 plus the sum of the sizes of n records: n records with values of v bytes share one header of 61 bytes.',
    symbols: { n: 'n, records in the batch', v: 'v, bytes of a value' },
    assumptions: {
      oneBatch: 'all records are in one batch',
      noKey: 'no key, no headers, one millisecond',
      noCompression: 'no compression',
    },
    notes: (bytes: number, each: number) =>
      `The batch has ${formatNumber(bytes)} bytes: a header of 61 that all share, and ${formatNumber(each)} of each record beside its value that nothing shares.`,
  },
  disk: {
    title: 'Bytes on the disk of each broker',
    spoken:
      'D is lambda times t times the replication factor, divided by n: the rate of writing, how long it is kept, how often, and over how many brokers.',
    symbols: {
      rate: 'λ, MB/s written',
      days: 't, days of retention',
      rf: 'replication.factor',
      brokers: 'n, brokers',
    },
    assumptions: {
      leavesAtOnce: 'each record goes as soon as it is old (a segment goes as a whole, and later)',
      spreadEvenly: 'partitions are spread evenly',
      steady: 'the rate is steady',
    },
    scaled: (share: number) =>
      `Run in small: a minute stands for t, segments of a tenth of it, a check each second. The disks held ${percent(share)} of the formula. Files that wait for their deletion come on top, and room to grow.`,
    unscaled:
      'Run in small: a minute stands for t, a tenth of it for segment.ms. The rest is scaled back to your numbers.',
  },
  'active-consumers': {
    title: 'Members that have something to read',
    spoken: 'a is the smaller of the number of members and the number of partitions.',
    symbols: { members: 'M, members of the group', partitions: 'N, partitions' },
    assumptions: {
      oneTopic: 'one topic, or an assignor that balances over topics',
      notShare: 'no share group',
      settled: 'the group is stable',
    },
    live: 'Counted on the stage, as its coordinator has the group.',
    unsettled: 'The group is not stable: it is counted when it is.',
    idle: (count: number) =>
      count === 0
        ? 'Nobody is idle.'
        : `${plural(count, { one: '# member', other: '# members' })} with nothing to read.`,
  },
  heartbeat: {
    title: 'Chance that a stall costs the membership',
    spoken:
      'P is the larger of 0 and h minus a third of s, divided by h: h is the heartbeat interval, s the session timeout. It is 0 exactly when h is at most a third of s.',
    symbols: { interval: 'heartbeat.interval.ms', session: 'session.timeout.ms' },
    assumptions: {
      anyMoment: 'the stall begins at any moment between two heartbeats',
      atOnce: 'a heartbeat takes no time',
      stall: 'the stall takes two thirds of the session',
      noCommits:
        'nothing is committed meanwhile (in a classic group a commit begins the session anew, as a heartbeat does)',
    },
    third: (seconds: number) =>
      `A third of the session is ${formatNumber(seconds, 1)} s. The client refuses an interval that is not below the session; the third is advice.`,
    refused: 'The client refuses this: heartbeat.interval.ms must be below session.timeout.ms.',
  },
  lag: {
    title: 'Lag of a group in one partition',
    spoken: 'The lag is the high watermark minus c, the committed offset. Records come at the rate lambda.',
    symbols: { end: 'high watermark', committed: 'c, committed offset', rate: 'λ, records/s' },
    assumptions: {
      ownEnd: 'the reader may read up to the high watermark (with read_committed: the last stable offset)',
      onePartition: 'one partition; a group has the sum, and its slowest partition',
    },
    age: (seconds: number) =>
      `In time: the next record is ${formatNumber(seconds, 1)} s old, if they come evenly.`,
    measuredAge: (seconds: number) => `In the run it was ${formatNumber(seconds, 1)} s old.`,
  },
  'recovery-time': {
    title: 'Time until a lag is gone',
    spoken:
      'T is the lag divided by mu minus lambda: what can be processed in a second, minus what comes in a second.',
    symbols: { lag: 'lag, records', mu: 'μ, processed/s', lambda: 'λ, arrives/s' },
    assumptions: {
      steady: 'both rates are steady',
      onePartition: 'one partition with one reader (of several, the slowest decides)',
      noRebalance: 'no rebalance meanwhile',
    },
    never: 'As much comes as is processed: the lag never shrinks. ρ = λ/μ is 1 or more.',
    load: (share: number) => `ρ = λ/μ is ${percent(share)}: what is left of μ is what drains the lag.`,
  },
};

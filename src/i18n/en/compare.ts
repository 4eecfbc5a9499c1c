import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const records = (count: number) => plural(count, { one: '# record', other: '# records' });
const count = (value: number) => (value === 0 ? 'none' : formatNumber(value));

/** Two futures of one seed side by side. It comes with what shows them. */
export const compare = {
  title: 'Compare two futures',
  heading: (a: string, b: string) => `Compare: ${a} and ${b}`,
  keys: 'Compare',
  side: (letter: string, name: string) => `${letter}: ${name}`,
  swap: 'Swap A and B',
  close: 'Back to the Lab',
  choose: 'Choose others',
  share: 'Share both',
  show: 'Side',
  tree: 'Where the two part',
  oneSeed: (seed: number) => `one seed, ${formatNumber(seed)}`,
  until: (time: string) => `the same until ${time}`,
  otherConfigs: 'configs differ from the start',
  treeSpoken: (facts: {
    readonly fork: string | null;
    readonly first: string | null;
    readonly now: string;
  }) =>
    [
      facts.fork === null
        ? 'The configs of the two differ from the start.'
        : `The two part at ${facts.fork}.`,
      facts.first === null ? 'No difference so far.' : `The first difference is at ${facts.first}.`,
      `Both stand at ${facts.now}.`,
    ].join(' '),
  firstDifference: 'First difference',
  nextDifference: 'Next difference',
  looking: 'Looking for a difference …',
  noneYet: (time: string) => `No difference up to ${time}.`,
  /** Both stand where they part: nothing has been read beyond. */
  partsHere: (time: string) => `The two part here, at ${time}: what differs shows as they go on.`,
  noMore: (time: string) => `No further difference up to ${time}.`,
  first: (time: string) => `First difference ${time}.`,
  difference: (time: string) => `Difference at ${time}.`,
  only: (letter: 'A' | 'B', fact: string) => `Only ${letter}: ${fact}`,
  both: (a: string, b: string) => `A: ${a} B: ${b}`,
  shifted: (fact: string, a: string, b: string) => `${fact} A at ${a}, B at ${b}.`,
  differences: (total: number) => plural(total, { one: '# difference', other: '# differences' }),
  list: 'Differences so far',
  goTo: (time: string) => `Go to ${time}`,
  both60: 'What is the same in both is drawn lighter.',
  partition: 'Partition',
  noPartition: 'This one does not have the partition.',
  stage: (letter: string, name: string) => `Replica logs of ${letter}, ${name}`,
  lane: (facts: {
    readonly broker: number;
    readonly letter: string;
    readonly leo: number;
    readonly highWatermark: number;
  }) =>
    `Broker ${facts.broker}, ${facts.letter}, log end offset ${formatNumber(facts.leo)}, high watermark ${formatNumber(facts.highWatermark)}`,
  lost: (lost: number) => (lost === 0 ? 'nothing lost' : `${records(lost)} lost`),
  lostAcked: (lost: number) =>
    plural(lost, { one: '# acknowledged record lost', other: '# acknowledged records lost' }),
  ledger: {
    title: (time: string) => `Ledger at ${time}`,
    meaning: 'Meaning',
    sentence: {
      same: 'Both ledgers say the same.',
      lostButKept: (side: 'A' | 'B', lost: number) =>
        `${side} lost ${records(lost)} that ${side === 'A' ? 'B' : 'A'} kept.`,
      differs: (name: string, a: number, b: number) => `${name}: A ${count(a)}, B ${count(b)}.`,
    },
    equation: 'produced = in flight + uncommitted + committed + failed + lost + expired',
  },
  dialog: {
    title: 'What to compare',
    how: 'Compare',
    futures: 'Two futures',
    config: 'Another config',
    a: 'A',
    b: 'B',
    run: 'Compare',
    cancel: 'Cancel',
    sameTwice: 'Choose two that are not the same.',
    configNote: 'B is A with one config otherwise, from the start; the deeds and the seed are the same.',
    of: 'Of',
    cluster: 'all brokers',
    topic: (name: string) => `topic ${name}`,
    broker: (id: number) => `broker ${id}`,
    client: (name: string) => name,
    name: 'Config',
    value: 'Value in B',
    now: (value: string) => `In A: ${value}`,
    byDefault: 'In A: Kafka’s default',
  },
  withConfig: (name: string, value: string) => `${name}=${value}`,
};

import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const NODE_KINDS: Readonly<Record<string, string>> = {
  broker: 'broker ',
  controller: 'controller ',
};

/** The Lab: a stage with its own scenario. */
export const lab = {
  title: 'Lab',
  heading: (name: string) => `Lab: ${name}`,
  derivedName: (facts: { readonly topic: string | null; readonly brokers: number; readonly racks: number }) =>
    [
      facts.topic ?? 'No topic',
      plural(facts.brokers, { one: '# broker', other: '# brokers' }),
      ...(facts.racks > 1 ? [plural(facts.racks, { one: '# rack', other: '# racks' })] : []),
    ].join(', '),
  seed: (seed: number) => `seed ${formatNumber(seed)}`,
  palette: 'Scenario and deeds',
  onPhone: 'On a phone the Lab is for watching, breaking and looking closer. Building is on wider screens.',

  scenario: 'Scenario',
  contents: (facts: {
    readonly brokers: number;
    readonly topics: number;
    readonly producers: number;
    readonly consumers: number;
  }) =>
    [
      plural(facts.brokers, { one: '# broker', other: '# brokers' }),
      plural(facts.topics, { one: '# topic', other: '# topics' }),
      plural(facts.producers, { one: '# producer', other: '# producers' }),
      plural(facts.consumers, { one: '# consumer', other: '# consumers' }),
    ].join(', '),
  choose: 'Choose or edit',
  asText: 'Scenario as text',
  shelf: 'Your scenarios',
  paste: 'Paste kafka-topics.sh output',
  restart: 'Start this scenario again',
  keepHere: 'Take it into your Lab',
  notKept: 'A shared run; your own Lab is as you left it.',
  kept: 'Kept in this browser across reloads.',

  build: {
    title: 'Change and remove',
    keys: 'Build, while the picture has the focus',
    groups: { add: 'Add', change: 'Change', remove: 'Remove' },
    forms: {
      addBroker: 'Broker',
      createTopic: 'Topic',
      addProducer: 'Producer',
      addTransactional: 'Transactional app',
      addConsumer: 'Consumer',
      addStore: 'Database',
      addQueueBroker: 'Queues',
      createPartitions: 'Partitions',
      reassign: 'Replicas',
      elect: 'Leaders',
      configs: 'Configs',
      quotas: 'Quotas',
      calls: 'Calls',
      groups: 'Groups',
      nodes: 'Nodes, racks',
      removeBroker: 'Broker',
      deleteTopic: 'Topic',
      removeClient: 'Client',
    },
    heard: {
      addBroker: 'Add a broker',
      createTopic: 'Create a topic',
      addProducer: 'Add a producer',
      addTransactional: 'Add a transactional app',
      addConsumer: 'Add a consumer',
      addStore: 'Add a database',
      addQueueBroker: 'Add a queue broker',
      createPartitions: 'Add partitions',
      reassign: 'Reassign replicas',
      elect: 'Elect leaders',
      configs: 'Configs of brokers and topics',
      quotas: 'Client quotas',
      calls: 'Calls on a consumer',
      groups: 'Groups: configs and offsets',
      nodes: 'Nodes, racks, network, times',
      removeBroker: 'Remove a broker',
      deleteTopic: 'Delete a topic',
      removeClient: 'Remove a client',
    },
  },
  inspectorConfigs: {
    title: 'Configs',
    allDefault: 'Nothing is set: Kafka’s defaults hold.',
    defaults: (count: number) => plural(count, { one: '# default', other: '# defaults' }),
    sources: {
      DYNAMIC_TOPIC_CONFIG: 'set on the topic',
      DYNAMIC_BROKER_CONFIG: 'set on this broker while it runs',
      DYNAMIC_DEFAULT_BROKER_CONFIG: 'set on all brokers while they run',
      STATIC_BROKER_CONFIG: 'in its server.properties',
      CLIENT_CONFIG: 'given by its application',
    },
  },
  break: 'Break and mend',
  applications: 'Applications',
  show: 'Show',
  doAnything: 'Do anything',
  undo: 'Undo the last deed',
  nothingToUndo: 'Nothing to undo',
  futureKeys: 'Futures, while the picture has the focus',
  forkKey: 'Fork here: a future of its own from this instant',
  redo: 'Do again what was undone',
  nothingToRedo: 'Nothing to redo',
  deeds: {
    PauseWorkload: 'Pause sending',
    ResumeWorkload: 'Go on sending',
  },
  dropOnNothing: 'Dropped on nothing: this deed needs something in the picture.',
  dropInVain: (name: string) => `Nothing to do on ${name} with this deed.`,
  noBrokers: 'This scenario has no brokers.',

  node: (key: string) => {
    const colon = key.indexOf(':');
    return `${NODE_KINDS[key.slice(0, colon)] ?? ''}${key.slice(colon + 1)}`;
  },
  topics: 'Topics',
  topic: 'Topic',
  noTopics: 'This scenario has no topics.',
  producers: 'Producers',
  producer: 'Producer',
  noProducers: 'This scenario has no producers.',
  idempotence: (on: boolean) =>
    on
      ? 'Idempotence is on. A change closes the producer and starts it again.'
      : 'Idempotence is off: it needs acks=all. A change closes the producer and starts it again.',
  sendRecords: (count: number) => `Send ${plural(count, { one: '# record', other: '# records' })}`,
  config: 'Another config',
  configValue: 'Value',
  configValueNow: (value: string) => `Value, now ${value}`,
  configSet: 'Set',
  configUnknown: 'Kafka has no such config here.',

  notModelled: 'Not here',
  allNotHere: 'All rules, and all that is not here',
  toErrors: 'Find an error, or paste a stack trace',
  notModelledMark: 'not modelled',
  notModelledList: [
    {
      what: 'Adding controllers while it runs',
      why: 'Voters are fixed (KIP-853 is not modelled): change their number and start anew.',
    },
  ],

  notices: {
    unfold: 'Read the whole notice',
    fold: 'Fold the notice',
    unreadable: 'What this browser had kept of the Lab could not be read',
    backup: (key: string) => `The text as it was is kept under ${key}.`,
    notKept: {
      'no-storage':
        'This browser keeps nothing here, as in a private window: the Lab is gone with this page. Save the scenario file.',
      full: 'This browser has no room left for this site: what is done from here on is gone with this page. Let scenarios of your own go, or save the scenario file.',
    },
    futuresLost: (count: number) =>
      plural(count, {
        one: '# future that this browser had kept could not be read',
        other: '# futures that this browser had kept could not be read',
      }),
    bookmarksLost: (count: number) =>
      plural(count, {
        one: '# bookmark that this browser had kept could not be read; the others are there',
        other: '# bookmarks that this browser had kept could not be read; the others are there',
      }),
    allBookmarksLost: 'The bookmarks that this browser had kept could not be read',
    bookmarkProblem: {
      list: () => 'Their text is no JSON list any more.',
      entry: (number: number) => `Bookmark ${number}: it is no object with name, timeUs and after.`,
      name: (number: number) => `Bookmark ${number}: its name is no text of 1 to 80 characters.`,
      timeUs: (number: number) =>
        `Bookmark ${number}: its timeUs is no whole number of microseconds from 0 on.`,
      after: (number: number) => `Bookmark ${number}: its after is no whole number of events from 0 on.`,
      tooMany: (number: number) => `Bookmark ${number}: a list has room for 100.`,
    },
    bookmarksMend: (backupKey: string, key: string | null) =>
      key === null
        ? `The text of the whole scenario as it was is kept in this browser under ${backupKey}. Bookmark those instants anew, or mend it there.`
        : `The text as it was is kept in this browser under ${backupKey}. Bookmark those instants anew, or mend it there, put it under ${key} and reload.`,
    dismiss: 'Put away',
  },

  dialog: {
    title: 'Choose or edit a scenario',
    ready: 'Ready clusters',
    presets: {
      'three-brokers': {
        name: 'Three brokers, one topic',
        about: 'RF 3, min.insync.replicas 2, acks=all. Nothing is broken yet.',
      },
      'four-brokers': {
        name: 'Payments, four brokers, three racks',
        about:
          'Two topics, a group that keeps up and one that does not, a transactional application, a quorum of three.',
      },
      'lose-a-record': {
        name: 'Lose a record',
        about: 'acks=1 across racks; the leader is killed at 5 s and comes back at 20 s.',
      },
      'thirty-brokers': {
        name: 'Thirty brokers, 1,200 partitions',
        about: 'Three racks, five topics. Broker 17 is alive and too slow to follow, broker 15 is stopped.',
      },
    } as Readonly<Record<string, { readonly name: string; readonly about: string }>>,
    ownText: 'As text',
    ownTextNote: 'JSON or YAML, format highwater 1. Keys that Kafka has are Kafka’s.',
    file: 'Open a file',
    run: 'Run this scenario',
    cancel: 'Cancel',
    problems: (count: number) =>
      plural(count, { one: '# thing keeps it from running', other: '# things keep it from running' }),
    ignored: (count: number) =>
      plural(count, {
        one: '# config changes nothing in this version',
        other: '# configs change nothing in this version',
      }),
    tooLong: (limit: number) => `The text is longer than ${formatNumber(limit)} characters.`,
    unreadable: 'The browser could not read this file.',
  },

  pasteDialog: {
    title: 'Paste a real cluster',
    label: 'Output of kafka-topics.sh --describe',
    placeholder:
      'Topic: payments\tTopicId: …\tPartitionCount: 6\tReplicationFactor: 3\tConfigs: min.insync.replicas=2',
    note: 'It stays in this browser. Prompts, log lines and other output around it do no harm.',
    found: 'Found',
    topicFacts: (partitions: number, replicationFactor: number | null) =>
      `${plural(partitions, { one: '# partition', other: '# partitions' })}${replicationFactor === null ? '' : `, RF ${replicationFactor}`}`,
    addClients: (topic: string) => `Add a producer and a consumer for ${topic}`,
    foundSummary: (facts: {
      readonly topics: number;
      readonly partitions: number;
      readonly brokers: number;
    }) =>
      `${plural(facts.topics, { one: '# topic', other: '# topics' })}, ${plural(facts.partitions, { one: '# partition', other: '# partitions' })}, ${plural(facts.brokers, { one: '# broker', other: '# brokers' })}`,
    nothingFound: 'No topic was found in this text.',
    nothingIgnored: 'No line was ignored',
    ignoredLine: (line: string) => `line ${line}`,
    notices: 'To know',
    run: 'Run this cluster',
  },

  cluster: {
    open: 'Run on a real cluster',
    title: 'Run it on a cluster of your own',
    lead: 'One script starts this cluster in Docker and does, at the same times, what was done here: with Apache Kafka’s own brokers and tools.',
    note: 'Download run.sh, then: sh run.sh. It holds the other files. It needs Docker with Compose; what a real cluster does otherwise stands in the README.',
    files: 'File',
    downloadScript: 'Download run.sh',
    downloadFile: (name: string) => `Download ${name}`,
  },
};

import type { CommandKind } from '../../scenario/Scenario.ts';

interface ReadmeFacts {
  readonly title: string;
  readonly description: string | null;
  readonly project: string;
  readonly image: string;
  readonly networkToolsImage: string | null;
  readonly hostBootstrap: string;
  readonly remarks: readonly string[];
  readonly commandRemarks: readonly string[];
  readonly notDone: readonly CommandKind[];
}

/** What stands in the files of a scenario for a cluster of one's own: Compose file, script, README. */
export const clusterFiles = {
  untitled: 'A scenario of Highwater',
  composeHead: (project: string): readonly string[] => [
    'Written by Highwater. run.sh starts it and does what the scenario does; by hand:',
    `docker compose create, then docker start ${project}-… : machines first.`,
    'A node has two containers. Its machine holds address and network and stays; its process shares them, and can be killed and started again.',
  ],
  scriptHead: (project: string): readonly string[] => [
    'Written by Highwater. Needs Docker with Compose, a POSIX shell and the usual small tools; nothing else is installed.',
    'sh run.sh: starts a fresh cluster and does, at each time, what the scenario does',
    'sh run.sh down: removes the cluster with its data',
    `sh run.sh files: only writes the files, to ${project}/ beside this script or here, where compose.yaml is that one`,
    'KEEP_FILES=1: leaves the files as they are, for who has edited them',
  ],
  script: {
    needsDocker: 'docker is needed, and was not found.',
    needsCompose: 'Docker Compose is needed (docker compose), and was not found.',
    usage: 'Usage: sh run.sh [run | down | files]',
    files: 'Written to',
    away: 'Removing what is left of an earlier run.',
    pulling: 'Creating containers. The first time, images are fetched.',
    machines: 'Starting machines.',
    links: 'Making far links far.',
    servers: 'Starting controllers and brokers.',
    waiting: (brokers: number) => `Waiting for brokers: ${brokers} must answer.`,
    waitedTooLong: 'This took longer than two minutes. Look into docker logs.',
    settings: 'Settings of the cluster.',
    topics: 'Creating topics.',
    fills: 'Filling logs with what stands in them at the start.',
    inSync: 'Waiting for all replicas to be in sync.',
    stopped: 'Stopping the brokers that do not run at the start.',
    clients: 'Starting clients. They wait for zero.',
    zero: 'Ready: zero is two seconds from now.',
    notDone: 'Not done:',
    notTheSame: 'Not the same:',
    end: 'The scenario ends here.',
    describe: 'How the cluster stands:',
    closing: 'Closing the clients; what producers hold is sent first.',
    producers: 'What the producers’ applications saw:',
    failedRecords: 'records failed:',
    stays: 'The cluster stays up. Consumers wrote to docker logs. Remove it: sh run.sh down',
  },
  remarks: {
    cutPower:
      'the machine falls silent and its process is killed, but the page cache of the host survives: what was not flushed is not lost here.',
    failDisk:
      'the log directory loses its permissions, as in Kafka’s own system tests. Open segments can still be written; the broker notices at the next file that it opens, a checkpoint at the latest.',
    consumerCalls: 'Not done: the consumer of Kafka’s tools neither seeks nor pauses.',
    shareOffsets:
      'Not done: kafka-share-groups.sh resets to a time or to an end of the log, not to an offset.',
    transactions:
      'the producer of Kafka’s tools has no transactions that could be begun and ended from outside.',
    slowDisk: 'a container cannot make its disk so many times slower.',
    resizeDisk: 'the volume of a container has no size of its own.',
    setClock: 'containers share the clock of their host.',
    resetConnections:
      'what stands between containers resets no connection; by hand: tcpkill or ss -K, where the kernel has it.',
    sameMachine: 'both are one process: nothing passes between them over a network.',
    queueBroker: 'a queue broker is not part of the export, which is of Kafka.',
    noSuchNode: 'the scenario has no such node at its start.',
    configFile:
      'the tool cannot read this value from its arguments, so it is set just after the topic is created.',
  },
  producerKey: {
    chosen: (clientId: string) =>
      `${clientId} sends to one partition. The tool cannot name one: its records have a key that the partitioner sends there.`,
    decides: (clientId: string) => `${clientId} names a partition. The tool cannot: here the keys decide.`,
    controlCharacters: (clientId: string) =>
      `Keys of ${clientId} hold tabs or line ends, which the tool cannot read: they are _ here.`,
  },
  producerWorkload: (clientId: string) =>
    `${clientId} sends at its mean rate with equal gaps, keys in turn, values of one size and by the partitioner of Java. The scenario says more of it than the console producer can do.`,
  producerRack: (clientId: string) =>
    `${clientId} has a rack, which producers of this version do not know: it only decides how far the brokers are.`,
  noWorkload: (clientId: string) => `${clientId} has no workload: its container only waits.`,
  consumerOutput: (clientId: string, producer: string) =>
    `${clientId} only reads: no tool of Kafka sends on by ${producer} what a consumer has read.`,
  consumerOutside: (clientId: string) =>
    `${clientId} only reads: databases, retries and dead letters are its application’s, and no tool of Kafka.`,
  consumerGroup: (clientId: string) =>
    `${clientId} has many partitions: one process reads them in a group of its own, in place of an assignment.`,
  consumerProcesses: (clientId: string) =>
    `${clientId} reads several partitions: the tool takes one, so there is a process for each.`,
  consumerReset: (clientId: string, reset: string) =>
    `${clientId} has auto.offset.reset=${reset}; with an assignment the tool begins at the end.`,
  initialState: (partition: string) =>
    `${partition} begins with an ISR, ELR, epochs or offsets of its own in the scenario; here they are what Kafka makes of the steps before zero.`,
  initialRecords: (partition: string, records: number) =>
    `The ${records} records that stand in ${partition} at the start are written just before zero, 100 bytes each.`,
  replicationFactors: (topic: string) =>
    `Partitions of ${topic} have replication factors that differ, which kafka-topics.sh does not create.`,
  ownConfigs: (names: string) =>
    `The Compose file decides on ${names}; what the scenario sets there is left out.`,
  untoldConfigs: (names: string) => `The image has no environment variable that means ${names}.`,
  logDirs: (named: string, path: string) => `Log directory ${named} is ${path} in the container.`,
  tooManyLinks: (links: number) =>
    `${links} links are slow from the start; they are left fast, because setting up so many takes too long.`,
  times: 'The scenario sets how long work takes (times); a real machine takes what it takes.',
  readme: (facts: ReadmeFacts): string =>
    [
      `# ${facts.title}`,
      ...(facts.description === null ? [] : [facts.description]),
      'The scenario as a real Apache Kafka cluster: containers, topics, clients and everything that is done to them, at the same times.',
      '## Run it',
      '    sh run.sh',
      `It needs Docker with Compose, and fetches ${[facts.image, ...(facts.networkToolsImage === null ? [] : [facts.networkToolsImage])].join(' and ')}. The script says what it does and when; at the end it describes topics and quorum, and says how many records each producer handed over and how many failed.`,
      ...(facts.networkToolsImage === null
        ? []
        : [
            `Links are cut and made slow with tc inside the machines’ containers. For that they have the capability NET_ADMIN, each for its own network only. The host’s kernel must have sch_htb, and sch_netem for slow links, as Docker Desktop and the usual distributions do.`,
          ]),
      '## Look into it',
      [
        `- From your machine the brokers are at \`${facts.hostBootstrap}\`.`,
        `- Kafka’s tools: \`docker exec -it ${facts.project}-tools bash\`, then \`/opt/kafka/bin\`.`,
        `- What a client or a server says: \`docker logs ${facts.project}-…\`.`,
        '- Another image: `KAFKA_IMAGE=… sh run.sh`. Edit the files: `sh run.sh files`, then `KEEP_FILES=1 sh run.sh`.',
      ].join('\n'),
      '## Stop it',
      '    sh run.sh down',
      'It removes containers, network and data of this cluster, and nothing else.',
      '## What differs from the simulation',
      [
        '- Time. Kafka’s tools start in one to three seconds and brokers in three to ten, so an admin command takes effect later, and a started broker comes later than in the simulation. Other commands are on time to some hundred ms.',
        '- Chance. The simulation repeats with its seed; here no two runs are equal.',
        '- Workloads come from kafka-console-producer.sh, fed with records at the scenario’s rate, up to some ten thousand a second. The configs that the tool sets by itself stand in its file with Kafka’s defaults. Values are the numbers of the records.',
        '- Consumers are kafka-console-consumer.sh. A stalled one first fills the pipe that nobody reads.',
        ...facts.remarks.map((remark) => `- ${remark}`),
        ...facts.commandRemarks.map((remark) => `- ${remark.charAt(0).toUpperCase()}${remark.slice(1)}`),
        ...(facts.notDone.length === 0
          ? []
          : [`- Not done at all: ${facts.notDone.join(', ')}. The script says so when it comes there.`]),
      ].join('\n'),
    ].join('\n\n') + '\n',
};

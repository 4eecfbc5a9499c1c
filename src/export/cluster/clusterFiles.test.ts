import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clusterFiles as words } from '../../i18n/en/clusterFiles.ts';
import { parseScenario, parseScenarioText } from '../../scenario/parseScenario.ts';
import { KAFKA_VERSIONS, type CommandKind, type Scenario } from '../../scenario/Scenario.ts';
import { COMMAND_SHAPE } from '../../scenario/scenarioShape.ts';
import { clusterFiles } from './clusterFiles.ts';
import { KAFKA_IMAGE_TAGS } from './images.ts';

// There is no Docker where these tests run: the scripts run with a `docker` that only writes down what it is asked. By hand they were
// run whole with the classes of Apache Kafka 4.2.2, the image's KafkaDockerWrapper among them, in network namespaces in place of containers:
// all tools took their arguments, and cut links were cut. Not tried: Docker itself, `tc netem`, and taking folders from the image's user.

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['content/scenarios/presets', 'content/scenarios/field', 'conformance/scenarios'];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.json') && !name.endsWith('.expect.json'))
    .map((name) => `${folder}/${name}`),
);
const hasShell = process.platform !== 'win32' && spawnSync('bash', ['-c', 'true']).status === 0;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'highwater-cluster-'));
  folders.push(folder);
  return folder;
}

function scenarioOf(changes: object): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    title: 'A test',
    controllers: [{ 'node.id': 101 }],
    brokers: [
      { 'node.id': 1, 'broker.rack': 'a' },
      { 'node.id': 2, 'broker.rack': 'b' },
      { 'node.id': 3, configs: { 'log.dirs': '/d/1,/d/2' } },
    ],
    topics: [{ name: 'pay', partitions: 2, 'replication.factor': 3, configs: { 'min.insync.replicas': 2 } }],
    producers: [
      { 'client.id': 'p', workload: { topic: 'pay', arrivals: { constant: '10/s' } } },
      { 'client.id': 't', configs: { 'transactional.id': 'transfer' } },
    ],
    consumers: [
      { 'client.id': 'c', assign: ['pay-0'] },
      { 'client.id': 'member', configs: { 'group.id': 'g' }, assign: ['pay-0'] },
    ],
    ...changes,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

/** One of each kind. The type wants every kind to stand here. */
const COMMANDS: Readonly<Record<CommandKind, object>> = {
  KillBroker: { broker: 1 },
  StopBroker: { broker: 1 },
  StartBroker: { broker: 1 },
  CutPower: { broker: 1 },
  KillController: { controller: 101 },
  StopController: { controller: 101 },
  StartController: { controller: 101 },
  CutControllerPower: { controller: 101 },
  AlterClientQuotas: { 'client-id': 'p', quotas: { producer_byte_rate: 1000 } },
  PauseProcess: { node: 'broker:1', for: '2s' },
  ResumeProcess: { node: 'broker:1' },
  FailDisk: { broker: 1 },
  ReplaceDisk: { broker: 1 },
  SlowDisk: { broker: 1, factor: 4 },
  MendDisk: { broker: 1 },
  ResetConnections: { between: ['broker:1', 'broker:2'] },
  CutLink: { between: ['broker:1', 'broker:2'] },
  MendLink: { between: ['broker:1', 'broker:2'] },
  SlowLink: { between: ['broker:1', 'producer:p'], latency: '20ms', jitter: '10ms', direction: 'forward' },
  SetClock: { node: 'broker:1', offset: '1h' },
  KillClient: { client: 'consumer:c' },
  CloseClient: { client: 'consumer:c' },
  StartClient: { client: 'consumer:c' },
  StallConsumer: { consumer: 'c' },
  UnstallConsumer: { consumer: 'c' },
  Seek: { consumer: 'c', to: 'beginning' },
  PausePartitions: { consumer: 'c' },
  ResumePartitions: { consumer: 'c', partitions: ['pay-0'] },
  CommitOffsets: { consumer: 'member', offsets: [{ partition: 'pay-0', offset: 3 }] },
  AlterGroupConfigs: { group: 'g', configs: { 'consumer.heartbeat.interval.ms': 6000 } },
  DeleteGroups: { groups: ['g'] },
  AlterShareGroupOffsets: { group: 's', offsets: [{ partition: 'pay-0', offset: 3 }] },
  DeleteShareGroupOffsets: { group: 's', topics: ['pay'] },
  AlterTopicConfigs: { topic: 'pay', configs: { 'min.insync.replicas': 1 } },
  AlterBrokerConfigs: { broker: 1, configs: { 'leader.replication.throttled.rate': 1000 } },
  AlterClusterConfigs: { configs: { 'min.insync.replicas': 1 } },
  CreateTopic: { topic: 'new', replicas: [[1, 2]] },
  DeleteTopic: { topic: 'pay' },
  CreatePartitions: { topic: 'pay', count: 3, replicas: [[3, 1, 2]] },
  ElectLeaders: { electionType: 'UNCLEAN', partitions: ['pay-0'] },
  AlterPartitionReassignments: {
    reassignments: [
      { partition: 'pay-0', replicas: [2, 3, 1] },
      { partition: 'pay-1', replicas: null },
    ],
  },
  UnregisterBroker: { broker: 1 },
  DeleteRecords: { partition: 'pay-0', offset: 7 },
  ResetOffsets: { group: 'g', partitions: ['pay-0'], to: 'shift-by', value: -7 },
  FailLogDir: { broker: 3, logDir: '/d/2' },
  ResizeDisk: { broker: 3, logDir: '/d/2', capacity: '3GB' },
  RestartProducer: { producer: 'p', configs: { acks: 1 } },
  PauseWorkload: { producer: 'p' },
  ResumeWorkload: { producer: 'p' },
  BeginTransaction: { producer: 't' },
  CommitTransaction: { producer: 't' },
  AbortTransaction: { producer: 't' },
  KillQueueBroker: { queueBroker: 'rabbit' },
  StartQueueBroker: { queueBroker: 'rabbit' },
  PublishMessages: { publisher: 'shop', count: 5 },
  SendRecords: { producer: 'p', count: 5 },
};

/** What must stand in the script for it. */
const DONE_BY: Readonly<Record<CommandKind, string>> = {
  KillBroker: 'docker kill -s KILL "$project-broker-1"',
  StopBroker: 'docker stop -t 600 "$project-broker-1" &',
  StartBroker: 'docker start "$project-broker-1"',
  CutPower: 'power off broker-1\n  run docker kill -s KILL "$project-broker-1"',
  KillController: 'docker kill -s KILL "$project-controller-101"',
  StopController: 'docker stop -t 600 "$project-controller-101" &',
  StartController: 'docker start "$project-controller-101"',
  CutControllerPower: 'power off controller-101\n  run docker kill -s KILL "$project-controller-101"',
  AlterClientQuotas:
    'tool kafka-configs.sh --alter --entity-type clients --entity-name p --add-config producer_byte_rate=1000',
  PauseProcess: 'docker pause "$project-broker-1"\n  { sleep 2; run docker unpause "$project-broker-1"; } &',
  ResumeProcess: 'docker unpause "$project-broker-1"',
  FailDisk: 'docker exec -u root "$project-broker-1" chmod -R 000 /var/lib/kafka/data/logs',
  ReplaceDisk: '--volumes-from "$project-broker-1" --entrypoint rm "$image" -rf /var/lib/kafka/data/logs',
  SlowDisk: 'Not done: a container cannot make its disk',
  MendDisk: 'Not done: a container cannot make its disk',
  ResetConnections: 'Not done: what stands between containers resets no connection',
  CutLink: 'link broker-1 broker-2 cut\n  link broker-2 broker-1 cut\n  send_so broker-1 broker-2',
  MendLink: 'link broker-1 broker-2 whole\n  link broker-2 broker-1 whole\n  send_so broker-1 broker-2',
  SlowLink: "link broker-1 producer-p 'delay 25000us 5000us limit 100000'\n  send_so broker-1\n",
  SetClock: 'Not done: containers share the clock',
  KillClient: 'docker kill -s KILL "$project-consumer-c"',
  CloseClient: 'docker stop -t 600 "$project-consumer-c" &',
  StartClient: 'docker start "$project-consumer-c"',
  StallConsumer: 'docker exec "$project-consumer-c" touch /tmp/highwater/stalled',
  UnstallConsumer: 'docker exec "$project-consumer-c" rm -f /tmp/highwater/stalled',
  Seek: 'Not done: the consumer of Kafka’s tools neither seeks nor pauses',
  PausePartitions: 'Not done: the consumer of Kafka’s tools neither seeks nor pauses',
  ResumePartitions: 'Not done: the consumer of Kafka’s tools neither seeks nor pauses',
  CommitOffsets: 'Not done: the consumer of Kafka’s tools neither seeks nor pauses',
  AlterGroupConfigs:
    'tool kafka-configs.sh --alter --entity-type groups --entity-name g --add-config consumer.heartbeat.interval.ms=6000',
  DeleteGroups: 'tool kafka-consumer-groups.sh --group g --delete',
  AlterShareGroupOffsets: 'Not done: kafka-share-groups.sh resets to a time or to an end of the log',
  DeleteShareGroupOffsets: 'tool kafka-share-groups.sh --group s --delete-offsets --topic pay',
  AlterTopicConfigs:
    'tool kafka-configs.sh --alter --entity-type topics --entity-name pay --add-config min.insync.replicas=1',
  AlterBrokerConfigs:
    'tool kafka-configs.sh --alter --entity-type brokers --entity-name 1 --add-config leader.replication.throttled.rate=1000',
  AlterClusterConfigs:
    'tool kafka-configs.sh --alter --entity-type brokers --entity-default --add-config min.insync.replicas=1',
  CreateTopic: 'tool kafka-topics.sh --create --topic new --replica-assignment 1:2',
  DeleteTopic: 'tool kafka-topics.sh --delete --topic pay',
  // The first two are those that there are: the tool leaves them out.
  CreatePartitions:
    'tool kafka-topics.sh --alter --topic pay --partitions 3 --replica-assignment 3:1:2,3:1:2,3:1:2',
  ElectLeaders:
    'tool kafka-leader-election.sh --election-type unclean --path-to-json-file /highwater/elect-1.json',
  AlterPartitionReassignments:
    'tool kafka-reassign-partitions.sh --execute --additional --reassignment-json-file /highwater/reassign-1.json\n    tool kafka-reassign-partitions.sh --cancel --preserve-throttles --reassignment-json-file /highwater/cancel-1.json',
  DeleteRecords: 'tool kafka-delete-records.sh --offset-json-file /highwater/delete-records-1.json',
  ResetOffsets:
    'tool kafka-consumer-groups.sh --group g --reset-offsets --topic pay:0 --shift-by -7 --execute',
  UnregisterBroker: 'tool kafka-cluster.sh unregister --id 1',
  FailLogDir: 'docker exec -u root "$project-broker-3" chmod -R 000 /var/lib/kafka/data/d-2',
  ResizeDisk: 'Not done: the volume of a container has no size',
  RestartProducer: 'restart_with producer-p producer-p.1.properties &',
  PauseWorkload: 'tell producer-p pause',
  ResumeWorkload: 'tell producer-p resume',
  BeginTransaction: 'Not done: the producer of Kafka’s tools has no transactions',
  CommitTransaction: 'Not done: the producer of Kafka’s tools has no transactions',
  AbortTransaction: 'Not done: the producer of Kafka’s tools has no transactions',
  KillQueueBroker: 'Not done: a queue broker is not part of the export',
  StartQueueBroker: 'Not done: a queue broker is not part of the export',
  PublishMessages: 'Not done: a queue broker is not part of the export',
  SendRecords: 'tell producer-p send 5',
};

const KINDS = Object.keys(COMMANDS) as CommandKind[];

/** For the sake of time every third; with `test:all` each. */
const FILES_NOW = FILES.filter((_, i) => process.env['HIGHWATER_TEST_ALL'] === '1' || i % 3 === 0);

/** Scripts that bash has read: most of them are the same in every export. */
const knownScripts = new Set<string>();

describe('clusterFiles', () => {
  it('knows every kind of command that a scenario may have', () => {
    if (COMMAND_SHAPE.kind !== 'variant') throw new Error('commands are told apart by their kind');
    expect([...KINDS].sort()).toEqual(Object.keys(COMMAND_SHAPE.options).sort());
  });

  it.each(KINDS)('carries out %s, or says that it does not', (kind) => {
    const scenario = scenarioOf({
      queueBrokers: [{ name: 'rabbit', publishers: [{ 'client.id': 'shop', routingKey: '' }] }],
      commands: [{ at: '1.5s', kind, ...COMMANDS[kind] }],
    });
    const { script } = clusterFiles(scenario, words);
    const play = script.slice(script.indexOf('\nplay() {'), script.indexOf('\nreport() {'));
    expect(play).toContain(`  at 1500\n  say ${kind === 'DeleteTopic' ? "'DeleteTopic" : `'${kind} `}`);
    expect(play).toContain(DONE_BY[kind]);
  });

  it('a power cut of a rack silences its clients too', () => {
    const { script } = clusterFiles(
      scenarioOf({
        producers: [{ 'client.id': 'p', rack: 'a', workload: { topic: 'pay' } }],
        commands: [{ at: '1s', kind: 'CutPower', rack: 'a' }],
      }),
      words,
    );
    expect(script).toContain('power off broker-1\n  power off producer-p\n');
  });

  it.each(FILES_NOW)('exports %s: the YAML parses, the scripts are scripts', (file) => {
    const parsed = parseScenarioText(readFileSync(join(ROOT, file), 'utf8'));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { scenario } = parsed;
    const exported = clusterFiles(scenario, words);
    const compose = parse(exported.compose) as {
      name: string;
      services: Record<string, { container_name: string; ports?: string[]; network_mode?: string }>;
    };
    expect(compose.name).toBe(exported.project);
    const services = Object.entries(compose.services);
    expect(
      services.map(([name, { container_name }]) => container_name === `${exported.project}-${name}`),
    ).toEqual(services.map(() => true));
    const ports = services.flatMap(([, service]) => service.ports ?? []);
    expect(ports).toHaveLength(scenario.brokers.length);
    expect(new Set(ports).size).toBe(ports.length);
    for (const [, { network_mode: mode }] of services)
      if (mode !== undefined) expect(Object.keys(compose.services)).toContain(mode.replace('service:', ''));
    // Whatever the script names is there.
    for (const [, service] of exported.script.matchAll(/"\$project-([a-z0-9-]+)"/g))
      expect(Object.keys(compose.services)).toContain(service);
    for (const [, path] of exported.script.matchAll(/ \/highwater\/([a-z0-9.-]+)/g))
      expect(exported.files.map((one) => one.path)).toContain(`files/${path ?? ''}`);
    if (!hasShell) return;
    for (const text of [exported.script, ...scriptsOf(exported.files)]) {
      if (knownScripts.has(text)) continue;
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      knownScripts.add(text);
    }
  });

  it.each(KAFKA_VERSIONS)('takes the image of %s', (version) => {
    const { compose } = clusterFiles(scenarioOf({ 'kafka.version': version }), words);
    expect(compose).toContain(`"\${KAFKA_IMAGE:-apache/kafka:${KAFKA_IMAGE_TAGS[version]}}"`);
    expect(KAFKA_IMAGE_TAGS[version]).toMatch(new RegExp(`^${version.replace('.', '\\.')}\\.\\d+$`));
  });

  it('has the scenario’s configs in the environment, and both roles in one process', () => {
    const { compose } = clusterFiles(
      scenarioOf({
        configs: { 'broker.session.timeout.ms': 6000, 'min.insync.replicas': 2 },
        controllers: [{ 'node.id': 1 }],
        brokers: [{ 'node.id': 1, 'broker.rack': 'a $x', configs: { 'num.io.threads': 4 } }],
        topics: [],
        producers: [],
        consumers: [],
      }),
      words,
    );
    const { services } = parse(compose) as {
      services: Record<string, { environment: Record<string, string>; network_mode: string }>;
    };
    expect(services['node-1']).toMatchObject({
      network_mode: 'service:machine-node-1',
      environment: {
        KAFKA_NODE_ID: '1',
        KAFKA_PROCESS_ROLES: 'broker,controller',
        KAFKA_CONTROLLER_QUORUM_VOTERS: '1@node-1:9093',
        KAFKA_LISTENERS: 'PLAINTEXT://:9092,EXTERNAL://:19092,CONTROLLER://:9093',
        KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://node-1:9092,EXTERNAL://localhost:19092',
        KAFKA_BROKER_RACK: 'a $$x',
        KAFKA_BROKER_SESSION_TIMEOUT_MS: '6000',
        KAFKA_NUM_IO_THREADS: '4',
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      },
    });
    // What is dynamic for the cluster is set by the script.
    expect(services['node-1']?.environment).not.toHaveProperty('KAFKA_MIN_INSYNC_REPLICAS');
  });

  it('begins where the scenario begins: features, leaders, logs, brokers that do not run', () => {
    const { script, files } = clusterFiles(
      scenarioOf({
        features: { 'eligible.leader.replicas.version': 0 },
        brokers: [{ 'node.id': 1 }, { 'node.id': 2 }, { 'node.id': 3, state: 'stopped' }],
        topics: [
          {
            name: 'pay',
            partitions: 1,
            replicas: { '0': [1, 2, 3] },
            initial: { '0': { leader: 2, records: 50, logStartOffset: 10 } },
          },
        ],
      }),
      words,
    );
    expect(script).toContain('tool kafka-features.sh downgrade --feature eligible.leader.replicas.version=0');
    expect(script).toContain('--create --topic pay --replica-assignment 2:1:3');
    expect(script).toContain('bash /highwater/fill.sh 60 ');
    expect(script).toContain('run docker stop -t 120 "$project-broker-3"');
    const json = (path: string): unknown =>
      JSON.parse(files.find((file) => file.path === `files/${path}`)?.text ?? 'null');
    expect(json('preferred-leaders.json')).toEqual({
      version: 1,
      partitions: [{ topic: 'pay', partition: 0, replicas: [1, 2, 3] }],
    });
    expect(json('log-start-offsets.json')).toEqual({
      version: 1,
      partitions: [{ topic: 'pay', partition: 0, offset: 10 }],
    });
  });

  it('says what it cannot set, and drops nothing in silence', () => {
    const exported = clusterFiles(
      scenarioOf({
        configs: { 'kafka.metrics.reporters': 'x.Y', 'log.dirs': '/mnt/a' },
        times: { fsync: '20ms' },
        network: { latency: '5ms', links: [{ between: ['broker:1', 'broker:2'], bandwidth: '10Mbit/s' }] },
        producers: [
          {
            'client.id': 'p',
            configs: { 'compression.type': 'zstd' },
            workload: { topic: 'pay', partition: 1 },
          },
          { 'client.id': 'idle' },
          { 'client.id': 'app-out', workload: { topic: 'pay' } },
        ],
        consumers: [
          {
            'client.id': 'app',
            configs: { 'group.id': 'g' },
            subscribe: ['pay'],
            processing: { output: { producer: 'app-out' }, delay: '1s' },
          },
          { 'client.id': 'c', configs: { 'auto.offset.reset': 'none' }, assign: ['pay-0', 'pay-1'] },
        ],
      }),
      words,
    );
    for (const remark of [
      words.untoldConfigs('kafka.metrics.reporters'),
      words.logDirs('/mnt/a', '/var/lib/kafka/data/mnt-a'),
      words.times,
      words.producerKey.chosen('p'),
      words.noWorkload('idle'),
      words.consumerProcesses('c'),
      words.consumerReset('c', 'none'),
      words.consumerOutput('app', 'app-out'),
      words.consumerOutside('app'),
    ]) {
      expect(exported.readme).toContain(`- ${remark}\n`);
      expect(exported.script).toContain(`# ${words.script.notTheSame} ${remark}\n`);
    }
    expect(exported.script).toContain("link broker-1 broker-2 'delay 5000us rate 10000000bit limit 100000'");
    expect(exported.script).toContain('--compression-codec zstd');
  });

  it('tells apart clients whose names differ only in signs', () => {
    const { compose } = clusterFiles(
      scenarioOf({
        producers: ['a b', 'a-b', '💥', 'A B'].map((id) => ({
          'client.id': id,
          workload: { topic: 'pay', key: 'it\'s {n} "$HOME"', keys: 3 },
        })),
      }),
      words,
    );
    const { services } = parse(compose) as { services: Record<string, unknown> };
    expect(Object.keys(services).filter((name) => name.startsWith('producer'))).toEqual([
      'producer-a-b',
      'producer-a-b-2',
      'producer-unnamed',
      'producer-a-b-3',
    ]);
  });

  it.runIf(hasShell)('one script is all one needs: it writes every other file', () => {
    const exported = clusterFiles(scenarioOf({ title: 'It’s "odd" $1 `x`' }), words);
    const folder = newFolder();
    writeFileSync(join(folder, 'run.sh'), exported.script);
    const { status, stdout } = runScript(folder, ['files']);
    expect(status).toBe(0);
    expect(stdout).toContain(join(folder, exported.project));
    for (const { path, text } of exported.files)
      expect(readFileSync(join(folder, exported.project, path), 'utf8')).toBe(text);
  });

  it.runIf(hasShell)(
    'does what the scenario does in its order and not before its time',
    () => {
      const exported = clusterFiles(
        scenarioOf({
          until: '2s',
          commands: [
            { at: '1s', kind: 'KillBroker', broker: 1 },
            { at: '1s', kind: 'CutLink', between: ['broker:2', 'broker:3'] },
            { at: '1.5s', kind: 'AlterTopicConfigs', topic: 'pay', configs: { 'min.insync.replicas': 1 } },
          ],
        }),
        words,
      );
      const folder = newFolder();
      writeFileSync(join(folder, 'run.sh'), exported.script);
      const { status, stdout, stderr, asked } = runScript(folder, []);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const at = (part: string) => asked.findIndex((line) => line.includes(part));
      const order = [
        'compose version',
        'create',
        'start highwater-a-test-machine-controller-101',
        'start highwater-a-test-controller-101',
        'kafka-topics.sh --bootstrap-server broker-1:9092,broker-2:9092,broker-3:9092 --create',
        'start highwater-a-test-producer-p',
        'kill -s KILL highwater-a-test-broker-1',
        'exec -i highwater-a-test-machine-broker-2 sh',
        'kafka-configs.sh --bootstrap-server',
        'kafka-metadata-quorum.sh',
        'logs highwater-a-test-producer-p',
      ].map(at);
      expect(order).not.toContain(-1);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      const said = (part: string) => {
        const line = stdout.split('\n').find((one) => one.includes(part)) ?? '';
        return Number(/^\[ *(\d+\.\d+) s\]/.exec(line)?.[1] ?? '-1');
      };
      expect(said('KillBroker broker=1')).toBeGreaterThanOrEqual(1);
      expect(said('AlterTopicConfigs')).toBeGreaterThanOrEqual(1.5);
      expect(said(words.script.end)).toBeGreaterThanOrEqual(2);
      // What the machine of broker 2 is told: its packets to broker 3 go nowhere.
      const told = readFileSync(join(folder, 'stdin'), 'utf8');
      expect(told).toContain('tc qdisc add dev eth0 parent 1:11 blackhole');
      expect(told).toContain('$(getent hosts broker-3 |');
    },
    60_000,
  );

  it.runIf(hasShell)(
    'a producer’s container hands over record after record at their times, also by hand, and closes',
    () => {
      const exported = clusterFiles(
        scenarioOf({
          producers: [
            {
              'client.id': 'p',
              workload: {
                topic: 'pay',
                arrivals: { constant: '100/s' },
                key: "k'{n}",
                keys: 3,
                valueBytes: 8,
                tombstoneEvery: 5,
                end: '500ms',
              },
            },
          ],
        }),
        words,
      );
      const folder = newFolder();
      const bin = join(folder, 'bin');
      const own = join(folder, 'own');
      spawnSync('mkdir', ['-p', bin, own, join(folder, 'files')]);
      for (const { path, text } of exported.files) writeFileSync(join(folder, path), text);
      executable(
        join(bin, 'kafka-console-producer.sh'),
        `#!/bin/sh\necho "$@" > ${folder}/arguments\ncat > ${folder}/records\n`,
      );
      const run = `HIGHWATER_TMP=${own} KAFKA_BIN=${bin} bash ${folder}/files/producer.sh producer-p > ${folder}/log & p=$!
        sleep 0.3; echo "$(date +%s)000000" > ${folder}/files/zero; sleep 1.5
        echo 'send 7' >> ${own}/control; sleep 0.3; kill -TERM $p; wait $p`;
      const { status } = spawnSync('bash', ['-c', run], { encoding: 'utf8' });
      expect(status).toBe(0);
      const records = readFileSync(join(folder, 'records'), 'utf8').trimEnd().split('\n');
      expect(records).toEqual(
        Array.from(
          { length: 57 },
          (_, n) => `k'${n % 3}\t${n % 5 === 4 ? '(null)' : String(n).padStart(8, '0')}`,
        ),
      );
      expect(readFileSync(join(folder, 'log'), 'utf8')).toContain('Handed over 57 records. Closed.');
      expect(readFileSync(join(folder, 'arguments'), 'utf8')).toContain(
        '--reader-property parse.key=true --reader-property null.marker=(null)',
      );
    },
    30_000,
  );
});

function scriptsOf(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  return files.filter(({ path }) => path.endsWith('.sh')).map(({ text }) => text);
}

function executable(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** Runs the script with a `docker` that writes down what it is asked, and answers as a cluster of three would. */
function runScript(folder: string, args: readonly string[]) {
  executable(
    join(folder, 'docker'),
    `#!/bin/sh
echo "$*" >> ${folder}/asked
case "$*" in
  *broker-api-versions*) printf '1 (id: 1 \\n2 (id: 2 \\n3 (id: 3 \\n' ;;
  *'exec -i'*) cat >> ${folder}/stdin ;;
esac
`,
  );
  // What the clients' JVMs need to start, nothing needs here.
  executable(
    join(folder, 'sleep'),
    '#!/bin/sh\nif [ "$1" = 6 ]; then exit; fi\nPATH=/usr/bin:/bin exec sleep "$1"\n',
  );
  const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'run.sh'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
  });
  return { status, stdout, stderr, asked: readFileSync(join(folder, 'asked'), 'utf8').split('\n') };
}

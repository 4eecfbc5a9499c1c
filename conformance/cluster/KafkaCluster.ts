import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import { DriverClient } from './DriverClient.ts';
import { freePorts } from './freePorts.ts';
import { LinkProxy } from './LinkProxy.ts';
import type { LinkState } from './LinkProxy.ts';
import { kill, Processes } from './Processes.ts';
import type { PreparedKafka } from './prepareKafka.ts';
import { serverProperties } from './serverProperties.ts';
import type { NodePlan } from './serverProperties.ts';

const CLUSTER_ID = 'aGlnaHdhdGVyLWNvbmZvcg';
const READY_TIMEOUT_MS = 120_000;
const LOOK_EVERY_MS = 100;
const TERMINATION_TIMEOUT_MS = 60_000;
const MOST_DRAWS = 20;
const LAST_ERRORS = 3;

/** One server: its place in the cluster and its process, while it has one. */
interface ServerNode {
  readonly plan: NodePlan;
  process: ChildProcess | null;
  isPaused: boolean;
  /** Nobody has killed or stopped it: a process that ends nevertheless has met an error. */
  isToRun: boolean;
}

/** A real cluster on the loopback: one JVM a node, every wire through a proxy of ours, nothing left when it is closed. */
export class KafkaCluster {
  readonly driver: DriverClient;
  readonly processes = new Processes();
  private readonly proxy = new LinkProxy(() => this.clientIds);
  private readonly nodes = new Map<number, ServerNode>();
  private readonly kafka: PreparedKafka;
  private clientIds: ReadonlySet<string> = new Set();

  constructor(kafka: PreparedKafka) {
    this.kafka = kafka;
    this.driver = this.newDriver();
  }

  /** A driver process of its own: for clients that are killed or paused, so that the others are not. */
  newDriver(): DriverClient {
    return new DriverClient(
      this.processes.java(
        [...this.kafka.javaOptions, this.logOption('driver')],
        this.kafka.classPath,
        'highwater.Driver',
        [],
        'pipe',
      ),
    );
  }

  /** Addresses at which clients find the brokers. */
  bootstrap(): string {
    return this.plans()
      .filter((plan) => plan.isBroker)
      .map((plan) => `127.0.0.1:${String(plan.brokerProxyPort)}`)
      .join(',');
  }

  plans(): NodePlan[] {
    return [...this.nodes.values()].map(({ plan }) => plan);
  }

  knowClients(ids: Iterable<string>): void {
    this.clientIds = new Set(ids);
  }

  /** Formats the storage of a scenario's cluster and starts all nodes of it that run at the start. */
  async start(scenario: Scenario, metadataVersion: string): Promise<void> {
    await this.plan(scenario);
    const plans = this.plans();
    for (const plan of plans) {
      mkdirSync(plan.folder, { recursive: true });
      writeFileSync(plan.propertiesFile, serverProperties(plan, plans, scenario));
      await this.format(plan, scenario, metadataVersion);
    }
    const toStart = plans.filter((plan) => plan.state !== 'new');
    for (const plan of toStart) this.startNode(plan.nodeId);
    await this.waitUntil(`${String(toStart.length)} nodes to start`, async () => {
      const wanted = toStart.filter((plan) => plan.isBroker).length;
      const { brokers } = await this.describe();
      return brokers.length === wanted;
    });
  }

  private async plan(scenario: Scenario): Promise<void> {
    const ids = new Set([...scenario.controllers, ...scenario.brokers].map(({ nodeId }) => nodeId));
    const ports = await freePorts(ids.size * 4);
    for (const nodeId of ids) {
      const broker = scenario.brokers.find((spec) => spec.nodeId === nodeId);
      const isController = scenario.controllers.some((spec) => spec.nodeId === nodeId);
      const folder = join(this.processes.folder, `node-${String(nodeId)}`);
      const plan: NodePlan = {
        nodeId,
        isBroker: broker !== undefined,
        isController,
        rack: broker?.rack ?? null,
        state: broker?.state ?? 'running',
        configs: broker?.configs ?? {},
        folder,
        propertiesFile: join(folder, 'server.properties'),
        brokerPort: take(ports),
        brokerProxyPort: take(ports),
        controllerPort: take(ports),
        controllerProxyPort: take(ports),
      };
      this.nodes.set(nodeId, { plan, process: null, isPaused: false, isToRun: false });
    }
  }

  private async format(plan: NodePlan, scenario: Scenario, metadataVersion: string): Promise<void> {
    const features = Object.entries(scenario.features).flatMap(([name, level]) => [
      '--feature',
      `${name}=${String(level)}`,
    ]);
    await this.driver.ask('tool', {
      name: 'StorageTool',
      args: [
        'format',
        '-t',
        CLUSTER_ID,
        '-c',
        plan.propertiesFile,
        '--release-version',
        metadataVersion,
        ...features,
      ],
    });
  }

  /**
   * Makes a cluster that a scenario has used ready for the next one of the same shape: everything runs again, every wire is whole, no topic is
   * left.
   */
  async restore(): Promise<void> {
    this.proxy.mendAll();
    for (const { plan, process } of this.nodes.values()) {
      this.signalNode(plan.nodeId, 'SIGCONT');
      if (!process) this.startNode(plan.nodeId);
    }
    await this.waitUntil('all brokers to be back', async () => {
      const wanted = this.plans().filter((plan) => plan.isBroker).length;
      const { brokers } = await this.describe();
      return brokers.length === wanted && this.plans().every(({ nodeId }) => this.isRunning(nodeId));
    });
    const topics = await this.driver.ask<Record<string, unknown>>('topics', { bootstrap: this.bootstrap() });
    const names = Object.keys(topics);
    if (names.length > 0)
      await this.driver.ask('deleteTopics', { bootstrap: this.bootstrap(), topics: names });
    await this.waitUntil('no topic to be left', async () => {
      const left = await this.driver.ask<Record<string, unknown>>('topics', { bootstrap: this.bootstrap() });
      return Object.keys(left).length === 0;
    });
  }

  /**
   * Makes `nodeId` the active controller, as the first one is in every scenario: whoever else leads is stopped and started again, until the draw
   * falls on it.
   */
  async makeActive(nodeId: number): Promise<void> {
    for (let attempt = 0; attempt < MOST_DRAWS; attempt++) {
      let leader = -1;
      await this.waitUntil('an active controller', async () => {
        ({ leader } = await this.describe());
        return leader >= 0 && this.plans().every((plan) => !plan.isController || this.isRunning(plan.nodeId));
      });
      if (leader === nodeId) return;
      await this.stopNode(leader);
      // Started before that, it might be elected again, and nobody would see that there was an election.
      await this.waitUntil('another active controller', async () => {
        const now = await this.describe();
        return now.leader >= 0 && now.leader !== leader;
      });
      this.startNode(leader);
    }
    throw new Error(`controller ${String(nodeId)} was not elected in ${String(MOST_DRAWS)} draws`);
  }

  /** Starts a node's process; its ports are open to others as soon as it listens. */
  startNode(nodeId: number): void {
    const node = this.node(nodeId);
    if (node.process) throw new Error(`node ${String(nodeId)} runs already`);
    const child = this.processes.java(
      [...this.kafka.javaOptions, this.logOption(`node-${String(nodeId)}`)],
      this.kafka.classPath,
      'kafka.Kafka',
      [node.plan.propertiesFile],
      'ignore',
    );
    node.process = child;
    node.isPaused = false;
    node.isToRun = true;
    const { plan } = node;
    child.once('exit', () => {
      if (node.process !== child) return;
      node.process = null;
      this.proxy.unlisten(plan.brokerProxyPort);
      this.proxy.unlisten(plan.controllerProxyPort);
    });
    if (plan.isBroker) void this.openWhenListening(node, child, plan.brokerProxyPort, plan.brokerPort);
    if (plan.isController)
      void this.openWhenListening(node, child, plan.controllerProxyPort, plan.controllerPort);
  }

  /** As `startNode`, once a process that is being stopped has ended: on a busy machine that may be later than the scenario has it. */
  async startNodeAgain(nodeId: number): Promise<void> {
    const { process, isToRun } = this.node(nodeId);
    if (process && !isToRun) await once(process, 'exit');
    this.startNode(nodeId);
  }

  private async openWhenListening(
    node: ServerNode,
    child: ChildProcess,
    port: number,
    realPort: number,
  ): Promise<void> {
    while (node.process === child) {
      if (await isListening(realPort)) {
        await this.proxy.listen(port, realPort, `node:${String(node.plan.nodeId)}`);
        return;
      }
      await sleep(20);
    }
  }

  /** SIGKILL. */
  async killNode(nodeId: number): Promise<void> {
    const node = this.node(nodeId);
    node.isToRun = false;
    if (node.process) await kill(node.process);
  }

  /** SIGTERM; resolves when the process has ended. */
  async stopNode(nodeId: number): Promise<void> {
    const node = this.node(nodeId);
    node.isToRun = false;
    const { process } = node;
    if (!process) return;
    const gone = new Promise<boolean>((resolve) => process.once('exit', () => resolve(true)));
    process.kill('SIGTERM');
    const isGone = await Promise.race([gone, sleep(TERMINATION_TIMEOUT_MS).then(() => false)]);
    if (!isGone)
      throw new Error(`node ${String(nodeId)} did not stop within ${String(TERMINATION_TIMEOUT_MS)} ms`);
  }

  /** SIGSTOP or SIGCONT. */
  signalNode(nodeId: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
    const node = this.node(nodeId);
    node.isPaused = signal === 'SIGSTOP' && node.process !== null;
    node.process?.kill(signal);
  }

  isRunning(nodeId: number): boolean {
    return this.node(nodeId).process !== null;
  }

  /** Whether the node can answer: it has a process that does not stand still. */
  isReachable(nodeId: number): boolean {
    const { process, isPaused } = this.node(nodeId);
    return process !== null && !isPaused;
  }

  /** @param from,to a client id, or `node:1`. @param state null: as it was at the start. */
  setLink(from: string, to: string, state: LinkState | null): void {
    this.proxy.set(from, to, state);
  }

  /** What is under way between the two is lost, and both learn it at once. */
  resetConnections(a: string, b: string): void {
    this.proxy.reset(a, b);
  }

  /** How far the two are from each other as long as nothing is done to their link. */
  setDistance(a: string, b: string, latencyMs: number): void {
    this.proxy.setDistance(a, b, latencyMs);
  }

  async describe(): Promise<{ brokers: number[]; leader: number; epoch: number; highWatermark: number }> {
    return this.driver.ask('cluster', { bootstrap: this.bootstrap() });
  }

  /** Asks until it is so; an error is a no. */
  async waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < deadline) {
      for (const { plan, process, isToRun } of this.nodes.values())
        if (isToRun && process === null)
          throw new Error(`node ${String(plan.nodeId)} has ended${this.lastErrorOf(plan.nodeId)}`);
      try {
        if (await isSo()) return;
      } catch {
        // Not yet.
      }
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error(`waited ${String(READY_TIMEOUT_MS)} ms for ${what}`);
  }

  /** What a node that has ended said last of what went wrong. */
  private lastErrorOf(nodeId: number): string {
    const file = this.logFile(`node-${String(nodeId)}`);
    if (!existsSync(file)) return '';
    const errors = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\d+ (ERROR|FATAL) |^(Caused by: )?[\w.]+(Exception|Error): /.test(line));
    return errors.length === 0 ? '' : `:\n  ${errors.slice(-LAST_ERRORS).join('\n  ')}`;
  }

  /** The file that a process writes its log to. */
  logFile(name: string): string {
    return join(this.processes.folder, `${name}.log`);
  }

  async close(): Promise<void> {
    this.proxy.close();
    await this.processes.endAll();
  }

  private node(nodeId: number): ServerNode {
    const node = this.nodes.get(nodeId);
    if (!node) throw new Error(`there is no node ${String(nodeId)}`);
    return node;
  }

  private logOption(name: string): string {
    return `-Dhighwater.log=${this.logFile(name)}`;
  }
}

function take(ports: number[]): number {
  const port = ports.pop();
  if (port === undefined) throw new Error('too few ports');
  return port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

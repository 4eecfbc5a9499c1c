import { join } from 'node:path';
import { DYNAMIC_CLUSTER_CONFIGS } from '../../src/export/cluster/composeFile.ts';
import type { BrokerStartState, ConfigMap, Scenario } from '../../src/scenario/Scenario.ts';

/** A node of the real cluster: one process with one or both roles. */
export interface NodePlan {
  readonly nodeId: number;
  readonly isBroker: boolean;
  readonly isController: boolean;
  readonly rack: string | null;
  readonly state: BrokerStartState;
  readonly configs: ConfigMap;
  readonly folder: string;
  readonly propertiesFile: string;
  /** Where the process listens, and where the proxy does on its behalf. */
  readonly brokerPort: number;
  readonly brokerProxyPort: number;
  readonly controllerPort: number;
  readonly controllerProxyPort: number;
}

/** The folder of a node's logs and, in a controller, of the metadata log. */
export function logDirOf(plan: NodePlan): string {
  return join(plan.folder, 'data');
}

/** The server.properties of a node. */
export function serverProperties(plan: NodePlan, all: readonly NodePlan[], scenario: Scenario): string {
  const roles = [...(plan.isBroker ? ['broker'] : []), ...(plan.isController ? ['controller'] : [])];
  const listeners = [
    ...(plan.isBroker ? [['PLAINTEXT', plan.brokerPort, plan.brokerProxyPort] as const] : []),
    ...(plan.isController ? [['CONTROLLER', plan.controllerPort, plan.controllerProxyPort] as const] : []),
  ];
  const brokerCount = all.filter((node) => node.isBroker).length;
  const own: Record<string, string> = {
    'node.id': String(plan.nodeId),
    'process.roles': roles.join(','),
    'controller.quorum.voters': all
      .filter((node) => node.isController)
      .map((node) => `${String(node.nodeId)}@127.0.0.1:${String(node.controllerProxyPort)}`)
      .join(','),
    listeners: listeners.map(([name, port]) => `${name}://127.0.0.1:${String(port)}`).join(','),
    'advertised.listeners': listeners
      .map(([name, , port]) => `${name}://127.0.0.1:${String(port)}`)
      .join(','),
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    ...(plan.rack === null ? {} : { 'broker.rack': plan.rack }),
    'offsets.topic.replication.factor': String(Math.min(3, brokerCount)),
    'transaction.state.log.replication.factor': String(Math.min(3, brokerCount)),
    'transaction.state.log.min.isr': String(Math.min(2, brokerCount)),
    'share.coordinator.state.topic.replication.factor': String(Math.min(3, brokerCount)),
    'share.coordinator.state.topic.min.isr': String(Math.min(2, brokerCount)),
    // Small, so that a node starts quickly; no scenario's outcome hangs on them.
    'offsets.topic.num.partitions': '5',
    'transaction.state.log.num.partitions': '5',
    'log.cleaner.dedupe.buffer.size': '4194304',
    // Where a dozen nodes start on two cores a minute, the default, is not always enough: a broker that has not registered by then ends itself.
    'initial.broker.registration.timeout.ms': '110000',
  };
  // A cluster that several scenarios use stands for longer than each of them lasts: the check for preferred leaders, every five
  // minutes by default, would fall into one of them.
  own['leader.imbalance.check.interval.seconds'] = '86400';
  for (const [name, value] of Object.entries(scenario.configs))
    if (!DYNAMIC_CLUSTER_CONFIGS.has(name)) own[name] = value;
  Object.assign(own, plan.configs);
  own['log.dirs'] = logDirOf(plan);
  return Object.entries(own)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

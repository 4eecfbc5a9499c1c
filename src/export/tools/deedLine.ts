import type { Command, CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND } from '../../shared/units.ts';
import { commandStep } from '../cluster/commandSteps.ts';
import { planCluster } from '../cluster/clusterPlan.ts';
import { bootstrapOf } from './addresses.ts';

/** Why a line is as it is, or why there is none. */
export type DeedRemark =
  | 'noTool'
  | 'kill'
  | 'stop'
  | 'power'
  | 'pause'
  | 'cutLink'
  | 'cutOneWay'
  | 'mendLink'
  | 'resetConnections'
  | 'slowLink'
  | 'disk'
  | 'replaceDisk'
  | 'clock'
  | 'application'
  | 'environment'
  | 'notKafka';

export interface DeedLine {
  /** Shell lines that do it on a real cluster; none: there are none. */
  readonly lines: readonly string[];
  readonly remark: DeedRemark | null;
  /** What the lines read. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** What one command is on a cluster without simulator: a line of Kafka’s own tools, one of the system’s, or none. */
export function deedLine(body: CommandBody, scenario: Scenario): DeedLine {
  return faultLine(body) ?? toolLines(body, scenario);
}

function line(lines: string | readonly string[], remark: DeedRemark | null = null): DeedLine {
  return { lines: typeof lines === 'string' ? [lines] : lines, remark, files: [] };
}

function none(remark: DeedRemark): DeedLine {
  return { lines: [], remark, files: [] };
}

/** Of commands that no admin request stands for; null for others. */
function faultLine(body: CommandBody): DeedLine | null {
  switch (body.kind) {
    case 'KillBroker':
      return line(`kill -9 "$pid_of_broker_${body.broker}"`, 'kill');
    case 'KillController':
      return line(`kill -9 "$pid_of_controller_${body.controller}"`, 'kill');
    case 'KillClient':
      return line(`kill -9 "$pid_of_${variable(body.client)}"`, 'kill');
    case 'StopBroker':
    case 'StopController':
      return line('kafka-server-stop.sh', 'stop');
    case 'CloseClient':
      return line(`kill "$pid_of_${variable(body.client)}"`, 'application');
    case 'StartBroker':
    case 'StartController':
      return line('kafka-server-start.sh -daemon server.properties');
    case 'StartClient':
    case 'RestartProducer':
    case 'StallConsumer':
    case 'UnstallConsumer':
    case 'Seek':
    case 'PausePartitions':
    case 'ResumePartitions':
    case 'CommitOffsets':
    case 'BeginTransaction':
    case 'CommitTransaction':
    case 'AbortTransaction':
    case 'PauseWorkload':
    case 'ResumeWorkload':
    case 'SendRecords':
      return none('application');
    case 'CutPower':
    case 'CutControllerPower':
      return none('power');
    case 'PauseProcess':
      return line(
        [
          `kill -STOP "$pid_of_${variable(body.node)}"`,
          ...(body.forUs === null
            ? []
            : [`sleep ${body.forUs / MICROS_PER_SECOND}`, `kill -CONT "$pid_of_${variable(body.node)}"`]),
        ],
        'pause',
      );
    case 'ResumeProcess':
      return line(`kill -CONT "$pid_of_${variable(body.node)}"`);
    case 'CutLink':
      return line(
        `iptables -A INPUT -s ${machine(body.between[body.direction === 'forward' ? 0 : 1])} -j DROP`,
        body.direction === 'forward' ? 'cutOneWay' : 'cutLink',
      );
    case 'ResetConnections':
      return line(`ss -K dst ${machine(body.between[1])}`, 'resetConnections');
    case 'MendLink':
      return line(
        [`iptables -D INPUT -s ${machine(body.between[1])} -j DROP`, 'tc qdisc del dev eth0 root'],
        'mendLink',
      );
    case 'SlowLink':
      return line(`tc qdisc add dev eth0 root netem${netem(body)}`, 'slowLink');
    case 'FailDisk':
      return line('chmod -R 000 "$log_dir"', 'disk');
    case 'FailLogDir':
      return line(`chmod -R 000 ${body.logDir ?? '"$log_dir"'}`, 'disk');
    case 'ReplaceDisk':
      return line(['rm -rf "$log_dir"/*', 'kafka-server-start.sh -daemon server.properties'], 'replaceDisk');
    case 'SlowDisk':
    case 'MendDisk':
    case 'ResizeDisk':
      return none('environment');
    case 'SetClock':
      return line(`date -s '${seconds(body.offsetUs)}'`, 'clock');
    case 'KillQueueBroker':
    case 'StartQueueBroker':
    case 'PublishMessages':
      return none('notKafka');
    default:
      return null;
  }
}

/** As the files for a real cluster have them, asked of a broker by name. */
function toolLines(body: CommandBody, scenario: Scenario): DeedLine {
  const command = { ...body, atUs: 0, after: 0 } as Command;
  const { tools, files } = commandStep(command, {
    scenario,
    plan: planCluster(scenario),
    partitionCounts: new Map(scenario.topics.map(({ name, partitions }) => [name, partitions.length])),
    restarts: new Map(),
    number: 1,
  });
  if (tools.length === 0) return none('noTool');
  const bootstrap = bootstrapOf(scenario.brokers.map(({ nodeId }) => nodeId));
  return {
    lines: tools.map((tool) => {
      const [name = '', ...rest] = tool.replace(/^tool /, '').split(' ');
      const words = rest.join(' ').replaceAll(/\S*\/([\w-]+-1\.(?:json|properties))/g, '$1');
      return name === 'kafka-cluster.sh' ? `${name} ${words} ${bootstrap}` : `${name} ${bootstrap} ${words}`;
    }),
    remark: null,
    files: files.map(({ path, text }) => ({ path: path.slice(path.lastIndexOf('/') + 1), text })),
  };
}

/** `broker:1` as part of a variable’s name. */
function variable(node: string): string {
  return node.replace(/^(?:producer|consumer):/, '').replaceAll(/\W/g, '_');
}

/** `broker:1` as the name of a machine. */
function machine(node: string): string {
  return node.replace(/^(?:producer|consumer):/, '').replace(':', '-');
}

function netem({
  latencyUs,
  jitterUs,
  lossPercent,
  bandwidthBitsPerSecond,
}: Extract<CommandBody, { readonly kind: 'SlowLink' }>): string {
  const jitter = jitterUs > 0 ? ` ${jitterUs / MICROS_PER_MILLI}ms` : '';
  return [
    latencyUs === null ? '' : ` delay ${latencyUs / MICROS_PER_MILLI}ms${jitter}`,
    lossPercent > 0 ? ` loss ${lossPercent}%` : '',
    bandwidthBitsPerSecond === null ? '' : ` rate ${bandwidthBitsPerSecond}bit`,
  ].join('');
}

/** `3600 seconds`, or `3600 seconds ago`: as GNU date reads it. */
function seconds(offsetUs: number): string {
  const whole = Math.abs(offsetUs) / MICROS_PER_SECOND;
  return offsetUs < 0 ? `${whole} seconds ago` : `${whole} seconds`;
}

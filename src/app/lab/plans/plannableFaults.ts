import type { CommandBody } from '../../../scenario/Scenario.ts';
import type { plans } from '../../../i18n/en/plans.ts';

export type FaultId = keyof typeof plans.faults;

/** A fault that can be planned for a node, and what undoes it; null: nothing does, or it is no fault. */
export interface PlannableFault {
  readonly id: FaultId;
  readonly body: CommandBody;
  readonly cure: CommandBody | null;
}

const HOUR_US = 3_600_000_000;
const SLOW = { latencyUs: 200_000, jitterUs: 100_000, bandwidthBitsPerSecond: null, lossPercent: 0 } as const;

/** What can be planned for a node, by its entity key; for the link between two, with `other`. */
export function plannableFaults(node: string, other: string | null): readonly PlannableFault[] {
  if (other !== null) return linkFaults([node, other]);
  const colon = node.indexOf(':');
  const kind = node.slice(0, colon);
  const name = node.slice(colon + 1);
  const pause: PlannableFault = {
    id: 'PauseProcess',
    body: { kind: 'PauseProcess', node, forUs: null },
    cure: { kind: 'ResumeProcess', node },
  };
  const clock: PlannableFault = {
    id: 'ClockAhead',
    body: { kind: 'SetClock', node, offsetUs: HOUR_US, driftPpm: 0 },
    cure: { kind: 'SetClock', node, offsetUs: 0, driftPpm: 0 },
  };
  switch (kind) {
    case 'broker':
      return [...brokerFaults(Number(name)), pause, clock];
    case 'controller':
      return [...controllerFaults(Number(name)), pause, clock];
    case 'producer':
      return [
        {
          id: 'PauseWorkload',
          body: { kind: 'PauseWorkload', producer: name },
          cure: { kind: 'ResumeWorkload', producer: name },
        },
        { id: 'SendRecords', body: { kind: 'SendRecords', producer: name, count: 10 }, cure: null },
        ...clientFaults(node),
        pause,
        clock,
      ];
    case 'consumer':
      return [
        {
          id: 'StallConsumer',
          body: { kind: 'StallConsumer', consumer: name },
          cure: { kind: 'UnstallConsumer', consumer: name },
        },
        ...clientFaults(node),
        pause,
        clock,
      ];
    default:
      return [];
  }
}

function brokerFaults(broker: number): readonly PlannableFault[] {
  const start: CommandBody = { kind: 'StartBroker', broker };
  return [
    { id: 'KillBroker', body: { kind: 'KillBroker', broker }, cure: start },
    { id: 'StopBroker', body: { kind: 'StopBroker', broker }, cure: start },
    { id: 'CutPower', body: { kind: 'CutPower', broker }, cure: start },
    { id: 'StartBroker', body: start, cure: null },
    {
      id: 'SlowDisk',
      body: { kind: 'SlowDisk', broker, factor: 100 },
      cure: { kind: 'MendDisk', broker },
    },
    { id: 'FailDisk', body: { kind: 'FailDisk', broker }, cure: null },
  ];
}

function controllerFaults(controller: number): readonly PlannableFault[] {
  const start: CommandBody = { kind: 'StartController', controller };
  return [
    { id: 'KillController', body: { kind: 'KillController', controller }, cure: start },
    { id: 'StopController', body: { kind: 'StopController', controller }, cure: start },
    { id: 'CutControllerPower', body: { kind: 'CutControllerPower', controller }, cure: start },
    { id: 'StartController', body: start, cure: null },
  ];
}

function clientFaults(client: string): readonly PlannableFault[] {
  const start: CommandBody = { kind: 'StartClient', client };
  return [
    { id: 'KillClient', body: { kind: 'KillClient', client }, cure: start },
    { id: 'CloseClient', body: { kind: 'CloseClient', client }, cure: start },
    { id: 'StartClient', body: start, cure: null },
  ];
}

function linkFaults(between: readonly [string, string]): readonly PlannableFault[] {
  const mend: CommandBody = { kind: 'MendLink', between };
  return [
    { id: 'CutLink', body: { kind: 'CutLink', between }, cure: mend },
    { id: 'CutLinkForward', body: { kind: 'CutLink', between, direction: 'forward' }, cure: mend },
    { id: 'SlowLink', body: { kind: 'SlowLink', between, ...SLOW }, cure: mend },
    { id: 'ResetConnections', body: { kind: 'ResetConnections', between }, cure: null },
  ];
}

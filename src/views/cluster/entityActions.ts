import type { EntityKey } from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import type { IconName } from '../../ui/icons.tsx';
import { isCut, nameOf, type ClusterModel } from '../clusterModel.ts';
import type { CommandBody } from '../SimulationContext.tsx';

/** Something that may be done to what has the focus. Data: the menu, the inspector and the keys share it. */
export interface EntityAction {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly body: CommandBody;
}

export function entityActions(
  m: Catalogue['stage'],
  cluster: ClusterModel,
  key: EntityKey,
): readonly EntityAction[] {
  const broker = cluster.brokers.find((candidate) => candidate.key === key);
  if (broker !== undefined) {
    const id = broker.nodeId;
    const runs =
      broker.process === 'running' || broker.process === 'starting' || broker.process === 'stopping';
    const deeds: EntityAction[] = runs
      ? [
          { id: 'kill', label: m.actions.kill, icon: 'bolt', body: { kind: 'KillBroker', broker: id } },
          ...(broker.process === 'stopping'
            ? []
            : [
                {
                  id: 'stop',
                  label: m.actions.stop,
                  icon: 'pause',
                  body: { kind: 'StopBroker', broker: id },
                } as const,
              ]),
          { id: 'power', label: m.actions.cutPower, icon: 'power', body: { kind: 'CutPower', broker: id } },
        ]
      : [{ id: 'start', label: m.actions.start, icon: 'play', body: { kind: 'StartBroker', broker: id } }];
    return [...deeds, ...linkActions(m, cluster, key)];
  }
  const producer = cluster.producers.find((candidate) => candidate.key === key);
  if (producer !== undefined) {
    const name = producer.clientId;
    return [
      producer.paused
        ? {
            id: 'resume',
            label: m.actions.resume,
            icon: 'play',
            body: { kind: 'ResumeWorkload', producer: name },
          }
        : {
            id: 'pause',
            label: m.actions.pause,
            icon: 'pause',
            body: { kind: 'PauseWorkload', producer: name },
          },
      {
        id: 'send1',
        label: m.actions.send(1),
        icon: 'producer',
        body: { kind: 'SendRecords', producer: name, count: 1 },
      },
      {
        id: 'send10',
        label: m.actions.send(10),
        icon: 'producer',
        body: { kind: 'SendRecords', producer: name, count: 10 },
      },
      ...linkActions(m, cluster, key),
    ];
  }
  if (cluster.controllers.some((controller) => controller.key === key))
    return [...controllerActions(m, cluster, key), ...linkActions(m, cluster, key)];
  return linkActions(m, cluster, key);
}

/** Deeds on every controller, for one card stands for all of them; the one that has the focus first. */
function controllerActions(m: Catalogue['stage'], cluster: ClusterModel, key: EntityKey): EntityAction[] {
  const words = m.actions.controllers;
  const first = cluster.controllers.filter((controller) => controller.key === key);
  const others = cluster.controllers.filter((controller) => controller.key !== key);
  return [...first, ...others].flatMap(({ nodeId: controller, process }): EntityAction[] => {
    const action = (id: string, label: string, icon: IconName, body: CommandBody): EntityAction => ({
      id: `${id} ${controller}`,
      label,
      icon,
      body,
    });
    if (process !== 'running' && process !== 'starting')
      return [action('start', words.start(controller), 'play', { kind: 'StartController', controller })];
    return [
      action('kill', words.kill(controller), 'bolt', { kind: 'KillController', controller }),
      action('stop', words.stop(controller), 'pause', { kind: 'StopController', controller }),
      action('power', words.cutPower(controller), 'power', { kind: 'CutControllerPower', controller }),
    ];
  });
}

function linkActions(m: Catalogue['stage'], cluster: ClusterModel, key: EntityKey): EntityAction[] {
  const brokers = cluster.brokers.map((broker) => broker.key);
  const others = key.startsWith('broker:')
    ? [
        ...brokers.filter((other) => other !== key),
        ...cluster.controllers.filter(({ active }) => active).map((controller) => controller.key),
        ...cluster.producers.map((producer) => producer.key),
        ...cluster.consumers.map((consumer) => consumer.key),
      ]
    : brokers;
  return others.map((other) => {
    const cut = isCut(cluster.links, key, other);
    const between: readonly [string, string] = [key, other];
    return {
      id: `link ${other}`,
      label: cut ? m.actions.mendLinkTo(spokenNode(m, other)) : m.actions.cutLinkTo(spokenNode(m, other)),
      icon: cut ? 'mend' : 'cut',
      body: { kind: cut ? 'MendLink' : 'CutLink', between },
    };
  });
}

/** `broker 2`, `controller 101`, `pay-api`: as it stands inside a sentence. */
export function spokenNode(m: Catalogue['stage'], key: EntityKey): string {
  const name = nameOf(key);
  const full = key.startsWith('broker:')
    ? m.broker.name(Number(name))
    : key.startsWith('controller:')
      ? m.controller.name(Number(name))
      : null;
  return full === null ? name : full.charAt(0).toLowerCase() + full.slice(1);
}

/** What C does: crash what runs, start what does not. */
export function crashOrStart(cluster: ClusterModel, key: EntityKey): CommandBody | null {
  const broker = cluster.brokers.find((candidate) => candidate.key === key);
  if (broker === undefined) {
    const controller = cluster.controllers.find((candidate) => candidate.key === key);
    if (controller === undefined) return null;
    const runs = controller.process === 'running' || controller.process === 'starting';
    return { kind: runs ? 'KillController' : 'StartController', controller: controller.nodeId };
  }
  const gone = broker.process === 'killed' || broker.process === 'stopped' || broker.process === 'powerless';
  return { kind: gone ? 'StartBroker' : 'KillBroker', broker: broker.nodeId };
}

import { formatGroupConfigs } from '../reading/groupConfigs.ts';
import { formatTime } from '../quantity.ts';
import type { GroupSpec, ShareSpec } from '../Scenario.ts';
import type { FileGroup, FileShare } from '../ScenarioFile.ts';

export function formatGroup({ groupId, configs }: GroupSpec): FileGroup {
  if (Object.keys(configs).length === 0) return { 'group.id': groupId };
  return { 'group.id': groupId, configs: formatGroupConfigs(configs) };
}

export function formatShare({ failEvery, failThen, poison, renewEveryUs }: ShareSpec): FileShare {
  return {
    ...(failEvery === null ? {} : { failEvery }),
    ...(failThen === 'release' ? {} : { failThen }),
    ...(poison.length === 0
      ? {}
      : {
          poison: poison.map(({ partition, offset, takesUs, then }) => ({
            partition,
            offset,
            ...(takesUs === null ? {} : { takes: formatTime(takesUs) }),
            ...(then === 'release' ? {} : { then }),
          })),
        }),
    ...(renewEveryUs === null ? {} : { renewEvery: formatTime(renewEveryUs) }),
  };
}

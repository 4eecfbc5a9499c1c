import { formatTime } from '../quantity.ts';
import type { GroupSpec, ShareSpec } from '../Scenario.ts';
import type { FileGroup, FileShare } from '../ScenarioFile.ts';

const NUMBERS: ReadonlySet<string> = new Set([
  'share.record.lock.duration.ms',
  'share.session.timeout.ms',
  'share.heartbeat.interval.ms',
]);

export function formatGroup({ groupId, configs }: GroupSpec): FileGroup {
  const entries = Object.entries(configs).map(
    ([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value] as const,
  );
  if (entries.length === 0) return { 'group.id': groupId };
  return { 'group.id': groupId, configs: Object.fromEntries(entries) };
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

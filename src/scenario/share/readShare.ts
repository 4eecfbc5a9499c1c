import { checkConfigValue } from '../reading/groupConfigs.ts';
import { readTime } from '../readCluster.ts';
import type { ReadReport } from '../readConfigs.ts';
import type { ConfigMap, ConsumerSpec, GroupSpec, ShareVerdict } from '../Scenario.ts';
import type { FileConsumer, ScenarioFile } from '../ScenarioFile.ts';
import { pathTo, scenarioProblem } from '../ScenarioProblem.ts';

/** Groups with configs of their own. */
export function readGroups(
  file: ScenarioFile,
  report: ReadReport,
): { readonly groups?: readonly GroupSpec[] } {
  if (file.groups === undefined || file.groups.length === 0) return {};
  const seen = new Set<string>();
  const groups = file.groups.map((group, i) => {
    const path = pathTo('groups', i);
    const groupId = group['group.id'];
    if (seen.has(groupId))
      report.problems.push(scenarioProblem('duplicate', pathTo(path, 'group.id'), groupId));
    seen.add(groupId);
    const configs = group.configs ?? {};
    for (const [name, value] of Object.entries(configs))
      checkConfigValue(name, String(value), pathTo(pathTo(path, 'configs'), name), report);
    return {
      groupId,
      configs: Object.fromEntries(Object.entries(configs).map(([name, value]) => [name, String(value)])),
    };
  });
  return { groups };
}

/**
 * A share consumer: it has a group and subscribes. Under `share.acknowledgement.mode=implicit` everything that poll() returned is
 * accepted by the next one, so nothing can be said of a record. Kafka: `ShareConsumerImpl` (4.2).
 */
export function readShare(
  consumer: FileConsumer,
  configs: ConfigMap,
  path: string,
  report: ReadReport,
): Pick<ConsumerSpec, 'share'> {
  const { share } = consumer;
  if (share === undefined) return {};
  const at = pathTo(path, 'share');
  if ((consumer.subscribe ?? []).length === 0)
    report.problems.push(scenarioProblem('share-subscribes', at, undefined));
  const failThen = (share.failThen ?? 'release') as ShareVerdict;
  const poison = (share.poison ?? []).map(({ partition, offset, takes, then }) => ({
    partition,
    offset,
    takesUs: takes === undefined ? null : readTime(takes, 0),
    then: (then ?? 'release') as ShareVerdict,
  }));
  const says =
    (share.failEvery !== undefined && failThen !== 'accept') ||
    poison.some(({ then }) => then !== 'accept') ||
    share.renewEvery !== undefined;
  if (says && configs['share.acknowledgement.mode'] !== 'explicit')
    report.problems.push(scenarioProblem('share-says-nothing', at, undefined));
  return {
    share: {
      failEvery: share.failEvery ?? null,
      failThen,
      poison,
      renewEveryUs: share.renewEvery === undefined ? null : readTime(share.renewEvery, 0),
    },
  };
}

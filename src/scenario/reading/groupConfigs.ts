import { parseOffsetReset } from '../../shared/offsetReset.ts';
import type { ReadReport } from '../readConfigs.ts';
import type { ConfigMap } from '../Scenario.ts';
import type { FileGroupConfigs } from '../ScenarioFile.ts';
import { scenarioProblem } from '../ScenarioProblem.ts';

/** Configs of a group that are numbers. */
const NUMBERS: ReadonlySet<string> = new Set([
  'consumer.session.timeout.ms',
  'consumer.heartbeat.interval.ms',
  'share.record.lock.duration.ms',
  'share.session.timeout.ms',
  'share.heartbeat.interval.ms',
]);

/** What the shape of a file does not say of a group's config. */
export function checkConfigValue(name: string, value: string, path: string, report: ReadReport): void {
  if (name === 'share.auto.offset.reset' && parseOffsetReset(value) === null)
    report.problems.push(scenarioProblem('bad-config-value', path, value));
}

/** As a file writes them. */
export function formatGroupConfigs(configs: ConfigMap): FileGroupConfigs {
  return Object.fromEntries(
    Object.entries(configs).map(([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value]),
  );
}

import { badValueException } from './configs/badValueException.ts';
import { checkConfig, configNames, configRule, type ConfigPlace } from './configs/kafkaConfigs.ts';
import { nearestName } from './nearestName.ts';
import { findConsumerConflict } from './configs/findConsumerConflict.ts';
import { findProducerConflict } from './configs/findProducerConflict.ts';
import type { ConfigMap } from './Scenario.ts';
import type { FileConfigs } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblem } from './ScenarioProblem.ts';

/** A known config that the engine of this version does not act on. */
export interface IgnoredConfig {
  readonly path: string;
  readonly name: string;
}

/** What reading a file gathers on the way. */
export interface ReadReport {
  readonly problems: ScenarioProblem[];
  readonly ignored: IgnoredConfig[];
}

/** Checked configs as Kafka keeps them, in the order of the file. */
export function readConfigs(
  place: ConfigPlace,
  file: FileConfigs | undefined,
  path: string,
  report: ReadReport,
): ConfigMap {
  const configs: Record<string, string> = {};
  for (const [name, written] of Object.entries(file ?? {})) {
    const at = pathTo(path, name);
    const check = checkConfig(place, name, written);
    if (check.ok) {
      configs[name] = check.value;
      if (!check.modelled) report.ignored.push({ path: at, name });
    } else if (check.fault === 'bad-config-value')
      report.problems.push(
        withException(
          scenarioProblem(check.fault, at, written, check.allowed),
          badValueException(place, name, written),
        ),
      );
    else {
      const belongs = check.fault === 'config-elsewhere' ? oneOf([check.place]) : null;
      report.problems.push(scenarioProblem(check.fault, at, name, belongs, check.likely));
    }
  }
  return configs;
}

/** Names of configs that Kafka knows in this place. */
export function readRemovedConfigs(
  place: ConfigPlace,
  names: readonly string[],
  path: string,
  report: ReadReport,
): readonly string[] {
  names.forEach((name, i) => {
    if (configRule(place, name) !== null) return;
    const suggestion = nearestName(name, configNames(place));
    report.problems.push(scenarioProblem('unknown-config', pathTo(path, i), name, null, suggestion));
  });
  return names;
}

/** What KafkaProducer's constructor would throw for (C1). */
export function checkProducerConfigs(configs: ConfigMap, path: string, report: ReadReport): void {
  const conflict = findProducerConflict(configs);
  if (conflict !== null) {
    const written = configs[conflict.name] ?? null;
    report.problems.push(
      withException(
        scenarioProblem('config-conflict', pathTo(path, conflict.name), written, oneOf([conflict.other])),
        conflict.exception,
      ),
    );
  }
}

/** What KafkaConsumer's constructor would throw for. */
export function checkConsumerConfigs(configs: ConfigMap, path: string, report: ReadReport): void {
  const conflict = findConsumerConflict(configs);
  if (conflict === null) return;
  const written = configs[conflict.name] ?? null;
  report.problems.push(
    withException(
      scenarioProblem('config-conflict', pathTo(path, conflict.name), written, oneOf([conflict.other])),
      conflict.exception,
    ),
  );
}

function withException(problem: ScenarioProblem, exception: string | null): ScenarioProblem {
  return exception === null ? problem : { ...problem, exception };
}

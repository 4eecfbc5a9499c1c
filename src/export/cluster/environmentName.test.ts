import { describe, expect, it } from 'vitest';
import { configNames } from '../../scenario/configs/kafkaConfigs.ts';
import { environmentName, environmentValue } from './environmentName.ts';

/** What the image does with the name of a variable: `KafkaDockerWrapper.getServerConfigsFromEnv` (4.2). */
function configOfImage(variable: string): string {
  return variable
    .replaceAll('KAFKA_', '')
    .toLowerCase()
    .replaceAll('_', '.')
    .replaceAll('...', '-')
    .replaceAll('..', '_');
}

/** Variables that the image keeps for itself. */
const NOT_CONFIGS = [
  'KAFKA_VERSION',
  'KAFKA_HEAP_OPTS',
  'KAFKA_LOG4J_OPTS',
  'KAFKA_OPTS',
  'KAFKA_JMX_OPTS',
  'KAFKA_JVM_PERFORMANCE_OPTS',
  'KAFKA_GC_LOG_OPTS',
  'KAFKA_LOG4J_ROOT_LOGLEVEL',
  'KAFKA_LOG4J_LOGGERS',
  'KAFKA_TOOLS_LOG4J_LOGLEVEL',
  'KAFKA_JMX_HOSTNAME',
];

describe('environmentName', () => {
  it.each([
    ['node.id', 'KAFKA_NODE_ID'],
    ['offsets.topic.replication.factor', 'KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR'],
    ['some_underscore.name', 'KAFKA_SOME__UNDERSCORE_NAME'],
    ['with-a-dash.name', 'KAFKA_WITH___A___DASH_NAME'],
  ])('%s is %s', (config, variable) => {
    expect(environmentName(config)).toBe(variable);
    expect(configOfImage(variable)).toBe(config);
  });

  it('the image reads every config of a broker back under its name', () => {
    const names = configNames('broker');
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) {
      const variable = environmentName(name);
      if (variable === null) continue;
      expect(configOfImage(variable)).toBe(name);
      expect(NOT_CONFIGS).not.toContain(variable);
    }
    expect(names.filter((name) => environmentName(name) === null)).toEqual([
      'kafka.metrics.polling.interval.secs',
      'kafka.metrics.reporters',
    ]);
  });

  it('a backslash survives the .properties file that the image writes', () => {
    expect(environmentValue('a\\d+')).toBe('a\\\\d+');
  });
});

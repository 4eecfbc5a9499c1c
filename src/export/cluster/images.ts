import type { KafkaVersion } from '../../scenario/Scenario.ts';

/** The tag of `apache/kafka` for each version: the newest release of it. 4.4 had none yet when this was written. */
export const KAFKA_IMAGE_TAGS: Readonly<Record<KafkaVersion, string>> = {
  '4.0': '4.0.2',
  '4.1': '4.1.2',
  '4.2': '4.2.2',
  '4.3': '4.3.1',
  '4.4': '4.4.0',
};

export const KAFKA_IMAGE = 'apache/kafka';

/** Has `tc`, which cuts and slows what a machine sends. */
export const NETWORK_TOOLS_IMAGE = 'nicolaka/netshoot';

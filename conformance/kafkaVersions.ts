import type { KafkaVersion } from '../src/scenario/Scenario.ts';

/** What a scenario is recorded on unless its expectation says otherwise. */
export const BASELINE = '4.2.2';

/** The newest of each minor version that was served when this was written. */
export const NEWEST_OF: Readonly<Record<KafkaVersion, string>> = {
  '4.0': '4.0.1',
  '4.1': '4.1.1',
  '4.2': BASELINE,
  '4.3': '4.3.1',
  '4.4': '4.4.0',
};

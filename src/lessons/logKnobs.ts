/** Configs of a topic's log that a lesson's stage lets a reader change: values to choose from, and Kafka's default. */
export const LOG_KNOBS = {
  'segment.bytes': { values: ['1048576', '8388608', '1073741824'], default: '1073741824' },
  'index.interval.bytes': { values: ['1024', '4096', '65536'], default: '4096' },
  'flush.messages': { values: ['1', '9223372036854775807'], default: '9223372036854775807' },
} as const;

export type LogKnobId = keyof typeof LOG_KNOBS;

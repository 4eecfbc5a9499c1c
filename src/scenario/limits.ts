/** Every limit of the product, in one place. A scenario or link beyond one is refused with that number in the message. */
export const LIMITS = {
  brokers: 100,
  controllers: 9,
  partitions: 10_000,
  clients: 1_000,
  sources: 20,
  commands: 10_000,
  eventsPerRun: 10_000_000,
  traceRows: 400_000,
  linkCharacters: 32_768,
  pastedCharacters: 1_000_000,
  recordsPerSecond: 10_000_000,
  senders: 10_000,
  instants: 10_000,
  keyList: 10_000,
  headers: 100,
  zipfKeys: 100_000,
} as const;

import { plural } from '../plural.ts';

/** The home page: the promise, the course index. */
export const home = {
  title: 'Kafka, slowed down until you can see it.',
  lead: 'A whole cluster runs inside this page. Stop it, break it, rewind it, and compare what the formula promised with what the log says.',
  loseARecord: 'Lose a record and see why',
  goOn: (lesson: number, step: number) => `Go on with lesson ${lesson}, step ${step}`,
  openLab: 'Open the Lab',
  heroCaption: 'payments-0, running now, 1 s shows 2 ms',
  heroStill: 'payments-0 on three brokers',
  heroAlt:
    'A partition on three brokers: records left of the water line are on all three and may be read, records right of it are not committed.',
  pauseHero: 'Pause the picture',
  playHero: 'Play the picture',
  courseLabel: 'The course',
  done: (done: number, all: number) => `${done} of ${all}`,
  doneSpoken: (done: number, all: number) =>
    `${done} of ${plural(all, { one: '# lesson', other: '# lessons' })} done`,
  notWritten: 'not yet written',
  progress: (done: number, steps: number) =>
    done === 0
      ? 'not started'
      : done >= steps
        ? 'done'
        : `${done} of ${plural(steps, { one: '# step', other: '# steps' })} done`,
  withoutScript: 'Without a script',
  lab: 'Lab',
  labQuestion: 'Start from a ready cluster, or paste your own',
  errors: 'Kafka’s errors',
  errorsQuestion: 'Paste a stack trace, and make it happen',
  independent:
    'Apache Kafka is a trademark of the Apache Software Foundation. Highwater is independent of it. Nothing that you do here is sent anywhere.',

  groups: {
    foundations: 'Foundations',
    replication: 'Replication',
    producers: 'Producers',
    consumers: 'Consumers',
    transactions: 'Transactions and performance',
    data: 'Data',
    security: 'Security',
    operations: 'Operations',
  },

  lessons: {
    'the-log': { title: 'A log is not a queue', question: 'Why does reading not delete?' },
    'cluster-anatomy': { title: 'Cluster anatomy', question: 'What does a client learn from one address?' },
    'segments-and-indexes': {
      title: 'Segments and indexes',
      question: 'How is offset 54\u202F321 found on disk?',
    },
    'retention-and-compaction': {
      title: 'Retention and compaction',
      question: 'Why is a two-day-old record still here?',
    },
    'isr-and-high-watermark': {
      title: 'ISR and high watermark',
      question: 'Why can nobody read what I just wrote?',
    },
    'acks-and-min-insync': {
      title: 'acks and min.insync.replicas',
      question: 'If I set acks=all, can I still lose a payment?',
    },
    failover: { title: 'Failover', question: 'Who decides that a leader is gone?' },
    partitioning: { title: 'Partitioning', question: 'Why do two clients send one key to two places?' },
    'how-many-partitions': { title: 'How many partitions', question: 'What does one more cost?' },
    'batching-and-compression': { title: 'Batching and compression', question: 'Is it faster to wait 5 ms?' },
    'retries-and-idempotence': {
      title: 'Retries and idempotence',
      question: 'Where does the second copy come from?',
    },
    'consumer-groups': { title: 'Consumer groups', question: 'Who stops reading when one member joins?' },
    'offsets-and-commits': {
      title: 'Offsets and commits',
      question: 'Which record comes first after a crash?',
    },
    'delivery-semantics': { title: 'Delivery semantics', question: 'What is exactly once, exactly?' },
    'consumer-lag': { title: 'Consumer lag', question: 'When will it be drained?' },
    'retries-and-dead-letters': {
      title: 'Retries and dead letters',
      question: 'What does one bad record hold up?',
    },
    transactions: { title: 'Transactions', question: 'Where does exactly-once end?' },
    'littles-law-and-tuning': { title: 'Little’s law and tuning', question: 'Which knob binds right now?' },
    schemas: { title: 'Schemas', question: 'Which consumer breaks, at which offset?' },
    'event-sourcing-and-cqrs': {
      title: 'Event sourcing and CQRS',
      question: 'How old is the balance on the screen?',
    },
    windows: { title: 'Windows', question: 'Where does a late record go?' },
    'tls-and-sasl': { title: 'TLS and SASL', question: 'What does each layer prove?' },
    acls: { title: 'ACLs', question: 'Why was this fetch refused?' },
    kubernetes: { title: 'Kubernetes', question: 'Why does only the first connection work?' },
    testing: { title: 'Testing', question: 'How green is a suite of flaky tests?' },
    'client-code': { title: 'Client code', question: 'Who blocked the heartbeat?' },
  },
};

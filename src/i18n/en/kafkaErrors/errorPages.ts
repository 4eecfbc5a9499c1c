import { plural } from '../../plural.ts';

/** The pages of Kafka's errors, and what finds them in a pasted text. */
export const errorPages = {
  title: 'Kafka’s errors',
  lead: 'Every error of Kafka 4.2’s protocol: what it means, who answers it, what clients do with it, what you can do. Paste a stack trace or lines of a log, and what they name comes first. Nothing you paste leaves this browser.',
  search: 'Stack trace, log lines, a name, a code or words',
  placeholder: 'org.apache.kafka.common.errors.NotEnoughReplicasException: …',
  clear: 'Empty',
  found: 'In what you pasted',
  foundCount: (errors: number, troubles: number) =>
    [
      plural(errors, { one: '# error of the protocol', other: '# errors of the protocol' }),
      plural(troubles, { one: '# message of a client or server', other: '# messages of clients or servers' }),
    ].join(', '),
  onLine: (line: number, count: number) =>
    count === 1 ? `line ${line}` : `line ${line}, and ${count - 1} more`,
  configs: 'Configs it names',
  nothingFound: 'No error of Kafka, no message that this page knows, and no error with all of these words.',
  matching: (count: number) =>
    plural(count, { one: '# error has these words', other: '# errors have these words' }),
  all: (count: number) => plural(count, { one: '# error', other: '# errors' }),
  areas: {
    producing: 'Writing',
    routing: 'Reading, and finding who is responsible',
    groups: 'Groups and share groups',
    transactions: 'Transactions',
    administration: 'Administration',
    servers: 'Between servers, and the rest',
    security: 'Security',
  },
  code: 'Code',
  codeOf: (code: number) => `code ${code}`,
  exception: 'Exception',
  below: 'It extends',
  retriable: 'Tried again',
  retry: {
    no: 'not retriable',
    yes: 'retriable',
    afterRefresh: 'retriable, after asking anew',
  },
  retryMeaning: {
    no: 'No: the same request would be refused again.',
    yes: 'Yes: the same request may succeed later.',
    afterRefresh:
      'Yes, once metadata or the coordinator has been asked for anew: somebody else may be responsible by now.',
  },
  means: 'What it means',
  when: 'Who answers it, and when',
  client: 'What clients do',
  fix: 'What to do',
  here: 'In the simulator',
  happens: 'Make it happen',
  happensOf: (name: string) => ` ${name}`,
  inSimulator: {
    run: 'The engine answers it. The run opens shortly before; the error stands in the list of what just happened, with its causes under Why?',
    wire: 'The engine answers it. Whoever gets it goes on by itself, so no fact of the trace tells of it: it is the answer to one request.',
    answered: 'The engine knows when to answer it; there is no short run here that brings it about.',
    absent: 'The simulator never answers it: what leads to it is not modelled.',
  },
  notHere: {
    INVALID_GROUP_ID:
      'A scenario with an empty group.id is refused, as Java’s consumer refuses it before it asks anybody.',
    INVALID_REQUIRED_ACKS:
      'A scenario with such acks is refused, as Java’s producer refuses it before it asks anybody.',
    NOT_ENOUGH_REPLICAS_AFTER_APPEND:
      'It takes two threads of a broker that look at the ISR at the same time; the engine handles one event after the other, so no run shows it.',
  } as Readonly<Record<string, string>>,
  onWire: (request: string) => `Look for the answer to ${request}.`,
  badge: 'run',
  source: 'Source',
  sourceText: (exception: string) =>
    `org.apache.kafka.common.protocol.Errors and org.apache.kafka.common.errors.${exception}, Apache Kafka 4.2.2`,
  backToAll: 'All errors',
  labTitle: (name: string) => `${name}, on purpose`,
  labLook: (name: string) => `Press play, and look for ${name} in what just happened.`,
  labLookOnWire: (name: string, request: string) =>
    `Press play. ${name} is the answer to ${request}; no fact of the trace names it.`,
  labBack: (name: string) => `What ${name} means`,
};

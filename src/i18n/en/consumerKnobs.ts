/** Configs of consumers that a lesson lets its reader change. The lessons load it. */
export const consumerKnobWords = {
  'session.timeout.ms': {
    words: { '10000': '10 s', '45000': '45 s', '90000': '90 s' },
    hint: 'A member of which no heartbeat comes for so long is out of its group. A change sets the step up again: the group begins with it.',
  },
  'heartbeat.interval.ms': {
    words: { '1000': '1 s', '3000': '3 s', '9000': '9 s' },
    hint: 'How often a member tells its coordinator that it lives, and so how soon it hears of a rebalance. A third of the session or less. A change sets the step up again.',
  },
  'max.poll.interval.ms': {
    words: { '60000': '1 min', '300000': '5 min', '600000': '10 min' },
    hint: 'A member whose application does not call poll() for longer leaves its group. A change sets the step up again.',
  },
  'max.poll.records': {
    words: {},
    hint: 'How many records one poll() returns at most: work that is begun before the next poll(), and repeated after a crash. A change sets the step up again.',
  },
  'auto.commit.interval.ms': {
    words: { '1000': '1 s', '5000': '5 s', '30000': '30 s' },
    hint: 'How old a commit may be when poll() makes the next one. What came after it is read again after a crash. A change sets the step up again.',
  },
  'auto.offset.reset': {
    words: {},
    hint: 'Where a group begins that has committed nothing. A change sets the step up again.',
  },
  prefetch: {
    words: { '0': 'no limit' },
    hint: 'basic.qos of RabbitMQ: messages that a consumer may have and not have acknowledged. They are not ready for others, and come again when it dies. A change sets the step up again.',
  },
};

/** Configs of a producer that a lesson lets its reader change. The lessons load it. */
export const producerKnobWords = {
  'linger.ms': {
    words: { '0': '0', '5': '5', '20': '20', '50': '50' },
    hint: 'How long a batch waits for more records, counted from its first. A full one does not wait. 5 since 4.0, 0 before. A change restarts the producer, as a deploy would.',
  },
  'batch.size': {
    words: { '4096': '4 KiB', '16384': '16 KiB', '131072': '128 KiB' },
    hint: 'As large as the batch of one partition becomes. Memory of that size is taken for each batch, full or not. A change restarts the producer, as a deploy would.',
  },
  'compression.type': {
    words: {},
    hint: 'The producer compresses each batch as a whole; brokers store it as it came, consumers unpack it. A change restarts the producer, as a deploy would.',
  },
};

/** Knobs of lessons for how a topic's log is kept, by config. Only lessons have them, so they come with these. */
export const logKnobWords = {
  'segment.bytes': {
    hint: 'How large a segment may grow. The append that would make it larger goes into the next one. Changed on the topic, while it runs.',
    words: { '1048576': '1 MiB', '8388608': '8 MiB', '1073741824': '1 GiB' },
  },
  'index.interval.bytes': {
    hint: 'After so many bytes of batches the next one gets an entry in the offset index. Fewer: a larger index, and less to scan. Changed on the topic, for segments that are begun from then on.',
    words: { '1024': '1 KiB', '4096': '4 KiB', '65536': '64 KiB' },
  },
  'flush.messages': {
    hint: 'After so many records a broker calls fsync and waits for the disk. By default it leaves that to the operating system. Changed on the topic, while it runs.',
    words: { '1': 'each', '9223372036854775807': 'never' },
  },
};

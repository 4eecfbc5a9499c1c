/** The forms of the Lab's palette, by what they do; `add` and `remove` ones first and last. */
export const BUILD_FORMS = [
  'addBroker',
  'createTopic',
  'addProducer',
  'addConsumer',
  'addStore',
  'addQueueBroker',
  'createPartitions',
  'reassign',
  'elect',
  'configs',
  'quotas',
  'calls',
  'groups',
  'nodes',
  'removeBroker',
  'deleteTopic',
  'removeClient',
] as const;
export type BuildForm = (typeof BUILD_FORMS)[number];

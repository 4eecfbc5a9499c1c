/** The forms of the Lab's palette, by what they do; `add` and `remove` ones first and last. */
export const BUILD_FORMS = [
  'addBroker',
  'createTopic',
  'addProducer',
  'addTransactional',
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

/** The part of the palette that it stands in. */
export function groupOfForm(form: BuildForm): 'add' | 'change' | 'remove' {
  if (form.startsWith('add') || form === 'createTopic') return 'add';
  return form.startsWith('remove') || form === 'deleteTopic' ? 'remove' : 'change';
}

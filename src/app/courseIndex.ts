import type { Catalogue } from '../i18n/Catalogue.ts';

export type LessonSlug = keyof Catalogue['home']['lessons'];
export type LessonGroup = keyof Catalogue['home']['groups'];

export interface CourseGroup {
  readonly id: LessonGroup;
  readonly lessons: readonly LessonSlug[];
}

/** The course in its order; a lesson's number is its place. Titles and questions are in the catalogue. */
export const COURSE: readonly CourseGroup[] = [
  {
    id: 'foundations',
    lessons: ['the-log', 'cluster-anatomy', 'segments-and-indexes', 'retention-and-compaction'],
  },
  { id: 'replication', lessons: ['isr-and-high-watermark', 'acks-and-min-insync', 'failover'] },
  {
    id: 'producers',
    lessons: ['partitioning', 'how-many-partitions', 'batching-and-compression', 'retries-and-idempotence'],
  },
  {
    id: 'consumers',
    lessons: [
      'consumer-groups',
      'offsets-and-commits',
      'delivery-semantics',
      'consumer-lag',
      'retries-and-dead-letters',
    ],
  },
  { id: 'transactions', lessons: ['transactions', 'littles-law-and-tuning'] },
  { id: 'data', lessons: ['schemas', 'event-sourcing-and-cqrs', 'windows'] },
  { id: 'security', lessons: ['tls-and-sasl', 'acls'] },
  { id: 'operations', lessons: ['kubernetes', 'testing', 'client-code'] },
];

const ORDER: readonly LessonSlug[] = COURSE.flatMap((group) => group.lessons);

/** Where a first-time reader is led: the step that does what the button says. */
export const FIRST_LESSON: LessonSlug = 'acks-and-min-insync';
export const FIRST_STEP = 'lose-a-record';

export function lessonNumber(slug: LessonSlug): number {
  return ORDER.indexOf(slug) + 1;
}

export function isLessonSlug(text: string): text is LessonSlug {
  return (ORDER as readonly string[]).includes(text);
}

export function groupOf(slug: LessonSlug): LessonGroup {
  const group = COURSE.find(({ lessons }) => lessons.includes(slug));
  if (group === undefined) throw new Error(`lesson ${slug} is in no group`);
  return group.id;
}

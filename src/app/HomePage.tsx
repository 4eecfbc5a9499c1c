import { useId } from 'react';
import { Link } from 'wouter';
import { lessonCatalog } from 'virtual:lesson-catalog';
import { Icon, type IconName } from '../ui/icons.tsx';
import { useMessages } from '../ui/messages.tsx';
import {
  COURSE,
  FIRST_LESSON,
  FIRST_STEP,
  lessonNumber,
  type CourseGroup,
  type LessonSlug,
} from './courseIndex.ts';
import { Hero } from './Hero.tsx';
import { LinkButton } from './LinkButton.tsx';
import { PageFrame } from './PageFrame.tsx';
import { ProgressLog } from './ProgressLog.tsx';
import { nextStep, stepsDoneIn, useCourseProgress } from './courseProgress.ts';

type Progress = ReturnType<typeof useCourseProgress>;

/** The steps of a lesson; null while it is not written. */
function stepIdsOf(slug: LessonSlug): readonly string[] | null {
  return lessonCatalog.find((lesson) => lesson.id === slug)?.stepIds ?? null;
}

function stepCount(slug: LessonSlug): number | null {
  return stepIdsOf(slug)?.length ?? null;
}

export function HomePage() {
  const m = useMessages();
  const progress = useCourseProgress();
  return (
    <PageFrame title={m.app.homeTitle} fill="wide">
      <div className="bg-surface lg:grid lg:h-full lg:grid-cols-[minmax(480px,572px)_minmax(0,1fr)]">
        <Promise progress={progress} />
        <div className="px-5 pt-7 pb-6 md:px-8 lg:overflow-y-auto lg:px-10 xl:pl-11">
          <CourseIndex progress={progress} />
          <p className="type-row mt-5 max-w-[68ch] text-ink-3">{m.home.independent}</p>
        </div>
      </div>
    </PageFrame>
  );
}

function Promise({ progress }: { readonly progress: Progress }) {
  const m = useMessages().home;
  const next = nextStep(progress, stepIdsOf);
  const [leadText, leadTo] =
    next === null
      ? [m.loseARecord, `/lesson/${FIRST_LESSON}/${FIRST_STEP}`]
      : [m.goOn(lessonNumber(next.slug), next.number), `/lesson/${next.slug}/${next.stepId}`];
  return (
    <div className="flex min-w-0 flex-col overflow-hidden border-line bg-bg max-lg:border-b md:max-lg:flex-row lg:border-r">
      <div className="px-5 pt-8 md:max-lg:w-1/2 md:max-lg:shrink-0 md:max-lg:pb-8 md:px-8 lg:px-11 lg:pt-10">
        <h1 className="type-home mb-4 max-w-[12em] text-balance max-md:text-[34px] max-md:leading-[38px]">
          {m.title}
        </h1>
        <p className="mb-5 max-w-[46ch] text-[16.5px] leading-[26px] text-ink-2">{m.lead}</p>
        <div className="flex flex-wrap gap-2.5">
          <LinkButton to={leadTo} variant="primary" size="large" iconAfter="next">
            {leadText}
          </LinkButton>
          <LinkButton to="/lab" size="large" icon="lab">
            {m.openLab}
          </LinkButton>
        </div>
      </div>
      <div className="mt-8 h-[300px] min-h-0 min-w-0 overflow-hidden md:h-auto md:flex-1">
        <Hero />
      </div>
    </div>
  );
}

const COLUMNS = [COURSE.slice(0, 3), COURSE.slice(3)];

function CourseIndex({ progress }: { readonly progress: Progress }) {
  const m = useMessages().home;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="sr-only">
        {m.courseLabel}
      </h2>
      <div className="grid gap-x-11 md:grid-cols-2">
        <div className="max-md:contents">
          {COLUMNS[0]?.map((group) => (
            <Group key={group.id} group={group} progress={progress} />
          ))}
          <WithoutScript />
        </div>
        <div>
          {COLUMNS[1]?.map((group) => (
            <Group key={group.id} group={group} progress={progress} />
          ))}
        </div>
      </div>
    </section>
  );
}

function GroupTitle({
  children,
  count,
}: {
  readonly children: string;
  readonly count?: readonly [string, string];
}) {
  return (
    <div className="mb-0.5 flex items-baseline justify-between border-b border-ink pb-1">
      <h3 className="text-[12px] leading-[18px] font-[620]">{children}</h3>
      {count !== undefined && (
        <span className="text-[12px] leading-[18px] text-ink-3">
          <span aria-hidden="true">{count[0]}</span>
          <span className="sr-only">{count[1]}</span>
        </span>
      )}
    </div>
  );
}

function Group({ group, progress }: { readonly group: CourseGroup; readonly progress: Progress }) {
  const m = useMessages().home;
  const done = group.lessons.filter((slug) => isDone(slug, progress)).length;
  const all = group.lessons.length;
  return (
    <div className="mb-3.5">
      <GroupTitle count={[m.done(done, all), m.doneSpoken(done, all)]}>{m.groups[group.id]}</GroupTitle>
      <ol>
        {group.lessons.map((slug) => (
          <li key={slug} className="border-b border-line last:border-b-0">
            <LessonRow slug={slug} done={stepsDoneIn(progress, slug)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function isDone(slug: LessonSlug, progress: Progress): boolean {
  const steps = stepCount(slug);
  return steps !== null && steps > 0 && stepsDoneIn(progress, slug) >= steps;
}

const ROW = 'grid min-h-10 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-x-0 gap-y-0 py-[3px]';

function LessonRow({ slug, done }: { readonly slug: LessonSlug; readonly done: number }) {
  const m = useMessages().home;
  const { title, question } = m.lessons[slug];
  const steps = stepCount(slug);
  const number = (
    <span className="self-start pt-px font-mono text-[12px] leading-[18px] text-ink-3">
      {lessonNumber(slug)}
    </span>
  );
  const questionLine = <span className="block text-[12px] leading-[16px] text-ink-3">{question}</span>;
  if (steps === null) {
    return (
      <div className={ROW}>
        {number}
        <span className="text-[13.5px] leading-[18px] font-[520] tracking-[-0.006em] text-ink-2">
          {title}
        </span>
        <span className="pl-2 text-[11.5px] leading-[18px] text-ink-3">{m.notWritten}</span>
        <span className="col-span-2 col-start-2">{questionLine}</span>
      </div>
    );
  }
  return (
    <Link
      href={`/lesson/${slug}`}
      className={`${ROW} -mx-3 rounded-[8px] bg-sea px-3 text-ink no-underline hover:bg-accent-tint pointer-coarse:min-h-11`}
    >
      {number}
      <span>
        <span className="block text-[13.5px] leading-[18px] font-[560] tracking-[-0.006em]">{title}</span>
        {questionLine}
      </span>
      <span className="pl-2">
        <ProgressLog share={steps === 0 ? 0 : done / steps} />
        <span className="sr-only">{m.progress(done, steps)}</span>
      </span>
    </Link>
  );
}

function WithoutScript() {
  const m = useMessages();
  return (
    <div className="mt-5 mb-3.5 max-md:order-last">
      <GroupTitle>{m.home.withoutScript}</GroupTitle>
      <PlaceRow to="/lab" icon="lab" title={m.home.lab} question={m.home.labQuestion} />
      <PlaceRow to="/incidents" icon="bolt" title={m.incidents.title} question={m.incidents.question} />
      <PlaceRow to="/errors" icon="search" title={m.home.errors} question={m.home.errorsQuestion} />
    </div>
  );
}

interface PlaceRowProps {
  readonly to: string;
  readonly icon: IconName;
  readonly title: string;
  readonly question: string;
}

function PlaceRow({ to, icon, title, question }: PlaceRowProps) {
  return (
    <Link
      href={to}
      className={`${ROW} -mx-3 rounded-[8px] px-3 text-ink no-underline hover:bg-accent-tint pointer-coarse:min-h-11`}
    >
      <span className="text-ink-2">
        <Icon name={icon} size={15} />
      </span>
      <span>
        <span className="block text-[13.5px] leading-[18px] font-[560] tracking-[-0.006em]">{title}</span>
        <span className="block text-[12px] leading-[16px] text-ink-3">{question}</span>
      </span>
    </Link>
  );
}

import { Suspense, useCallback, useMemo, useRef, type Ref } from 'react';
import { lessonCatalog, type LessonCatalogEntry } from 'virtual:lesson-catalog';
import { startEngine } from '../bridge/engineClient.ts';
import { commandsOf } from '../link/commandTree.ts';
import type { LinkPlace, SharedLink } from '../link/SharedLink.ts';
import type { LinkedRun } from '../lessons/LessonRuntime.ts';
import type { LessonHandle } from '../lessons/LessonView.tsx';
import { clientCode } from '../export/clientCode.ts';
import { FidelityMark } from './fidelity/FidelityMark.tsx';
import { StageTools } from '../lessons/StageTools.tsx';
import type { Simulation } from '../state/Simulation.ts';
import { Redirect, useLocation } from 'wouter';
import { useMessages } from '../ui/messages.tsx';
import { plural } from '../i18n/plural.ts';
import { SimulationProvider } from '../views/SimulationContext.tsx';
import { groupOf, isLessonSlug, lessonNumber, type LessonSlug } from './courseIndex.ts';
import { courseProgress } from './courseProgress.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FaultNotice } from './FaultNotice.tsx';
import { openInLab } from './lab/shelf/labShelf.ts';
import { savedRun } from './lab/useLabSaving.ts';
import { LinkButton } from './LinkButton.tsx';
import { stepOfLink } from './linkedStep.ts';
import { LinkVerdict } from './LinkVerdict.tsx';
import { PageFrame } from './PageFrame.tsx';
import { LessonView } from './pieces.tsx';
import { ShareDialog, useShare } from './share.tsx';
import { StageArea } from './StageArea.tsx';
import { StageLayout } from './StageLayout.tsx';
import { StagePanels } from './StagePanels.tsx';
import { StageTransport } from './StageTransport.tsx';
import { TextPage } from './TextPage.tsx';
import { useDecodedLink } from './useDecodedLink.ts';
import { useReplayVerdict } from './useReplayVerdict.ts';
import { useKeptView, useOwnSimulation } from './useOwnSimulation.ts';

export interface LessonPageProps {
  readonly slug: string;
  readonly step: string | null;
  /** What stands behind `#/l/` of the link that the step is opened on. */
  readonly linkText?: string | null;
}

export function LessonPage({ slug, step, linkText = null }: LessonPageProps) {
  const entry = lessonCatalog.find((lesson) => lesson.id === slug);
  if (entry === undefined && linkText !== null) return <ToLinkPage text={linkText} />;
  if (!isLessonSlug(slug)) return <MissingLesson slug={slug} />;
  if (entry === undefined) return <UnwrittenLesson slug={slug} />;
  return <WrittenLesson slug={slug} step={step} linkText={linkText} entry={entry} />;
}

/** A link that does not belong here: its own page knows what to do with it. */
function ToLinkPage({ text }: { readonly text: string }) {
  return <Redirect to={`/l/${text}`} replace />;
}

interface WrittenLessonProps {
  readonly slug: LessonSlug;
  readonly step: string | null;
  readonly linkText: string | null;
  readonly entry: LessonCatalogEntry;
}

function WrittenLesson({ slug, step, linkText, entry }: WrittenLessonProps) {
  const m = useMessages();
  const simulation = useOwnSimulation();
  const lesson = useRef<LessonHandle>(null);
  const place = (): LinkPlace => {
    const { stepId = step, moment = null } = lesson.current?.place() ?? {};
    return { kind: 'lesson', lesson: slug, stepId, ...(moment === null ? {} : { moment }) };
  };
  const share = useShare(simulation, place, m.app.lesson.copyLink);
  const decoded = useDecodedLink(linkText);
  const [, navigate] = useLocation();
  const { title } = m.home.lessons[slug];
  const number = lessonNumber(slug);
  const minutes = entry.text.en['minutes'];
  if (linkText !== null && decoded !== null && !(decoded.ok && isOf(decoded.link, slug, step)))
    return <ToLinkPage text={linkText} />;
  const link = linkText === null ? null : decoded?.ok === true ? decoded.link : 'opening';
  const steps = plural(entry.stepIds.length, { one: '# step', other: '# steps' });
  return (
    <PageFrame
      title={m.app.pageTitle(title)}
      fill="always"
      crumb={{
        parent: m.home.groups[groupOf(slug)],
        title: m.app.lesson.crumb(number, title),
        phoneTitle: title,
        under: m.app.lesson.phone(number),
        chip: typeof minutes === 'number' ? m.app.lesson.meta(m.app.lesson.minutes(minutes), steps) : steps,
      }}
      actions={[
        {
          id: 'open-in-lab',
          label: m.app.lesson.openInLab,
          icon: 'lab',
          isDisabled: simulation === null,
          run: () => {
            if (simulation !== null) openInLab(savedRun(simulation));
            navigate('/lab');
          },
        },
        share.action,
      ]}
    >
      <ShareDialog share={share} />
      {simulation !== null && (
        <LessonBody slug={slug} step={step} link={link} handle={lesson} simulation={simulation} />
      )}
    </PageFrame>
  );
}

/** Whether a link was made in this step. */
function isOf(link: SharedLink, slug: string, step: string | null): boolean {
  const own = stepOfLink(link.place);
  return own !== null && own.slug === slug && own.stepId === step;
}

interface LessonBodyProps {
  readonly slug: LessonSlug;
  readonly step: string | null;
  readonly link: SharedLink | 'opening' | null;
  readonly handle: Ref<LessonHandle>;
  readonly simulation: Simulation;
}

/** Kafka's name of a config, marked with how true to Kafka it is here. */
function fidelityMark(control: string) {
  return <FidelityMark control={control} />;
}

function LessonBody({ slug, step, link, handle, simulation }: LessonBodyProps) {
  const m = useMessages();
  const keptView = useKeptView();
  const shared = link === 'opening' ? null : link;
  const linked = useMemo(() => (shared === null ? null : linkedRun(shared)), [shared]);
  const { verdict, digest, judge } = useReplayVerdict(shared);
  const onLinkReplayed = useCallback(() => judge(simulation), [judge, simulation]);
  return (
    <SimulationProvider simulation={simulation} {...keptView}>
      <StageLayout
        kind="lesson"
        textLabel={m.app.lesson.text}
        text={
          <ErrorBoundary resetKey={slug} fallback={(error) => <FaultNotice error={error} />}>
            {link === 'opening' ? (
              <p role="status" className="px-8 py-6 text-ink-2">
                {m.link.opening}
              </p>
            ) : (
              <Suspense fallback={null}>
                <LessonView
                  slug={slug}
                  step={step}
                  startTrialEngine={startEngine}
                  clientCode={clientCode}
                  fidelityMark={fidelityMark}
                  progress={courseProgress}
                  linked={linked}
                  onLinkReplayed={onLinkReplayed}
                  linkNotice={
                    shared === null ? null : <LinkVerdict link={shared} verdict={verdict} digest={digest} />
                  }
                  handle={handle}
                />
              </Suspense>
            )}
          </ErrorBoundary>
        }
        stage={
          <StageArea>
            <StageTools />
          </StageArea>
        }
        panels={<StagePanels />}
        transport={<StageTransport />}
      />
    </SimulationProvider>
  );
}

function linkedRun({ scenario, tree, instant, place }: SharedLink): LinkedRun {
  const moment = place.kind === 'lesson' ? (place.moment ?? null) : null;
  return { scenario, commands: commandsOf(tree), instant, moment };
}

function MissingLesson({ slug }: { readonly slug: string }) {
  const m = useMessages().app;
  return (
    <PageFrame title={m.pageTitle(m.lesson.missingTitle)}>
      <TextPage title={m.lesson.missingTitle}>
        <p className="type-prose break-words text-ink-2">{m.lesson.missingBody(slug)}</p>
        <div>
          <LinkButton to="/" variant="primary">
            {m.notFound.toCourse}
          </LinkButton>
        </div>
      </TextPage>
    </PageFrame>
  );
}

function UnwrittenLesson({ slug }: { readonly slug: LessonSlug }) {
  const m = useMessages();
  const title = m.app.lesson.notWrittenTitle(lessonNumber(slug), m.home.lessons[slug].title);
  return (
    <PageFrame title={m.app.pageTitle(title)}>
      <TextPage title={title}>
        <p className="type-prose text-ink-2">{m.app.lesson.notWrittenBody}</p>
        <div>
          <LinkButton to="/" variant="primary">
            {m.app.notFound.toCourse}
          </LinkButton>
        </div>
      </TextPage>
    </PageFrame>
  );
}

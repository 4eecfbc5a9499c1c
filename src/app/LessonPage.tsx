import { Suspense } from 'react';
import { lessonCatalog, type LessonCatalogEntry } from 'virtual:lesson-catalog';
import { startEngine } from '../bridge/engineClient.ts';
import { clientCode } from '../export/clientCode.ts';
import { FidelityMark } from './fidelity/FidelityMark.tsx';
import { StageTools } from '../lessons/StageTools.tsx';
import type { Simulation } from '../state/Simulation.ts';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useMessages } from '../ui/messages.tsx';
import { plural } from '../i18n/plural.ts';
import { SimulationProvider } from '../views/SimulationContext.tsx';
import { groupOf, isLessonSlug, lessonNumber, type LessonSlug } from './courseIndex.ts';
import { courseProgress } from './courseProgress.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FaultNotice } from './FaultNotice.tsx';
import { keepInLab } from './lab/useLabSaving.ts';
import { LinkButton } from './LinkButton.tsx';
import { PageFrame } from './PageFrame.tsx';
import { LessonView } from './pieces.tsx';
import { ShareDialog, useShare } from './share.tsx';
import { StageArea } from './StageArea.tsx';
import { StageLayout } from './StageLayout.tsx';
import { StagePanels } from './StagePanels.tsx';
import { StageTransport } from './StageTransport.tsx';
import { TextPage } from './TextPage.tsx';
import { useKeptView, useOwnSimulation } from './useOwnSimulation.ts';

export interface LessonPageProps {
  readonly slug: string;
  readonly step: string | null;
}

export function LessonPage({ slug, step }: LessonPageProps) {
  if (!isLessonSlug(slug)) return <MissingLesson slug={slug} />;
  const entry = lessonCatalog.find((lesson) => lesson.id === slug);
  if (entry === undefined) return <UnwrittenLesson slug={slug} />;
  return <WrittenLesson slug={slug} step={step} entry={entry} />;
}

interface WrittenLessonProps {
  readonly slug: LessonSlug;
  readonly step: string | null;
  readonly entry: LessonCatalogEntry;
}

function WrittenLesson({ slug, step, entry }: WrittenLessonProps) {
  const m = useMessages();
  const simulation = useOwnSimulation();
  const openStep = useStore(courseProgress.store, (state) => state.lessons[slug]?.stepId ?? null);
  const share = useShare(
    simulation,
    { kind: 'lesson', lesson: slug, stepId: openStep },
    m.app.lesson.copyLink,
  );
  const [, navigate] = useLocation();
  const { title } = m.home.lessons[slug];
  const number = lessonNumber(slug);
  const minutes = entry.text.en['minutes'];
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
            if (simulation !== null) keepInLab(simulation);
            navigate('/lab');
          },
        },
        share.action,
      ]}
    >
      <ShareDialog share={share} />
      {simulation !== null && <LessonBody slug={slug} step={step} simulation={simulation} />}
    </PageFrame>
  );
}

interface LessonBodyProps {
  readonly slug: LessonSlug;
  readonly step: string | null;
  readonly simulation: Simulation;
}

/** Kafka's name of a config, marked with how true to Kafka it is here. */
function fidelityMark(control: string) {
  return <FidelityMark control={control} />;
}

function LessonBody({ slug, step, simulation }: LessonBodyProps) {
  const m = useMessages().app.lesson;
  const keptView = useKeptView();
  return (
    <SimulationProvider simulation={simulation} {...keptView}>
      <StageLayout
        kind="lesson"
        textLabel={m.text}
        text={
          <ErrorBoundary resetKey={slug} fallback={(error) => <FaultNotice error={error} />}>
            <Suspense fallback={null}>
              <LessonView
                slug={slug}
                step={step}
                startTrialEngine={startEngine}
                clientCode={clientCode}
                fidelityMark={fidelityMark}
                progress={courseProgress}
              />
            </Suspense>
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

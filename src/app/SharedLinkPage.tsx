import { lessonCatalog } from 'virtual:lesson-catalog';
import { Redirect } from 'wouter';
import { commandsOf } from '../link/commandTree.ts';
import type { SharedLink } from '../link/SharedLink.ts';
import type { SavedLab } from '../state/labStore.ts';
import { useMessages } from '../ui/messages.tsx';
import { BrokenLinkPage } from './BrokenLinkPage.tsx';
import { isLessonSlug, lessonNumber } from './courseIndex.ts';
import type { ComparePair } from './lab/compare/CompareSide.ts';
import { futuresOfLink } from './lab/futures/futuresOfLink.ts';
import { LabScreen } from './lab/LabScreen.tsx';
import { LinkButton } from './LinkButton.tsx';
import { addressOfLinkedStep } from './linkedStep.ts';
import { LinkVerdict } from './LinkVerdict.tsx';
import { PageFrame } from './PageFrame.tsx';
import { useDecodedLink } from './useDecodedLink.ts';
import { useReplayVerdict } from './useReplayVerdict.ts';

/** What stands behind `#/l/` in the address: a run of somebody else, or what is left of one. */
export function SharedLinkPage({ text }: { readonly text: string }) {
  const decoded = useDecodedLink(text);
  if (decoded === null) return <Opening />;
  if (!decoded.ok) {
    return <BrokenLinkPage key={text} problem={decoded.problem} saved={decoded.saved} text={`#/l/${text}`} />;
  }
  const step = addressOfLinkedStep(decoded.link.place, text);
  if (step !== null) return <Redirect to={step} replace />;
  return <SharedRun key={text} link={decoded.link} />;
}

function Opening() {
  const m = useMessages();
  return (
    <PageFrame title={m.app.pageTitle(m.link.opening)}>
      <p role="status" className="px-6 py-12 text-ink-2">
        {m.link.opening}
      </p>
    </PageFrame>
  );
}

function SharedRun({ link }: { readonly link: SharedLink }) {
  const { verdict, digest, judge } = useReplayVerdict(link);
  const { scenario, tree, instant, compare } = link;
  const commands = commandsOf(tree);
  const start: SavedLab = { scenario, commands, instant, futures: futuresOfLink(link) };
  const pair: ComparePair | null =
    compare === undefined
      ? null
      : {
          a: { name: compare.name, scenario, commands },
          b: { ...compare.other, scenario: compare.other.scenario ?? scenario },
        };
  return (
    <LabScreen
      start={start}
      keeps={false}
      pair={pair}
      files={link.place.kind === 'lab' ? (link.place.files ?? null) : null}
      onStarted={judge}
      banner={
        <LinkVerdict link={link} verdict={verdict} digest={digest}>
          {link.place.kind === 'lesson' && <StepIsGone slug={link.place.lesson} />}
        </LinkVerdict>
      }
    />
  );
}

/** The step that the link was made in is not there: why it opened here, and the way to what is there. */
function StepIsGone({ slug }: { readonly slug: string }) {
  const m = useMessages();
  const isWritten = lessonCatalog.some((lesson) => lesson.id === slug);
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0">{m.link.stepIsGone}</p>
      {isWritten && isLessonSlug(slug) && (
        <LinkButton to={`/lesson/${slug}`} size="small" iconAfter="next">
          {m.link.openLesson(lessonNumber(slug), m.home.lessons[slug].title)}
        </LinkButton>
      )}
    </div>
  );
}

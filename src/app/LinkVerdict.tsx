import { lessonCatalog } from 'virtual:lesson-catalog';
import type { ReplayVerdict, VersionComparison } from '../link/compareVersions.ts';
import type { SharedLink } from '../link/SharedLink.ts';
import { ENGINE_VERSION } from '../shared/engineVersion.ts';
import { Callout, type CalloutTone } from '../ui/Callout.tsx';
import { useMessages } from '../ui/messages.tsx';
import { isLessonSlug, lessonNumber } from './courseIndex.ts';
import { LinkButton } from './LinkButton.tsx';

export interface LinkVerdictProps {
  readonly link: Pick<SharedLink, 'engineVersion' | 'digest' | 'place'>;
  /** null: still replaying. */
  readonly verdict: ReplayVerdict | null;
  /** What this engine came to. */
  readonly digest: string | null;
  readonly changes: VersionComparison['behaviourChanges'];
}

const TONES: Readonly<Record<ReplayVerdict, CalloutTone>> = {
  same: 'ok',
  agrees: 'ok',
  differs: 'wait',
  'our-fault': 'error',
};

/** Whether what is on the stage is what the maker of the link saw; and if not, why that may be. */
export function LinkVerdict({ link, verdict, digest, changes }: LinkVerdictProps) {
  const m = useMessages().link;
  const made = link.engineVersion;
  const sentence = {
    same: m.verdict.same(made),
    'our-fault': m.verdict['our-fault'],
    agrees: m.verdict.agrees(made, ENGINE_VERSION),
    differs: m.verdict.differs(made, ENGINE_VERSION),
  };
  const isOther = verdict === 'differs' || verdict === 'our-fault';
  return (
    <Callout tone={verdict === null ? 'info' : TONES[verdict]} live>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">{verdict === null ? m.replaying : sentence[verdict]}</p>
        <LessonLink place={link.place} />
      </div>
      {isOther && digest !== null && (
        <p className="mono mt-1 break-all text-ink-2">{m.verdict.digests(link.digest, digest)}</p>
      )}
      {made !== ENGINE_VERSION && verdict !== null && <Changes changes={changes} />}
    </Callout>
  );
}

function Changes({ changes }: { readonly changes: VersionComparison['behaviourChanges'] }) {
  const m = useMessages().link.verdict;
  if (changes.length === 0) return <p className="mt-1 text-ink-2">{m.noChanges}</p>;
  return (
    <>
      <p className="mt-1 font-[600]">{m.changes}</p>
      <ul>
        {changes.map((change) => (
          <li key={`${change.version} ${change.id}`}>{m.change(change.version, change.summary)}</li>
        ))}
      </ul>
    </>
  );
}

/** A link out of a lesson says which, and at which step. */
function LessonLink({ place }: { readonly place: SharedLink['place'] }) {
  const m = useMessages();
  if (place.kind !== 'lesson' || !isLessonSlug(place.lesson)) return null;
  const slug = place.lesson;
  if (!lessonCatalog.some((lesson) => lesson.id === slug)) return null;
  return (
    <LinkButton
      to={`/lesson/${slug}${place.stepId === null ? '' : `/${place.stepId}`}`}
      size="small"
      iconAfter="next"
    >
      {m.link.openLesson(lessonNumber(slug), m.home.lessons[slug].title)}
    </LinkButton>
  );
}

import type { ReactNode } from 'react';
import { compareVersions, type ReplayVerdict, type VersionComparison } from '../link/compareVersions.ts';
import type { SharedLink } from '../link/SharedLink.ts';
import { ENGINE_VERSION } from '../shared/engineVersion.ts';
import { Callout, type CalloutTone } from '../ui/Callout.tsx';
import { useMessages } from '../ui/messages.tsx';

export interface LinkVerdictProps {
  readonly link: Pick<SharedLink, 'engineVersion' | 'digest'>;
  /** null: still replaying. */
  readonly verdict: ReplayVerdict | null;
  /** What this engine came to. */
  readonly digest: string | null;
  /** Of behaviour, between the two engines; left out: what the changelog says. */
  readonly changes?: VersionComparison['behaviourChanges'];
  /** What else is to be said of the link, or done with it. */
  readonly children?: ReactNode;
}

const TONES: Readonly<Record<ReplayVerdict, CalloutTone>> = {
  same: 'ok',
  agrees: 'ok',
  differs: 'wait',
  'our-fault': 'error',
};

/** Whether what is on the stage is what the maker of the link saw; and if not, why that may be. */
export function LinkVerdict({ link, verdict, digest, changes, children }: LinkVerdictProps) {
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
      <p>{verdict === null ? m.replaying : sentence[verdict]}</p>
      {isOther && digest !== null && (
        <p className="mono mt-1 break-all text-ink-2">{m.verdict.digests(link.digest, digest)}</p>
      )}
      {made !== ENGINE_VERSION && verdict !== null && (
        <Changes changes={changes ?? compareVersions(made).behaviourChanges} />
      )}
      {children}
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

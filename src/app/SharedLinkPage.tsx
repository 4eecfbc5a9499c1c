import { useEffect, useState } from 'react';
import { decodeLink } from '../link/decodeLink.ts';
import { commandsOf } from '../link/commandTree.ts';
import { compareVersions, judgeReplay, type ReplayVerdict } from '../link/compareVersions.ts';
import type { DecodedLink, SharedLink } from '../link/SharedLink.ts';
import type { SavedLab } from '../state/labStore.ts';
import { useMessages } from '../ui/messages.tsx';
import { BrokenLinkPage } from './BrokenLinkPage.tsx';
import { LabScreen } from './lab/LabScreen.tsx';
import { LinkVerdict } from './LinkVerdict.tsx';
import { PageFrame } from './PageFrame.tsx';

/** What stands behind `#/l/` in the address: a run of somebody else, or what is left of one. */
export function SharedLinkPage({ text }: { readonly text: string }) {
  const [decoded, setDecoded] = useState<{ readonly text: string; readonly result: DecodedLink } | null>(
    null,
  );
  useEffect(() => {
    let isWanted = true;
    // Characters are counted in what the reader sees behind the hash.
    void decodeLink(`#/l/${text}`).then((result) => isWanted && setDecoded({ text, result }));
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (decoded === null || decoded.text !== text) return <Opening />;
  const { result } = decoded;
  if (result.ok) return <SharedRun key={text} link={result.link} />;
  return <BrokenLinkPage key={text} problem={result.problem} saved={result.saved} text={`#/l/${text}`} />;
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

interface Replayed {
  readonly verdict: ReplayVerdict;
  readonly digest: string;
}

function SharedRun({ link }: { readonly link: SharedLink }) {
  const [replayed, setReplayed] = useState<Replayed | null>(null);
  const comparison = compareVersions(link.engineVersion);
  const start: SavedLab = { scenario: link.scenario, commands: commandsOf(link.tree), instant: link.instant };
  return (
    <LabScreen
      start={start}
      keeps={false}
      onStarted={(simulation) => {
        void simulation.digest().then((digest) => {
          setReplayed({ digest, verdict: judgeReplay(comparison.relation, link.digest, digest) });
        });
      }}
      banner={
        <LinkVerdict
          link={link}
          verdict={replayed?.verdict ?? null}
          digest={replayed?.digest ?? null}
          changes={comparison.behaviourChanges}
        />
      }
    />
  );
}

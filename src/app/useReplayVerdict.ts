import { useCallback, useState } from 'react';
import { compareVersions, judgeReplay, type ReplayVerdict } from '../link/compareVersions.ts';
import type { SharedLink } from '../link/SharedLink.ts';
import type { Simulation } from '../state/Simulation.ts';

export interface Replay {
  /** null: still replaying. */
  readonly verdict: ReplayVerdict | null;
  /** What this engine came to. */
  readonly digest: string | null;
  /** To be called when the simulation stands where the link was made: takes over its bookmarks, and judges. */
  readonly judge: (simulation: Simulation) => void;
}

/** Compares what a replay comes to with what the link says. */
export function useReplayVerdict(link: SharedLink | null): Replay {
  const [replayed, setReplayed] = useState<{ readonly link: SharedLink; readonly digest: string } | null>(
    null,
  );
  const judge = useCallback(
    (simulation: Simulation) => {
      if (link === null) return;
      simulation.bookmarks.setState(link.bookmarks ?? [], true);
      void simulation.digest().then((digest) => setReplayed({ link, digest }));
    },
    [link],
  );
  const digest = replayed !== null && replayed.link === link ? replayed.digest : null;
  const verdict =
    link === null || digest === null
      ? null
      : judgeReplay(compareVersions(link.engineVersion).relation, link.digest, digest);
  return { verdict, digest, judge };
}

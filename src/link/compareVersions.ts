import { ENGINE_CHANGELOG, type BehaviourChange, type EngineRelease } from '../shared/engineChangelog.ts';
import { ENGINE_VERSION } from '../shared/engineVersion.ts';

/** How the engine that made a link stands to the one that is here. */
export interface VersionComparison {
  readonly relation: 'same' | 'older' | 'newer';
  /** Of the releases between the two, oldest first: what may make the result differ. Unknown (empty) for a newer link. */
  readonly behaviourChanges: readonly (BehaviourChange & { readonly version: string })[];
}

/** `relation` is that of the link: `older` means that an older engine made it. */
export function compareVersions(
  linkVersion: string,
  currentVersion: string = ENGINE_VERSION,
  changelog: readonly EngineRelease[] = ENGINE_CHANGELOG,
): VersionComparison {
  const order = compare(linkVersion, currentVersion);
  const between = changelog.filter(
    ({ version }) => compare(version, linkVersion) > 0 && compare(version, currentVersion) <= 0,
  );
  return {
    relation: order === 0 ? 'same' : order < 0 ? 'older' : 'newer',
    behaviourChanges: between.flatMap(({ version, behaviourChanges }) =>
      behaviourChanges.map((change) => ({ ...change, version })),
    ),
  };
}

/**
 * What a replay says about a link. `our-fault`: the same engine came to another state, which must not happen. `agrees` and
 * `differs`: another engine made it, and this one comes to the same state or to another.
 */
export type ReplayVerdict = 'same' | 'our-fault' | 'agrees' | 'differs';

export function judgeReplay(
  relation: VersionComparison['relation'],
  linkDigest: string,
  digest: string,
): ReplayVerdict {
  if (relation === 'same') return linkDigest === digest ? 'same' : 'our-fault';
  return linkDigest === digest ? 'agrees' : 'differs';
}

/** By number, part by part. */
function compare(a: string, b: string): number {
  const [x, y] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (let i = 0; i < 3; i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

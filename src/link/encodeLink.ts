import { formatCommand, formatScenario } from '../scenario/formatScenario.ts';
import { LIMITS } from '../scenario/limits.ts';
import { formatBookmarks } from '../shared/bookmarks.ts';
import { toBase64Url } from './base64url.ts';
import { checksum } from './checksum.ts';
import { deflate } from './deflate.ts';
import { LINK_VERSION } from './migrations/migrate.ts';
import type { LinkContent } from './readContent.ts';
import type { CommandBranch, LinkedComparison, LinkProblem, SharedLink } from './SharedLink.ts';

export type EncodedLink =
  /** `#/l/1.<content>.<checksum>`: what stands behind the address of the page. */
  | { readonly ok: true; readonly hash: string }
  | { readonly ok: false; readonly problem: LinkProblem & { readonly kind: 'too-long' } };

/** A run as the hash of an address. */
export async function encodeLink(link: SharedLink): Promise<EncodedLink> {
  const content: LinkContent = {
    scenario: formatScenario(link.scenario),
    branches: formatBranches(link.tree.branches),
    open: link.tree.open,
    instant: link.instant,
    place: link.place,
    ...(link.bookmarks === undefined || link.bookmarks.length === 0
      ? {}
      : { bookmarks: formatBookmarks(link.bookmarks) }),
    engine: link.engineVersion,
    digest: link.digest,
    ...(link.compare === undefined ? {} : { compare: formatComparison(link.compare) }),
    ...(link.others === undefined || link.others.length === 0
      ? {}
      : {
          others: link.others.map(({ scenario, branches }) => ({
            scenario: formatScenario(scenario),
            branches: formatBranches(branches),
          })),
        }),
  };
  const json = JSON.stringify(content);
  if (json.length > LIMITS.pastedCharacters) return tooLong('content', json.length, LIMITS.pastedCharacters);
  const bytes = await deflate(json);
  const hash = `#/l/${LINK_VERSION}.${toBase64Url(bytes)}.${checksum(bytes)}`;
  return hash.length > LIMITS.linkCharacters
    ? tooLong('text', hash.length, LIMITS.linkCharacters)
    : { ok: true, hash };
}

function formatBranches(branches: readonly CommandBranch[]): LinkContent['branches'] {
  return branches.map(({ id, parent, commands, name }) => ({
    id,
    ...(parent === null ? {} : { parent }),
    commands: commands.map(formatCommand),
    ...(name === undefined ? {} : { name }),
  }));
}

function formatComparison({ name, other }: LinkedComparison): NonNullable<LinkContent['compare']> {
  return {
    name,
    other: {
      name: other.name,
      ...(other.scenario === null ? {} : { scenario: formatScenario(other.scenario) }),
      commands: other.commands.map(formatCommand),
    },
  };
}

function tooLong(what: 'text' | 'content', length: number, limit: number): EncodedLink {
  return { ok: false, problem: { kind: 'too-long', what, length, limit } };
}

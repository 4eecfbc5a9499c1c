import { LIMITS } from '../scenario/limits.ts';
import { firstForeignCharacter, fromBase64Url } from './base64url.ts';
import { checksum } from './checksum.ts';
import { inflate } from './deflate.ts';
import { LINK_VERSION, migrateContent } from './migrations/migrate.ts';
import { readContent } from './readContent.ts';
import { salvageJson } from './salvageJson.ts';
import { NOTHING_SAVED, type DecodedLink, type LinkProblem } from './SharedLink.ts';

/** `l/` behind the hash of an address, at its very start, or the text after it alone. */
const OURS = /(?:#\/?|^\s*\/?)l\/(.*)$|^\s*(\d+\..*)$/s;
const CHECKSUM = /^[0-9a-f]{8}$/;
/** What writing around a link leaves at its end. */
const PUNCTUATION = ' \n\r\t)>]}"\'»,;!.…';

/**
 * Reads a link, a whole address or what stands behind its hash. Never throws: whatever is given, the answer is the link, or
 * what is wrong with it and what could be saved.
 */
export async function decodeLink(text: string): Promise<DecodedLink> {
  const match = OURS.exec(text);
  const found = match?.[1] ?? match?.[2];
  if (found === undefined) return broken({ kind: 'not-ours' });
  if (found.length > LIMITS.linkCharacters) {
    return broken({ kind: 'too-long', what: 'text', length: found.length, limit: LIMITS.linkCharacters });
  }
  const start = text.length - found.length;
  const trimmed = trimEnd(found);
  const end = start + trimmed.length;
  const [versionText = '', payload = '', sum, ...more] = trimmed.replaceAll(/\s/g, '').split('.');
  if (versionText === '') return broken({ kind: 'cut-off', position: end });
  if (!/^[1-9]\d{0,5}$/.test(versionText)) return broken({ kind: 'not-ours' });
  const version = Number(versionText);
  if (version > LINK_VERSION) return broken({ kind: 'newer-version', version, known: LINK_VERSION });

  const foreign = firstForeignCharacter(payload);
  const foreignAt = foreign < 0 ? null : positionOf(text, text.indexOf('.', start) + 1);
  const bytes = fromBase64Url(foreign < 0 ? payload : payload.slice(0, foreign));
  const problem = damageOf(foreignAt, sum, more.length > 0, bytes, end);
  const { text: json, whole, tooLong } = await inflate(bytes, LIMITS.pastedCharacters);
  if (tooLong) {
    const limit = LIMITS.pastedCharacters;
    return broken({ kind: 'too-long', what: 'content', length: limit + 1, limit });
  }
  const { value, completeKeys } = salvageJson(json);
  const read = readContent(migrateContent(version, value), (key) => completeKeys.has(key));
  if (problem === null && read.ok && whole) return read;
  if (read.ok) {
    const { link } = read;
    return { ok: false, problem: problem ?? EDITED, saved: { ...NOTHING_SAVED, ...link } };
  }
  return { ...read, problem: problem ?? read.problem };
}

const EDITED: LinkProblem = { kind: 'edited', position: null, path: null };

/** What the text itself shows, before its content is read. */
function damageOf(
  foreignAt: number | null,
  sum: string | undefined,
  hasMore: boolean,
  bytes: Uint8Array,
  end: number,
): LinkProblem | null {
  if (foreignAt !== null) return { kind: 'edited', position: foreignAt, path: null };
  // The checksum comes last, so a link without all of it was cut, wherever that was.
  if (sum === undefined || (sum.length < 8 && /^[0-9a-f]*$/.test(sum)))
    return { kind: 'cut-off', position: end };
  if (hasMore || !CHECKSUM.test(sum) || bytes.length === 0 || checksum(bytes) !== sum) return EDITED;
  return null;
}

/** Without what trackers add, and without the end of the sentence that the link stands in. */
function trimEnd(found: string): string {
  const added = found.search(/[?&]/);
  let end = added < 0 ? found.length : added;
  while (end > 0 && PUNCTUATION.includes(found.charAt(end - 1))) end--;
  return found.slice(0, end);
}

/** Of the first character from `start` on that no link has; white space is not counted, since mail programs add it. */
function positionOf(text: string, start: number): number {
  return start + text.slice(start).search(/[^\w\s-]/);
}

function broken(problem: LinkProblem): DecodedLink {
  return { ok: false, problem, saved: NOTHING_SAVED };
}

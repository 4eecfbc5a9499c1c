import { useEffect, useState } from 'react';
import { decodeLink } from '../link/decodeLink.ts';
import type { DecodedLink } from '../link/SharedLink.ts';

/** What stands behind `#/l/`, read; null while it is being read, and without a link. */
export function useDecodedLink(text: string | null): DecodedLink | null {
  const [decoded, setDecoded] = useState<{ readonly text: string; readonly result: DecodedLink } | null>(
    null,
  );
  useEffect(() => {
    if (text === null) return undefined;
    let isWanted = true;
    // Characters are counted in what the reader sees behind the hash.
    void decodeLink(`#/l/${text}`).then((result) => isWanted && setDecoded({ text, result }));
    return () => {
      isWanted = false;
    };
  }, [text]);
  return decoded === null || decoded.text !== text ? null : decoded.result;
}

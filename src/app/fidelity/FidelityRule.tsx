import { memo } from 'react';
import type { FidelityEntry } from 'virtual:fidelity-ledger';
import { Link } from 'wouter';

import { useMessages } from '../../ui/messages.tsx';
import { FidelityStateTag } from './FidelityStateTag.tsx';
import { Fold } from './Fold.tsx';
import { ReportRule } from './ReportRule.tsx';

/** One rule: what it says, how far it goes, from where it is known, what checks it, and how to object. */
export const FidelityRule = memo(function FidelityRule({ entry }: { readonly entry: FidelityEntry }) {
  const t = useMessages().fidelity;
  return (
    <div className="min-w-0 break-words">
      <p className="flex flex-wrap items-center gap-2">
        <Link
          href={`/about/fidelity/${entry.id}`}
          aria-label={t.linkTo(entry.id)}
          className="mono inline-flex min-h-8 items-center font-[560] text-ink underline decoration-line-strong underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {entry.id}
        </Link>
        <FidelityStateTag state={entry.state} />
      </p>
      <p className="mt-1 text-[13.5px] leading-5 text-ink">{entry.title}</p>
      {entry.reason !== null && (
        <p className="type-row mt-1 text-ink-2">
          {t.reason}: {entry.reason}
        </p>
      )}
      {entry.consequence !== null && (
        <p className="type-row mt-1 text-ink-2">
          {t.consequence}: {entry.consequence}
        </p>
      )}
      <p className="type-row mt-1 text-ink-3">
        {t.source}: {entry.source}
      </p>
      {entry.tests.length > 0 && (
        <Fold title={t.tests(entry.tests.length)}>
          <ul className="mono list-none text-[11.5px] leading-[18px] break-words text-ink-2">
            {entry.tests.map((test) => (
              <li key={test}>{test}</li>
            ))}
          </ul>
        </Fold>
      )}
      <ReportRule entry={entry} />
    </div>
  );
});

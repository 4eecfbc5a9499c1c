import type { CoordinatorRecordView } from '../../shared/LogDirectory.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { formatNumber } from '../../i18n/format.ts';

const m = microscope.coordinator;

/** So many are spelled out. */
const MOST_RECORDS = 20;

/** What the records of a batch in an internal topic say, field by field. */
export function CoordinatorRecords({ records }: { readonly records: readonly CoordinatorRecordView[] }) {
  return (
    <section aria-label={m.heading} className="mt-4">
      <h3 className="type-label mb-1">{m.heading}</h3>
      <dl className="type-row">
        {records.slice(0, MOST_RECORDS).map(({ offset, kind, key, value }) => (
          <div key={offset} className="mb-2 [overflow-wrap:anywhere]">
            <dt className="text-ink-2">
              {formatNumber(offset)} <b className="mono font-[620] text-ink">{kind ?? m.unknown}</b>{' '}
              <span className="mono">{key}</span>
            </dt>
            {kind !== null && (
              <dd className="mono text-ink-2">
                {value === null ? m.tombstone : value === '' ? m.unknownValue : value}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {records.length > MOST_RECORDS && (
        <p className="type-row text-ink-3">{m.more(records.length - MOST_RECORDS)}</p>
      )}
    </section>
  );
}

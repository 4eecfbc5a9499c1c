import { useId, useState } from 'react';
import { otherVersions, type VersionNote } from 'virtual:other-versions';
import { Link } from 'wouter';
import { TextField } from '../ui/fields.tsx';
import { useMessages } from '../ui/messages.tsx';
import { Segments } from '../ui/Segments.tsx';
import { matchingVersions, type VersionFilter } from './fidelity/matchingVersions.ts';
import { ReferencePage } from './ReferencePage.tsx';

/** What differs from the version that is modelled, for those who run another. */
export function VersionsPage() {
  const t = useMessages().fidelity;
  const [shown, setShown] = useState<VersionFilter>('all');
  const [words, setWords] = useState('');
  const notes = matchingVersions(otherVersions, shown, words);
  const areas = [...new Set(notes.map(({ area }) => area))];
  return (
    <ReferencePage
      title={t.versionsTitle}
      lead={t.versionsLead}
      beside={{ to: '/about/fidelity', label: t.title }}
      filters={
        <>
          <div>
            <Segments<VersionFilter>
              label={t.versionsFilter}
              showLabel
              wraps
              value={shown}
              onChange={setShown}
              segments={[
                { value: 'all', label: t.versionsAll },
                { value: '3.x', label: t.versionsOld },
                { value: '4.x', label: t.versionsNew },
              ]}
            />
          </div>
          <TextField label={t.versionsSearch} value={words} onChange={setWords} className="max-w-80" />
          <p role="status" className="type-row text-ink-2">
            {notes.length === 0 ? t.versionsNone : t.versionsFound(notes.length)}
          </p>
        </>
      }
    >
      {areas.map((area) => (
        <NoteList key={area} title={area} notes={notes.filter((note) => note.area === area)} />
      ))}
    </ReferencePage>
  );
}

function NoteList({ title, notes }: { readonly title: string; readonly notes: readonly VersionNote[] }) {
  const t = useMessages().fidelity;
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="type-panel mb-2">
        {title}
      </h2>
      <ul className="border-t border-ink">
        {notes.map((note) => (
          <li key={note.id} className="border-b border-line px-2 py-3 [overflow-wrap:anywhere]">
            <div className="grid gap-x-6 gap-y-1 md:grid-cols-2">
              <div className="min-w-0">
                <h3 className="type-row font-[600] text-wait">{t.versionsThere(note.versions)}</h3>
                <p className="text-[13.5px] leading-5">{note.there}</p>
              </div>
              <div className="min-w-0">
                <h3 className="type-row font-[600] text-ink-2">{t.versionsHere}</h3>
                <p className="text-[13.5px] leading-5">{note.here}</p>
              </div>
            </div>
            <p className="type-row mt-1 text-ink-3">
              {t.source}: {note.source}
              {note.rule !== undefined && (
                <>
                  {'. '}
                  <Link
                    href={`/about/fidelity/${note.rule}`}
                    className="text-ink-2 underline underline-offset-2"
                  >
                    {t.versionsRule(note.rule)}
                  </Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

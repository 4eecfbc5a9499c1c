import { useId, useState } from 'react';
import { otherVersions, type VersionNote } from 'virtual:other-versions';
import { Link } from 'wouter';
import { TextField } from '../ui/fields.tsx';
import { useMessages } from '../ui/messages.tsx';
import { Segments } from '../ui/Segments.tsx';
import { matchingVersions, type VersionFilter } from './fidelity/matchingVersions.ts';
import { PageFrame } from './PageFrame.tsx';

/** What differs from the version that is modelled, for those who run another. */
export function VersionsPage() {
  const m = useMessages();
  const t = m.fidelity;
  const [shown, setShown] = useState<VersionFilter>('all');
  const [words, setWords] = useState('');
  const notes = matchingVersions(otherVersions, shown, words);
  const areas = [...new Set(notes.map(({ area }) => area))];
  return (
    <PageFrame title={m.app.pageTitle(t.versionsTitle)}>
      <div className="mx-auto max-w-[1100px] px-5 py-8 md:px-8">
        <h1 className="type-title mb-2">{t.versionsTitle}</h1>
        <p className="type-prose mb-2 max-w-[72ch] text-ink-2">{t.versionsLead}</p>
        <p className="mb-5">
          <Link href="/about/fidelity" className="text-accent underline underline-offset-2">
            {t.title}
          </Link>
        </p>
        <div className="mb-4 flex flex-col gap-3">
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
        </div>
        {areas.map((area) => (
          <NoteList key={area} title={area} notes={notes.filter((note) => note.area === area)} />
        ))}
      </div>
    </PageFrame>
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
          <li key={note.id} className="border-b border-line px-2 py-3">
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

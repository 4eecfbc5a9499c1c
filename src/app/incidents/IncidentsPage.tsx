import { useId } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../../ui/messages.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { ReferencePage } from '../ReferencePage.tsx';
import { INCIDENTS, type Incident } from './incidents.ts';
import { SourceList } from './SourceList.tsx';

/** What went wrong on real clusters: each opens in the Lab, shortly before it happens. */
export function IncidentsPage() {
  const t = useMessages().incidents;
  return (
    <ReferencePage title={t.title} lead={t.lead} width="narrow">
      <ul className="border-t border-ink">
        {INCIDENTS.map((incident) => (
          <li key={incident.id} className="flex flex-col gap-2 border-b border-line py-4">
            <IncidentEntry incident={incident} />
          </li>
        ))}
      </ul>
    </ReferencePage>
  );
}

function IncidentEntry({ incident }: { readonly incident: Incident }) {
  const t = useMessages().incidents;
  const contrastsId = useId();
  const { id, title, file, contrasts } = incident;
  return (
    <>
      <h2 className="type-panel">{title}</h2>
      <p className="max-w-[76ch] text-ink-2">{file.description}</p>
      <SourceList sources={file.sources ?? []} />
      <div>
        <LinkButton to={`/incidents/${id}`} icon="lab" size="small">
          {t.open}
          <span className="sr-only">{t.openWhich(title)}</span>
        </LinkButton>
      </div>
      {contrasts.length > 0 && (
        <div>
          <p id={contrastsId} className="type-row mb-1 text-ink-3">
            {t.contrasts}
          </p>
          <ul aria-labelledby={contrastsId} className="flex flex-col gap-1">
            {contrasts.map((contrast) => (
              <li key={contrast.id}>
                <Link href={`/incidents/${contrast.id}`}>{contrast.title}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

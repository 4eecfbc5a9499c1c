import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { SavedLab } from '../../state/labStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { LabScreen } from '../lab/LabScreen.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { findIncident, type FieldScenario, type Incident } from './incidents.ts';
import { SourceList } from './SourceList.tsx';

/** An incident on the stage, at the instant that its file names. The reader's own Lab stays as it is. */
export function IncidentPage({ id }: { readonly id: string }) {
  const found = useMemo(() => findIncident(id), [id]);
  const start = useMemo(() => (found === null ? null : startOf(found.scenario)), [found]);
  if (found === null || start === null) return <NotFoundPage />;
  return <LabScreen start={start} keeps={false} banner={<IncidentNote {...found} />} />;
}

function startOf({ id, file }: FieldScenario): SavedLab {
  const parsed = parseScenario(file);
  if (!parsed.ok) throw new Error(`content/scenarios/field/${id}.json: ${JSON.stringify(parsed.problems)}`);
  const instant = { timeUs: parsed.scenario.openAtUs ?? 0, after: 0 };
  return { scenario: parsed.scenario, commands: [], instant };
}

/** Where the text leaves the picture enough of the page. */
const ROOMY = '(min-width: 1320px) and (min-height: 820px)';

function IncidentNote({
  incident,
  scenario,
}: {
  readonly incident: Incident;
  readonly scenario: FieldScenario;
}) {
  const t = useMessages().incidents;
  // What is folded when it comes stays so: it is the reader's.
  const [isRoomy] = useState(() => window.matchMedia(ROOMY).matches);
  const others = [incident, ...incident.contrasts].filter(({ id }) => id !== scenario.id);
  return (
    <Callout tone="info" className="!py-1 [&>span]:mt-[9px]">
      <Disclosure title={scenario.title} level={2} defaultExpanded={isRoomy}>
        <p className="mb-1 max-w-[90ch]">{scenario.file.description}</p>
        <SourceList sources={scenario.file.sources ?? []} />
        {others.length > 0 && (
          <ul aria-label={t.others} className="mt-1 flex flex-col gap-0.5">
            {others.map(({ id, title }) => (
              <li key={id}>
                <Link href={`/incidents/${id}`}>{title}</Link>
              </li>
            ))}
          </ul>
        )}
      </Disclosure>
    </Callout>
  );
}

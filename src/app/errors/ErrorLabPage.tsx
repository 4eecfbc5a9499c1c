import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { errorPages as t } from '../../i18n/en/kafkaErrors/errorPages.ts';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { KafkaErrorName } from '../../shared/kafkaErrors.ts';
import type { SavedLab } from '../../state/labStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { LabScreen } from '../lab/LabScreen.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { ERRORS_WITH_A_RUN, loadErrorScenario, SEEN_ON_THE_WIRE } from './errorScenarios.ts';

/** Where the text leaves the picture enough of the page. */
const ROOMY = '(min-width: 1320px) and (min-height: 820px)';

/** A run in which an error is answered, on the stage, shortly before it is. The reader's own Lab stays as it is. */
export function ErrorLabPage({ name }: { readonly name: string }) {
  const [start, setStart] = useState<SavedLab | null>(null);
  useEffect(() => {
    let isWanted = true;
    void loadErrorScenario(name).then((file) => {
      if (!isWanted || file === null) return;
      const parsed = parseScenario(file);
      if (!parsed.ok)
        throw new Error(`content/scenarios/errors/${name}.json: ${JSON.stringify(parsed.problems)}`);
      const instant = { timeUs: parsed.scenario.openAtUs ?? 0, after: 0 };
      setStart({ scenario: parsed.scenario, commands: [], instant });
    });
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (!ERRORS_WITH_A_RUN.has(name)) return <NotFoundPage />;
  if (start === null) return null;
  return (
    <LabScreen
      start={start}
      keeps={false}
      banner={<ErrorNote name={name as KafkaErrorName} scenario={start.scenario} />}
    />
  );
}

function ErrorNote({
  name,
  scenario,
}: {
  readonly name: KafkaErrorName;
  readonly scenario: SavedLab['scenario'];
}) {
  const request = SEEN_ON_THE_WIRE[name];
  // What is folded when it comes stays so: it is the reader's.
  const [isRoomy] = useState(() => window.matchMedia(ROOMY).matches);
  return (
    <Callout tone="info" className="!py-1 [&>span]:mt-[9px]">
      <Disclosure title={t.labTitle(name)} level={2} defaultExpanded={isRoomy}>
        <p className="max-w-[90ch]">
          {scenario.description} {request === undefined ? t.labLook(name) : t.labLookOnWire(name, request)}{' '}
          <Link href={`/errors/${name}`} className="text-accent underline underline-offset-2">
            {t.labBack(name)}
          </Link>
        </p>
      </Disclosure>
    </Callout>
  );
}

import { useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { ERROR_AREAS, ERROR_TEXTS, type ErrorArea } from '../../i18n/en/kafkaErrors/index.ts';
import { clientTroubles } from '../../i18n/en/kafkaErrors/clientTroubles.ts';
import { errorPages as t } from '../../i18n/en/kafkaErrors/errorPages.ts';
import { configNames } from '../../scenario/configs/kafkaConfigs.ts';
import {
  KAFKA_ERRORS,
  retryOf,
  type KafkaErrorFacts,
  type KafkaErrorName,
} from '../../shared/kafkaErrors.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { FidelityMark } from '../fidelity/FidelityMark.tsx';
import { ReferencePage } from '../ReferencePage.tsx';
import { ERRORS_WITH_A_RUN } from './errorScenarios.ts';
import { findErrors, type Findings } from './findErrors.ts';
import { matchingErrors } from './matchingErrors.ts';

const CONFIGS: ReadonlySet<string> = new Set(
  (['topic', 'broker', 'producer', 'consumer'] as const).flatMap((place) => configNames(place)),
);
const AREAS = Object.keys(ERROR_AREAS) as readonly ErrorArea[];

/** All errors of the protocol, and a place to paste what one has. */
export function ErrorsPage() {
  const [pasted, setPasted] = useState('');
  const findings = useMemo(() => findErrors(pasted, CONFIGS), [pasted]);
  const isFound = findings.errors.length + findings.troubles.length > 0;
  const names = isFound ? KAFKA_ERRORS : matchingErrors(pasted);
  return (
    <ReferencePage
      title={t.title}
      lead={t.lead}
      filters={
        <>
          <div className="max-w-[860px]">
            <TextArea
              label={t.search}
              value={pasted}
              onChange={setPasted}
              rows={pasted.includes('\n') ? 8 : 3}
              placeholder={t.placeholder}
            />
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <p role="status" className="type-row text-ink-2">
              {statusOf(pasted, findings, names.length)}
            </p>
            {pasted !== '' && (
              <Button size="small" icon="close" onPress={() => setPasted('')}>
                {t.clear}
              </Button>
            )}
          </div>
        </>
      }
    >
      {isFound && <Found findings={findings} />}
      {AREAS.map((area) => (
        <Area key={area} area={area} errors={names.filter(({ name }) => name in ERROR_AREAS[area])} />
      ))}
    </ReferencePage>
  );
}

function statusOf(pasted: string, { errors, troubles }: Findings, matching: number): string {
  if (errors.length + troubles.length > 0) return t.foundCount(errors.length, troubles.length);
  if (pasted.trim() === '') return t.all(KAFKA_ERRORS.length);
  return matching === 0 ? t.nothingFound : t.matching(matching);
}

function Found({ findings: { errors, troubles, configs } }: { readonly findings: Findings }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8 rounded-panel border border-line bg-sea px-4 py-3">
      <h2 id={id} className="type-panel mb-2">
        {t.found}
      </h2>
      <ul className="flex flex-col gap-3">
        {errors.map(({ name, line, count, text }) => (
          <li key={name} className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <ErrorLink name={name} />
              <span className="type-row text-ink-3">{t.onLine(line, count)}</span>
            </p>
            <p className="text-[13.5px] leading-5">{ERROR_TEXTS[name].means}</p>
            <p className="type-row text-ink-2">{ERROR_TEXTS[name].fix}</p>
            <Excerpt text={text} />
          </li>
        ))}
        {troubles.map(({ name, line, count, text }) => (
          <li key={name} className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="mono font-[560] [overflow-wrap:anywhere]">{clientTroubles[name].title}</span>
              <span className="type-row text-ink-3">{t.onLine(line, count)}</span>
            </p>
            <p className="text-[13.5px] leading-5">{clientTroubles[name].means}</p>
            <p className="type-row text-ink-2">{clientTroubles[name].fix}</p>
            <Excerpt text={text} />
          </li>
        ))}
      </ul>
      {configs.length > 0 && (
        <div className="mt-3 border-t border-line pt-2">
          <h3 className="type-row mb-1 text-ink-3">{t.configs}</h3>
          <ul className="flex flex-col gap-1">
            {configs.map(({ name }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-2">
                <span className="mono">{name}</span>
                <FidelityMark control={name} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Of a long line the beginning is enough to know it again. */
function Excerpt({ text }: { readonly text: string }) {
  return <p className="mono truncate text-[11.5px] leading-[18px] text-ink-3">{text}</p>;
}

function Area({ area, errors }: { readonly area: ErrorArea; readonly errors: readonly KafkaErrorFacts[] }) {
  const id = useId();
  if (errors.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="type-panel mb-2">
        {t.areas[area]}
      </h2>
      <ul className="border-t border-ink">
        {errors.map((error) => (
          <li key={error.name} className="border-b border-line py-2">
            <p className="flex flex-wrap items-baseline gap-x-2.5">
              <ErrorLink name={error.name} />
              <span className="type-row text-ink-3">{t.codeOf(error.code)}</span>
              <span className="type-row text-ink-2">{t.retry[retryOf(error)]}</span>
              {ERRORS_WITH_A_RUN.has(error.name) && (
                <span className="rounded-[6px] bg-sunken px-1.5 text-[11px] leading-[18px] text-ink-2">
                  {t.badge}
                </span>
              )}
            </p>
            <p className="max-w-[86ch] text-[13.5px] leading-5 text-ink-2">{ERROR_TEXTS[error.name].means}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ErrorLink({ name }: { readonly name: KafkaErrorName }) {
  return (
    <Link
      href={`/errors/${name}`}
      className="mono inline-flex min-h-8 items-center font-[560] text-ink underline decoration-line-strong underline-offset-2 [overflow-wrap:anywhere] pointer-coarse:min-h-11"
    >
      {name}
    </Link>
  );
}

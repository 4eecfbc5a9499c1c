import { useEffect, useState, type ReactNode } from 'react';
import { errorPages as t } from '../../i18n/en/kafkaErrors/errorPages.ts';
import { ERROR_TEXTS } from '../../i18n/en/kafkaErrors/index.ts';
import { KAFKA_ERRORS, retryOf, type KafkaErrorName } from '../../shared/kafkaErrors.ts';
import { LinkButton } from '../LinkButton.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { ReferencePage } from '../ReferencePage.tsx';
import { inSimulator, loadErrorScenario, SEEN_ON_THE_WIRE } from './errorScenarios.ts';

/** One error: what it means, who answers it, what clients do, what to do, and a run that brings it about. */
export function ErrorPage({ name }: { readonly name: string }) {
  const error = KAFKA_ERRORS.find((one) => one.name === name);
  if (error === undefined) return <NotFoundPage />;
  const text = ERROR_TEXTS[error.name];
  const retry = retryOf(error);
  return (
    <ReferencePage
      title={error.name}
      lead={text.means}
      beside={{ to: '/errors', label: t.backToAll }}
      width="narrow"
    >
      <dl className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 border-y border-line py-3 text-[13.5px] leading-5">
        <Fact label={t.code}>
          <span className="mono">{error.code}</span>
        </Fact>
        <Fact label={t.exception}>
          <span className="mono [overflow-wrap:anywhere]">
            org.apache.kafka.common.errors.{error.exception}
          </span>
        </Fact>
        {error.parents.length > 0 && (
          <Fact label={t.below}>
            <span className="mono [overflow-wrap:anywhere]">{error.parents.join(', ')}</span>
          </Fact>
        )}
        <Fact label={t.retriable}>{t.retryMeaning[retry]}</Fact>
      </dl>
      <Part title={t.when}>{text.when}</Part>
      <Part title={t.client}>{text.client}</Part>
      <Part title={t.fix}>{text.fix}</Part>
      <InSimulator name={error.name} />
      <p className="type-row mt-6 [overflow-wrap:anywhere] text-ink-3">
        {t.source}: {t.sourceText(error.exception)}
      </p>
    </ReferencePage>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-5">
      <h2 className="type-panel mb-1">{title}</h2>
      <p className="type-prose max-w-[72ch] [overflow-wrap:anywhere]">{children}</p>
    </section>
  );
}

function InSimulator({ name }: { readonly name: KafkaErrorName }) {
  const state = inSimulator(name);
  const [about, setAbout] = useState('');
  useEffect(() => {
    let isWanted = true;
    void loadErrorScenario(name).then((file) => {
      if (isWanted) setAbout(file?.description ?? '');
    });
    return () => {
      isWanted = false;
    };
  }, [name]);
  const request = SEEN_ON_THE_WIRE[name];
  return (
    <section className="mb-5 rounded-panel border border-line bg-sea px-4 py-3">
      <h2 className="type-panel mb-1">{t.here}</h2>
      <p className="type-prose max-w-[72ch]">{t.notHere[name] ?? t.inSimulator[state]}</p>
      {request !== undefined && <p className="type-prose max-w-[72ch]">{t.onWire(request)}</p>}
      {about !== '' && <p className="type-prose mt-2 max-w-[72ch] text-ink-2">{about}</p>}
      {(state === 'run' || state === 'wire') && (
        <div className="mt-3">
          <LinkButton to={`/errors/${name}/lab`} icon="lab" variant="primary">
            {t.happens}
            <span className="sr-only">{t.happensOf(name)}</span>
          </LinkButton>
        </div>
      )}
    </section>
  );
}

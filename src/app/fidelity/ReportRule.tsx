import { useEffect, useState } from 'react';
import type { FidelityEntry } from 'virtual:fidelity-ledger';
import { formatTime } from '../../i18n/format.ts';
import { ENGINE_VERSION } from '../../shared/engineVersion.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useSimulationIfAny } from '../../views/SimulationContext.tsx';
import { addressOf, linkTo } from '../share.tsx';
import { Fold } from './Fold.tsx';

/**
 * A text for who found a rule wrong: engine, rule, and, beside a run, the version of Kafka that it models and the link that repeats
 * it up to this moment. It is only copied, never sent.
 */
export function ReportRule({ entry }: { readonly entry: FidelityEntry }) {
  return (
    <Fold title={useMessages().fidelity.report}>
      <Report entry={entry} />
    </Fold>
  );
}

function Report({ entry }: { readonly entry: FidelityEntry }) {
  const t = useMessages().fidelity;
  const simulation = useSimulationIfAny();
  const link = useLinkThatRepeats(simulation);
  const [said, setSaid] = useState('');
  const { id, title, source, state } = entry;
  const text = t.reportText({
    engine: ENGINE_VERSION,
    id,
    state: t.states[state],
    title,
    source,
    page: window.location.href,
    run:
      simulation === null
        ? null
        : {
            kafkaVersion: simulation.store.getState().scenario.kafkaVersion,
            moment: formatTime(simulation.store.getState().nowUs),
            link,
          },
  });
  return (
    <>
      <p className="type-row mb-1 text-ink-2">{t.reportLead}</p>
      <pre className="mono mb-2 rounded-cell bg-sunken p-2 text-[11.5px] leading-[18px] break-words whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
        {text}
      </pre>
      <div className="flex items-center gap-3">
        <Button
          onPress={() => {
            void copyText(text).then((isCopied) => setSaid(isCopied ? t.copied : t.copyFailed));
          }}
        >
          {t.copy}
        </Button>
        <span role="status" className="type-row text-ink-2">
          {said}
        </span>
      </div>
    </>
  );
}

/** The run stands still while its link is made, so that the link is of what the reader sees. */
function useLinkThatRepeats(simulation: Simulation | null): string {
  const t = useMessages().fidelity;
  const [link, setLink] = useState<string | null>(null);
  const { reportLinkTooLong, reportLinkFailed } = t;
  useEffect(() => {
    if (simulation === null) return undefined;
    let isWanted = true;
    const tell = (text: string) => {
      if (isWanted) setLink(text);
    };
    linkTo(simulation, { kind: 'lab' }).then(
      (encoded) => tell(encoded.ok ? addressOf(encoded.hash) : reportLinkTooLong),
      () => tell(reportLinkFailed),
    );
    return () => {
      isWanted = false;
    };
  }, [simulation, reportLinkTooLong, reportLinkFailed]);
  return link ?? t.reportLinkComing;
}

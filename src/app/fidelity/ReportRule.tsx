import { useState } from 'react';
import type { FidelityEntry } from 'virtual:fidelity-ledger';
import { ENGINE_VERSION } from '../../shared/engineVersion.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';

import { useMessages } from '../../ui/messages.tsx';
import { Fold } from './Fold.tsx';

/** A text for who found a rule wrong: engine version, rule, page. It is only copied, never sent. */
export function ReportRule({ entry }: { readonly entry: FidelityEntry }) {
  const t = useMessages().fidelity;
  const [said, setSaid] = useState('');
  const { id, title, source, state } = entry;
  const page = window.location.href;
  const text = t.reportText({ engine: ENGINE_VERSION, id, state: t.states[state], title, source, page });
  return (
    <Fold title={t.report}>
      <p className="type-row mb-1 text-ink-2">{t.reportLead}</p>
      <pre className="mono mb-2 rounded-cell bg-sunken p-2 text-[11.5px] leading-[18px] break-words whitespace-pre-wrap text-ink">
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
    </Fold>
  );
}

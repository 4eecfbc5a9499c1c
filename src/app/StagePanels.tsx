import { useState } from 'react';
import { useMessages } from '../ui/messages.tsx';
import { Segments } from '../ui/Segments.tsx';
import { LedgerPanel, TracePanel, WaitsPanel } from './pieces.tsx';

type Shown = 'now' | 'ledger';

/** Under or beside the stage: who waits and what just happened, or what became of every record. */
export function StagePanels() {
  const m = useMessages().app.lesson;
  const [shown, setShown] = useState<Shown>('now');
  return (
    <section aria-label={m.panels} className="stage-panels">
      <div className="stage-panels-choice">
        <Segments<Shown>
          label={m.panels}
          value={shown}
          onChange={setShown}
          segments={[
            { value: 'now', label: m.panelNow },
            { value: 'ledger', label: m.panelLedger },
          ]}
        />
      </div>
      {shown === 'now' ? (
        <div className="stage-panels-now">
          <WaitsPanel />
          <TracePanel />
        </div>
      ) : (
        <div className="stage-panels-ledger">
          <LedgerPanel />
        </div>
      )}
    </section>
  );
}

import { Suspense, useState, type ReactNode } from 'react';
import type { Violation } from '../bridge/frame.ts';
import { formatTime } from '../i18n/format.ts';
import { ENGINE_VERSION } from '../shared/engineVersion.ts';
import { Button } from '../ui/Button.tsx';
import { ToneMark } from '../ui/Callout.tsx';
import { copyText } from '../ui/clipboard.ts';
import { announce } from '../ui/LiveRegion.tsx';
import { useMessages } from '../ui/messages.tsx';
import { useSimulation, useSimulationState, useStageView } from '../views/SimulationContext.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FaultNotice } from './FaultNotice.tsx';
import { Dashboard, Stage } from './pieces.tsx';
import { addressOf, linkToMoment } from './share.tsx';

/** Stands where the digest of a run that stopped would. */
const NO_DIGEST = 'stopped';

export interface StageAreaProps {
  readonly variant?: 'lesson' | 'lab';
  /** Whether a reader may look from other levels than that of a partition. */
  readonly hasLevels?: boolean;
  /** For the stage's tool bar. */
  readonly children?: ReactNode;
}

/** The stage, or in its place the reason why there is none. What is beside it goes on. */
export function StageArea({ variant = 'lesson', hasLevels = false, children }: StageAreaProps) {
  const status = useSimulationState((state) => state.status);
  const violation = useSimulationState((state) => state.violations[0] ?? null);
  const isDashboard = useStageView((view) => view.dashboard);
  return (
    <ErrorBoundary fallback={(error) => <FaultNotice error={error} part="stage" />}>
      {violation !== null && <InvariantBroken violation={violation} />}
      {status === 'failed' && violation === null ? (
        <NoWorker />
      ) : (
        <div className="min-h-0 flex-1">
          <Suspense fallback={null}>
            {isDashboard ? (
              <Dashboard />
            ) : (
              <Stage variant={variant} hasLevels={hasLevels}>
                {children}
              </Stage>
            )}
          </Suspense>
        </div>
      )}
    </ErrorBoundary>
  );
}

/** The engine did not start or died: the text is still there. */
function NoWorker() {
  const m = useMessages().app.noWorker;
  const simulation = useSimulation();
  const detail = useSimulationState((state) => state.failureDetail);
  const retry = () => {
    const { scenario, commands } = simulation.store.getState();
    void simulation.load(scenario, commands);
  };
  return (
    <div role="alert" className="flex h-full flex-col justify-center gap-3 overflow-auto px-8 py-6">
      <h2 className="flex items-center gap-2.5 text-[17px] leading-[23px] font-[630]">
        <span className="text-wait">
          <ToneMark tone="wait" size={22} />
        </span>
        {m.title}
      </h2>
      <p className="max-w-[60ch] text-[13.5px] leading-5 text-ink-2">{m.body}</p>
      {detail !== null && <p className="mono max-w-[80ch] break-words text-ink-3">{detail}</p>}
      <div>
        <Button variant="primary" onPress={retry}>
          {m.retry}
        </Button>
      </div>
    </div>
  );
}

/** A law of Kafka was broken, so the fault is ours: it is said, the run stands, and the link repeats it. */
function InvariantBroken({ violation }: { readonly violation: Violation }) {
  const m = useMessages();
  const t = m.app.invariant;
  const simulation = useSimulation();
  const [copied, setCopied] = useState(false);
  const copyReport = async () => {
    const { scenario, commands } = simulation.store.getState();
    const instant = { timeUs: violation.timeUs, after: 0 };
    const link = await linkToMoment({ scenario, commands, instant, digest: NO_DIGEST }, { kind: 'lab' });
    const where = link.ok ? addressOf(link.hash) : JSON.stringify({ scenario, commands });
    const report = `${violation.invariant}: ${violation.detail}\n${formatTime(violation.timeUs)}, engine ${ENGINE_VERSION}\n${where}\n`;
    if (await copyText(report)) {
      setCopied(true);
      announce(m.app.copied);
    }
  };
  const goBefore = () => {
    const { scenario, commands } = simulation.store.getState();
    const before = commands.filter((command) => command.atUs < violation.timeUs);
    void simulation.load(scenario, before, { timeUs: violation.timeUs, after: 0 });
  };
  return (
    <div
      role="alert"
      className="max-h-1/2 shrink-0 overflow-y-auto border-b border-error-line bg-error-tint px-5 py-3"
    >
      <h2 className="flex items-center gap-2.5 text-[15px] leading-[22px] font-[620]">
        <span className="text-error">
          <ToneMark tone="error" size={20} />
        </span>
        {t.title(formatTime(violation.timeUs))}
      </h2>
      <p className="mt-1 break-words text-ink">
        <span className="mono">{violation.invariant}</span> {violation.detail}
      </p>
      <p className="mt-1 text-ink-2">{t.body}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button icon={copied ? 'check' : 'copy'} onPress={() => void copyReport()}>
          {copied ? m.app.copied : t.copyReport}
        </Button>
        <Button onPress={goBefore}>{t.goBefore}</Button>
      </div>
    </div>
  );
}

import { Suspense, type ReactNode } from 'react';
import { formatTime } from '../i18n/format.ts';
import { Button } from '../ui/Button.tsx';
import { ToneMark } from '../ui/Callout.tsx';
import { useMessages } from '../ui/messages.tsx';
import { useSimulation, useSimulationState } from '../views/SimulationContext.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FaultNotice } from './FaultNotice.tsx';
import { Stage } from './pieces.tsx';

export interface StageAreaProps {
  readonly variant?: 'lesson' | 'lab';
  /** For the stage's tool bar. */
  readonly children?: ReactNode;
}

/** The stage, or in its place the reason why there is none. What is beside it goes on. */
export function StageArea({ variant = 'lesson', children }: StageAreaProps) {
  const status = useSimulationState((state) => state.status);
  const violation = useSimulationState((state) => state.violations[0] ?? null);
  return (
    <ErrorBoundary fallback={(error) => <FaultNotice error={error} part="stage" />}>
      {status === 'failed' && violation === null ? (
        <NoWorker />
      ) : (
        <Suspense fallback={null}>
          <Stage variant={variant}>{children}</Stage>
        </Suspense>
      )}
      {violation !== null && <InvariantBroken />}
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

function InvariantBroken() {
  const m = useMessages().app.invariant;
  const violation = useSimulationState((state) => state.violations[0] ?? null);
  if (violation === null) return null;
  return (
    <div
      role="alert"
      className="absolute inset-x-4 top-4 z-10 rounded-panel border border-error-line bg-error-tint px-4 py-3 shadow-float"
    >
      <h2 className="flex items-center gap-2.5 text-[15px] leading-[22px] font-[620]">
        <span className="text-error">
          <ToneMark tone="error" size={20} />
        </span>
        {m.title(formatTime(violation.timeUs))}
      </h2>
      <p className="mt-1 text-ink">
        <span className="mono">{violation.invariant}</span> {violation.detail}
      </p>
      <p className="mt-1 text-ink-2">{m.body}</p>
    </div>
  );
}

import { useState } from 'react';
import { Stage } from '../cluster/Stage.tsx';
import { LedgerPanel } from '../ledger/LedgerPanel.tsx';
import { SimulationProvider } from '../SimulationContext.tsx';
import { Transport } from '../timeline/Transport.tsx';
import { TracePanel } from '../trace/TracePanel.tsx';
import { WaitsPanel } from '../waits/WaitsPanel.tsx';
import { EXAMPLE_FRAMES, exampleFrame, type ExampleFrame } from './exampleFrames.ts';
import { createStillSimulation } from './stillSimulation.ts';

/** All example frames with their panels: for looking at while working on a view. `only` shows one, as large as the window. */
export function Gallery({
  only = null,
  hero = false,
}: {
  readonly only?: string | null;
  readonly hero?: boolean;
}) {
  if (only === null) {
    return (
      <div className="flex flex-col gap-8">
        {EXAMPLE_FRAMES.map((frame) => (
          <div key={frame.name} style={{ height: 860 }}>
            <Still frame={frame} hero={hero} />
          </div>
        ))}
      </div>
    );
  }
  const frame = { name: only, title: only, state: exampleFrame(only) };
  return (
    <div style={{ height: '100vh' }}>
      <Still frame={frame} hero={hero} />
    </div>
  );
}

function Still({ frame, hero }: { readonly frame: ExampleFrame; readonly hero: boolean }) {
  const [simulation] = useState(() => createStillSimulation(frame.state));
  if (hero) {
    return (
      <SimulationProvider simulation={simulation}>
        <Stage variant="hero" />
      </SimulationProvider>
    );
  }
  return (
    <SimulationProvider simulation={simulation}>
      <div className="grid h-full grid-rows-[minmax(0,1fr)_auto_auto]" data-frame={frame.name}>
        <Stage />
        <div className="grid grid-cols-1 border-t border-line bg-surface min-[700px]:h-[178px] min-[700px]:grid-cols-3">
          <div className="min-h-0 px-5 py-2">
            <WaitsPanel />
          </div>
          <div className="hidden min-h-0 border-l border-line px-5 py-2 min-[700px]:block">
            <TracePanel />
          </div>
          <div className="hidden min-h-0 border-l border-line px-5 py-2 min-[700px]:block">
            <LedgerPanel />
          </div>
        </div>
        <div className="border-t border-line">
          <Transport />
        </div>
      </div>
    </SimulationProvider>
  );
}

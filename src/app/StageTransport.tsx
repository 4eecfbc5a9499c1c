import { Suspense } from 'react';
import { LiveNarration, Transport } from './pieces.tsx';

/** Time: play, step, scrub. Whoever listens hears what happens. */
export function StageTransport() {
  return (
    <Suspense fallback={<div className="h-16" />}>
      <Transport />
      <LiveNarration />
    </Suspense>
  );
}

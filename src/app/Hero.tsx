import { lazy, Suspense } from 'react';
import { useMessages } from '../ui/messages.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HeroStill } from './HeroStill.tsx';

const HeroStage = lazy(async () => ({ default: (await import('./HeroStage.tsx')).HeroStage }));

/** The picture of the home page: a real cluster, running; a still of it until it runs, and where it cannot. */
export function Hero() {
  const m = useMessages().home;
  const still = <HeroStill label={m.heroAlt} />;
  return (
    <ErrorBoundary fallback={() => still}>
      <Suspense fallback={still}>
        <HeroStage still={still} />
      </Suspense>
    </ErrorBoundary>
  );
}

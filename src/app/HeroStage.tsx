import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createSimulation } from '../state/createSimulation.ts';
import type { Simulation } from '../state/Simulation.ts';
import { IconButton } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { prefersReducedMotion } from '../ui/theme.ts';
import { Stage } from '../views/cluster/Stage.tsx';
import { SimulationProvider, useSimulation } from '../views/SimulationContext.tsx';
import { loadPreset } from './lab/loadPreset.ts';
import { FIRST_INSTANT, FIRST_PRESET_ID } from './lab/presets.ts';
import { useSimulationOf } from './useOwnSimulation.ts';

/** One second on the wall shows this much: a request is seen to fly. */
const HERO_SPEED_US = 2000;

function createHero(): Simulation {
  return createSimulation({ pacing: 'steady', speed: HERO_SPEED_US, isMotionReduced: prefersReducedMotion });
}

/** Runs by itself, unless the reader wants nothing to move; and can be stopped. */
export function HeroStage({ still }: { readonly still: ReactNode }) {
  const simulation = useSimulationOf(createHero);
  useEffect(() => {
    if (simulation === null) return;
    void (async () => {
      await simulation.load(await loadPreset(FIRST_PRESET_ID), [], FIRST_INSTANT);
      if (!prefersReducedMotion()) simulation.play();
    })();
  }, [simulation]);
  if (simulation === null) return still;
  return (
    <SimulationProvider simulation={simulation}>
      <Running still={still} />
    </SimulationProvider>
  );
}

function Running({ still }: { readonly still: ReactNode }) {
  const m = useMessages().home;
  const simulation = useSimulation();
  const status = useStore(simulation.store, (state) => state.status);
  const playing = useStore(simulation.playback, (state) => state.playing);
  if (status !== 'ready') return still;
  return (
    <div className="relative size-full">
      <Stage variant="hero" />
      <div className="absolute right-3 bottom-3">
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? m.pauseHero : m.playHero}
          onPress={() => (playing ? simulation.pause() : simulation.play())}
        />
      </div>
    </div>
  );
}

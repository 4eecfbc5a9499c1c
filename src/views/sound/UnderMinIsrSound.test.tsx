import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { EntityView } from '../../bridge/frame.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { UnderMinIsrSound } from './UnderMinIsrSound.tsx';

afterEach(() => vi.unstubAllGlobals());

class Param {
  value = 0;
  later: number | null = null;
  cancelScheduledValues(): void {
    this.later = null;
  }
  setTargetAtTime(value: number, at: number): void {
    if (at > 0) this.later = value;
    else this.value = value;
  }
}

function stubAudio() {
  const [gain, frequency, pan] = [new Param(), new Param(), new Param()];
  class Node {
    gain = gain;
    frequency = frequency;
    pan = pan;
    connect = (next: unknown) => next;
    start = () => undefined;
  }
  const close = vi.fn(() => Promise.resolve());
  class Audio {
    currentTime = 0;
    destination = {};
    resume = () => Promise.resolve();
    close = close;
  }
  for (const name of ['OscillatorNode', 'GainNode', 'StereoPannerNode']) vi.stubGlobal(name, Node);
  vi.stubGlobal('AudioContext', Audio);
  return { gain, close };
}

test('soundsWhileUnderMinIsrAndOnlyForAMomentWhereTheRunStands', () => {
  const { gain, close } = stubAudio();
  const simulation = createStillSimulation(exampleFrame('healthy'));
  render(
    <SimulationProvider simulation={simulation}>
      <UnderMinIsrSound />
    </SimulationProvider>,
  );
  expect(gain.value).toBe(0);
  const withIsr = (isr: readonly number[]) =>
    act(() =>
      simulation.store.setState(({ entities }) => ({
        entities: new Map(
          [...entities].map(([key, entity]): [string, EntityView] => [
            key,
            entity.kind === 'partition' ? { ...entity, isr, effectiveMinIsr: 2 } : entity,
          ]),
        ),
      })),
    );
  withIsr([1]);
  expect(gain.value).toBeGreaterThan(0);
  expect(gain.later).toBe(0);
  act(() => simulation.play());
  expect(gain.later).toBeNull();
  withIsr([1, 2]);
  expect(gain.value).toBe(0);
  cleanup();
  expect(close).toHaveBeenCalled();
});

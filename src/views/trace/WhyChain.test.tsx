import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { why } from '../../i18n/en/why.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { EXAMPLE_FACTS } from './ExampleFactsTestContext.ts';
import { WhyChain } from './WhyChain.tsx';

test('ofAFactThatIsOlderThanThePageKeepsItIsNotClaimedThatItIsOver', async () => {
  const state = exampleFrame(EXAMPLE_FRAMES[1]!.name);
  const parked = { timeUs: -1, seq: 1, causeSeq: 0, event: EXAMPLE_FACTS.ProduceParked };
  render(
    <SimulationProvider
      simulation={createStillSimulation(state, { deeds: { why: () => Promise.resolve([parked]) } })}
    >
      <WhyChain seq={1} />
    </SimulationProvider>,
  );
  expect(await screen.findByText(/^Ends when .*\. It began so long ago that/)).toHaveTextContent(why.untold);
  expect(screen.queryByText(why.instant)).toBeNull();
});

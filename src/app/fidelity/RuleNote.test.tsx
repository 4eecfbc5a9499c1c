import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EXAMPLE_FRAMES, exampleFrame } from '../../views/gallery/exampleFrames.ts';
import { createStillSimulation } from '../../views/gallery/stillSimulation.ts';
import { RuleDetails } from '../../views/RuleDetails.ts';
import { SimulationProvider } from '../../views/SimulationContext.tsx';
import { WhyChain } from '../../views/trace/WhyChain.tsx';
import { RuleNote } from './RuleNote.tsx';

const STATE = exampleFrame(EXAMPLE_FRAMES[1]!.name);
const DIGEST = '0'.repeat(16);

function showChain() {
  const fenced = STATE.trace.findLast(({ event }) => event.kind === 'BrokerFenced')!;
  const simulation = createStillSimulation(STATE, {
    deeds: { why: () => Promise.resolve([fenced]), digest: () => Promise.resolve(DIGEST) },
  });
  render(
    <SimulationProvider simulation={simulation}>
      <RuleDetails value={(rule) => <RuleNote rule={rule} />}>
        <WhyChain seq={fenced.seq} />
      </RuleDetails>
    </SimulationProvider>,
  );
}

test('eachLinkOfAChainNamesItsRuleWithItsSourceAndLeadsToTheLedger', async () => {
  showChain();
  const link = (await screen.findAllByRole('listitem'))[0]!;
  expect(within(link).getByRole('link', { name: 'Link to rule B3' })).toHaveAttribute(
    'href',
    '#/about/fidelity/B3',
  );
  expect(within(link).getByText(/fenced 9 to 10.1 s after its last heartbeat/)).toBeVisible();
  expect(within(link).getByText(/BrokerHeartbeatTracker/)).toBeVisible();
});

// The link itself is packed by the browser (e2e/why.spec.ts).
test('aReportFromARunHasItsVersionItsMomentAndRoomForTheLinkThatRepeatsIt', async () => {
  showChain();
  await userEvent.click((await screen.findAllByText('Report a wrong rule'))[0]!);
  const text = await screen.findByText(/Link that repeats it: /);
  expect(text).toHaveTextContent(/^Highwater engine \d+\.\d+\.\d+, rule B3 \(/);
  expect(text).toHaveTextContent('kafka.version: 4.2');
  expect(text).toHaveTextContent(/Moment: \d+:\d\d\.\d{3}/);
});

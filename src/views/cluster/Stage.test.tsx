import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Simulation, SimulationState } from '../../state/Simulation.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { LedgerPanel } from '../ledger/LedgerPanel.tsx';
import { SimulationProvider, type CommandBody } from '../SimulationContext.tsx';
import { Transport } from '../timeline/Transport.tsx';
import { TracePanel } from '../trace/TracePanel.tsx';
import { WaitsPanel } from '../waits/WaitsPanel.tsx';
import { Stage } from './Stage.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(972);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(frame: string | SimulationState, deeds: Partial<Simulation> = {}) {
  const state = typeof frame === 'string' ? exampleFrame(frame) : frame;
  const simulation = createStillSimulation(state, { deeds });
  render(
    <SimulationProvider simulation={simulation}>
      <Stage />
      <WaitsPanel />
      <TracePanel />
      <LedgerPanel />
      <Transport />
    </SimulationProvider>,
  );
  return simulation;
}

const card = (name: RegExp) => screen.getByRole('button', { name });
const picture = () => screen.getByRole('group', { name: /^Replicas of payments-0/ });

test('isOneTabStopWithRovingFocusInside', async () => {
  show('healthy');
  const stops = within(picture())
    .getAllByRole('button')
    .filter((element) => element.tabIndex === 0);
  expect(stops).toHaveLength(1);
  const user = userEvent.setup();
  stops[0]!.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(card(/^Broker 2, follower/));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(card(/^Consumer ledger-1/));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(card(/^Producer pay-api/));
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(card(/^Controller 101/));
});

test('crashesTheBrokerInFocusWithCAndStartsItAgain', async () => {
  const applied: CommandBody[] = [];
  const deeds = { apply: (body: CommandBody) => Promise.resolve(void applied.push(body)) };
  show('second-broker-fenced', deeds);
  const user = userEvent.setup();
  card(/^Broker 1/).focus();
  await user.keyboard('c');
  card(/^Broker 2/).focus();
  await user.keyboard('c');
  expect(applied).toEqual([
    { kind: 'KillBroker', broker: 1 },
    { kind: 'StartBroker', broker: 2 },
  ]);
});

test('offersItsDeedsInAMenu', async () => {
  const applied: CommandBody[] = [];
  const deeds = { apply: (body: CommandBody) => Promise.resolve(void applied.push(body)) };
  show('healthy', deeds);
  const user = userEvent.setup();
  await user.click(card(/^Broker 1, leader/));
  const menu = await screen.findByRole('menu', {}, { timeout: 8000 });
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Crash (SIGKILL)',
    'Stop cleanly (SIGTERM)',
    'Pause (SIGSTOP)',
    'Cut the power of its machine',
    'Make it 100 times slower',
    'Take it away',
    'Cut the link to broker 2',
    'Cut the link to broker 3',
    'Cut the link to controller 101',
    'Cut the link to pay-api',
    'Cut the link to ledger-1',
    'Reset the connections with broker 2 (RST)',
    'Reset the connections with broker 3 (RST)',
    'Reset the connections with controller 101 (RST)',
    'Reset the connections with pay-api (RST)',
    'Reset the connections with ledger-1 (RST)',
    'Look closer',
  ]);
  await user.click(within(menu).getByText('Cut the link to broker 3'));
  expect(applied).toEqual([{ kind: 'CutLink', between: ['broker:1', 'broker:3'] }]);
});

test('saysWhatIsPausedSlowOrCutOneWay', () => {
  const healthy = exampleFrame('healthy');
  const entities = new Map(healthy.entities);
  const change = (key: string, more: object) => {
    const view = entities.get(key);
    if (view !== undefined) entities.set(key, { ...view, ...more });
  };
  change('broker:1', { pausedSinceUs: 1_000_000 });
  change('broker:2', { diskFactor: 100 });
  change('producer:pay-api', { process: 'killed', running: false });
  change('consumer:ledger-1', { stalledSinceUs: 1_000_000 });
  change('controller:101', { pausedSinceUs: 1_000_000 });
  const between = ['broker:3', 'controller:101'] as const;
  const sound = { kind: 'link', key: 'link:x', between, sinceUs: 0, slowness: null } as const;
  entities.set('link:x', { ...sound, cut: 'forward', slow: null });
  show({ ...healthy, entities });
  expect(card(/^Broker 1, paused since 0:01.000/)).toBeTruthy();
  expect(card(/^Broker 2, .*disk 100× slower/)).toBeTruthy();
  expect(card(/^Producer pay-api, crashed/)).toBeTruthy();
  expect(card(/^Consumer ledger-1, does not poll/)).toBeTruthy();
  expect(card(/^Controller 101, active, Leader in epoch \S+, process paused, log end/)).toBeTruthy();
  // Not by colour alone: which way is cut is written beside the link.
  expect(screen.getByText('cut 3 → 101')).toBeTruthy();
});

test.each([
  [972, 560],
  [720, 279],
  [390, 430],
  [390, 240],
])('hasACardForEveryController: %i × %i', async (width, height) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  const healthy = exampleFrame('healthy');
  const entities = new Map(healthy.entities);
  const first = entities.get('controller:101');
  if (first?.kind !== 'controller') throw new Error('the example has no controller');
  for (const [nodeId, more] of [
    [102, { raftState: 'Prospective', logEndOffset: 1234 }],
    [103, { raftState: null, process: 'killed' }],
  ] as const) {
    const key = `controller:${nodeId}`;
    entities.set(key, { ...first, key, nodeId, active: false, ...more });
  }
  show({ ...healthy, entities });
  expect(card(/^Controller 101, active, Leader in epoch/)).toBeTruthy();
  expect(card(/^Controller 102, Prospective in epoch \d+, log end 1\u202F234/)).toBeTruthy();
  expect(card(/^Controller 103, crashed, log end/)).toBeTruthy();
  // Each is gone to with the keys and looked at by itself.
  const user = userEvent.setup();
  card(/^Controller 101/).focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('region', { name: 'Controller 102' }).textContent).toContain('Prospective');
});

test('saysWhatWasNotDone', async () => {
  show('healthy', { apply: () => Promise.reject(new Error('broker 1 is not running')) });
  const user = userEvent.setup();
  card(/^Broker 1/).focus();
  await user.keyboard('c');
  expect((await screen.findByRole('alert')).textContent).toBe('Not done: broker 1 is not running');
});

test('playsWithSpaceAndStepsWithFullStop', async () => {
  const stepInteresting = vi.fn(() => Promise.resolve());
  const simulation = show('healthy', { stepInteresting });
  const user = userEvent.setup();
  card(/^Broker 1/).focus();
  await user.keyboard(' ');
  expect(simulation.playback.getState().playing).toBe(true);
  expect(screen.queryByRole('menu')).toBeNull();
  await user.keyboard('.');
  expect(stepInteresting).toHaveBeenCalledOnce();
});

test('inspectsWithEnterAndComesBackWithEscape', async () => {
  show('second-broker-fenced');
  const user = userEvent.setup();
  card(/^Broker 2/).focus();
  await user.keyboard('{Enter}');
  const inspector = screen.getByRole('region', { name: 'Broker 2' });
  expect(inspector.textContent).toContain('fenced 0:39.204, in ELR');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Broker 2' })).toBeNull();
});

test('alwaysHasItsOutlineInWords', async () => {
  show('second-broker-fenced');
  const outline = await screen.findByRole('region', { name: 'Outline of the cluster' });
  expect(outline.textContent).toContain(
    'payments-0 on broker 1, leader, epoch 7. Log end offset 1\u202F490, high watermark 1\u202F482, 8 records not committed.',
  );
  expect(outline.textContent).toContain('In sync: 1 of 3, needs 2.');
});

test('saysWhoWaitsForWhat', () => {
  show('second-broker-fenced');
  const waits = screen.getByRole('region', { name: 'Who waits for what' });
  expect(waits.textContent).toContain('Produce #3121 for HW ≥ 1\u202F486, stands at 1\u202F482');
  expect(waits.textContent).toContain('20.7 s');
  expect(waits.textContent).toContain(
    'Producer pay-api to retry #3123, attempt 5, after NOT_ENOUGH_REPLICAS',
  );
});

test('goesThereAndAsksWhy', async () => {
  const seek = vi.fn(() => Promise.resolve());
  show('second-broker-fenced', { seek });
  const user = userEvent.setup();
  const trace = screen.getByRole('region', { name: 'What just happened' });
  expect(trace.textContent).toContain('Broker 2 crashed.you did this');
  await user.click(within(trace).getByRole('button', { name: /^0:39\.204\. Controller fenced broker 2/ }));
  expect(seek).toHaveBeenCalledWith({ timeUs: 39_204_001, after: 0 });
  await user.click(within(trace).getByRole('button', { name: /^Why\? Controller fenced broker 2/ }));
  expect(await screen.findByText('Chain of causes')).toBeDefined();
});

test('opensTheRecordsBehindANumberOfTheLedger', async () => {
  const ledgerRanges = vi.fn(() =>
    Promise.resolve([{ producer: 'pay-api', partition: 'payments-0', first: 482, count: 8, offset: 1482 }]),
  );
  show('healthy', { ledgerRanges });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '8 records uncommitted: open the list' }));
  expect(ledgerRanges).toHaveBeenCalledWith('uncommitted', 200);
  expect(await screen.findByText('records 482–489 of pay-api, payments-0')).toBeDefined();
});

test('scrubsWithTheKeyboard', () => {
  const seek = vi.fn(() => Promise.resolve());
  show('second-broker-fenced', { seek });
  const slider = screen.getByRole('slider', { name: 'Time of the run' });
  expect(slider.getAttribute('aria-valuetext')).toBe('0:41.318 of 1:00.000 explored');
  fireEvent.keyDown(slider, { key: 'Home' });
  expect(seek).toHaveBeenLastCalledWith({ timeUs: 0, after: 0 });
  fireEvent.keyDown(slider, { key: 'j' });
  expect(seek).toHaveBeenLastCalledWith({ timeUs: 40_001_001, after: 0 });
});

test('tellsWhatTheMachineDoesNotReach', async () => {
  const simulation = show('healthy');
  simulation.playback.setState({ speed: 10_000_000, reachedSpeed: 8_000_000 });
  await waitFor(() => expect(screen.getByText('(asked for 10 s)')).toBeDefined());
});

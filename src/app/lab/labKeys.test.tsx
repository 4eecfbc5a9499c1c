import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useShortcutGroups } from '../../ui/shortcuts.ts';
import { Stage } from '../../views/cluster/Stage.tsx';
import { exampleFrame } from '../../views/gallery/exampleFrames.ts';
import { createStillSimulation } from '../../views/gallery/stillSimulation.ts';
import { SimulationProvider, useStageView } from '../../views/SimulationContext.tsx';
import { StageTransport } from '../StageTransport.tsx';
import { useMicroscopeKey } from '../microscope/useMicroscopeKey.ts';
import type { BuildForm } from './build/forms.ts';
import { useForkKey } from './futures/useForkKey.ts';
import { useBuildKeys } from './useBuildKeys.ts';
import { usePlaceKeys } from './usePlaceKeys.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(972);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Lab({
  onOpen,
  onUndo,
  onFork,
  onFiles,
  onFind,
}: {
  readonly onOpen: (form: BuildForm) => void;
  readonly onUndo: () => void;
  readonly onFork: () => void;
  readonly onFiles: () => void;
  readonly onFind: () => void;
}) {
  const stage = useRef<HTMLDivElement>(null);
  useBuildKeys(stage, onOpen);
  useForkKey(stage, onFork);
  useMicroscopeKey(stage, onFiles);
  usePlaceKeys(onFind);
  const { folded, inspected, asksWhy } = useStageView((view) => view);
  const listed = useShortcutGroups().flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));
  return (
    <>
      <div ref={stage}>
        <Stage variant="lab" />
      </div>
      <StageTransport onUndo={onUndo} />
      <output>{listed.join(' ')}</output>
      <pre>{JSON.stringify({ folded, inspected, asksWhy })}</pre>
    </>
  );
}

function show() {
  const onOpen = vi.fn();
  const onUndo = vi.fn();
  const onFork = vi.fn();
  const onFiles = vi.fn();
  const onFind = vi.fn();
  const simulation = createStillSimulation(exampleFrame('healthy'));
  render(
    <SimulationProvider simulation={simulation}>
      <Lab onOpen={onOpen} onUndo={onUndo} onFork={onFork} onFiles={onFiles} onFind={onFind} />
    </SimulationProvider>,
  );
  return { simulation, onOpen, onUndo, onFork, onFiles, onFind };
}

test('aKeyOnTheStageOpensTheFormThatAdds', () => {
  const { onOpen } = show();
  const card = document.querySelector('[data-entity="broker:1"]')!;
  for (const key of ['b', 'T', 'p', 'g', 'x']) fireEvent.keyDown(card, { key });
  expect(onOpen.mock.calls.map(([form]: BuildForm[]) => form)).toEqual([
    'addBroker',
    'createTopic',
    'addProducer',
    'addConsumer',
    'addTransactional',
  ]);
  fireEvent.keyDown(card, { key: 'p', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'b' });
  expect(onOpen).toHaveBeenCalledTimes(5);
});

test('aKeyOnABrokerOpensItsFiles', () => {
  const { onFiles, onFork } = show();
  fireEvent.focus(document.querySelector('[data-entity="broker:1"]')!);
  fireEvent.keyDown(document.querySelector('[data-entity="broker:1"]')!, { key: 'z' });
  expect(onFiles).toHaveBeenCalledWith({ broker: 1, partition: 'payments-0' });
  fireEvent.keyDown(document.querySelector('[data-entity="broker:1"]')!, { key: 'f' });
  expect(onFork).toHaveBeenCalledOnce();
});

test('undoTakesBackWhatTheLabDid', () => {
  const { onUndo } = show();
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(onUndo).toHaveBeenCalledOnce();
});

const stageView = () =>
  JSON.parse(document.querySelector('pre')!.textContent) as {
    folded: Record<string, boolean>;
    inspected: string | null;
    asksWhy: boolean;
  };

test('bracketsAndBackslashFoldWhatStandsAroundTheStage', () => {
  show();
  fireEvent.keyDown(document.body, { key: '[' });
  fireEvent.keyDown(document.body, { key: '\\' });
  expect(stageView().folded).toEqual({ palette: true, panels: false, strips: true });
  fireEvent.keyDown(document.body, { key: '[' });
  fireEvent.keyDown(document.body, { key: ']' });
  expect(stageView().folded).toEqual({ palette: false, panels: true, strips: true });
});

test('aSlashFindsAThing', () => {
  const { onFind } = show();
  fireEvent.keyDown(document.body, { key: '/' });
  expect(onFind).toHaveBeenCalledOnce();
});

test('whyIsAskedOfWhatHasTheFocusAndUnfoldsWhereItIsTold', () => {
  show();
  fireEvent.keyDown(document.body, { key: ']' });
  const card = document.querySelector<HTMLElement>('[data-entity="broker:1"]')!;
  act(() => card.focus());
  fireEvent.keyDown(card, { key: 'w' });
  expect(stageView()).toMatchObject({
    inspected: 'broker:1',
    asksWhy: true,
    folded: { panels: false },
  });
});

test('angleBracketsChangeTheSpeed', () => {
  const { simulation } = show();
  const card = document.querySelector('[data-entity="broker:1"]')!;
  fireEvent.keyDown(card, { key: '>' });
  expect(simulation.playback.getState().speed).toBe(4000);
  fireEvent.keyDown(card, { key: '<' });
  fireEvent.keyDown(card, { key: '<' });
  expect(simulation.playback.getState().speed).toBe(1000);
});

/** The table of section 9 of the design, as far as it is about the Lab and a run; `?`, Ctrl K and Shift+R are keys of its page. */
const OF_THE_DESIGN =
  'Space . , [ ] \\ L J < > E I O F C K D + - 0 / B T P G X W M V Enter Esc ← ↑ → ↓'.split(' ');

test('everyKeyOfTheDesignDoesSomething', () => {
  show();
  const listed = document.querySelector('output')!.textContent.split(' ');
  expect(OF_THE_DESIGN.filter((key) => !listed.includes(key))).toEqual([]);
});

test('noKeyHasTwoDeeds', () => {
  show();
  const listed = document.querySelector('output')!.textContent.split(' ');
  expect(listed).toContain('B');
  expect(listed).toContain('C');
  expect(listed).toContain('D');
  expect(listed).toContain('Z');
  expect(listed).toContain('F');
  expect(new Set(listed).size).toBe(listed.length);
});

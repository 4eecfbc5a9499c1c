import { cleanup, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useShortcutGroups } from '../../ui/shortcuts.ts';
import { Stage } from '../../views/cluster/Stage.tsx';
import { exampleFrame } from '../../views/gallery/exampleFrames.ts';
import { createStillSimulation } from '../../views/gallery/stillSimulation.ts';
import { SimulationProvider } from '../../views/SimulationContext.tsx';
import { StageTransport } from '../StageTransport.tsx';
import { useMicroscopeKey } from '../microscope/useMicroscopeKey.ts';
import type { BuildForm } from './build/forms.ts';
import { useForkKey } from './futures/useForkKey.ts';
import { useBuildKeys } from './useBuildKeys.ts';

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
}: {
  readonly onOpen: (form: BuildForm) => void;
  readonly onUndo: () => void;
  readonly onFork: () => void;
  readonly onFiles: () => void;
}) {
  const stage = useRef<HTMLDivElement>(null);
  useBuildKeys(stage, onOpen);
  useForkKey(stage, onFork);
  useMicroscopeKey(stage, onFiles);
  const listed = useShortcutGroups().flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));
  return (
    <>
      <div ref={stage}>
        <Stage />
      </div>
      <StageTransport onUndo={onUndo} />
      <output>{listed.join(' ')}</output>
    </>
  );
}

function show() {
  const onOpen = vi.fn();
  const onUndo = vi.fn();
  const onFork = vi.fn();
  const onFiles = vi.fn();
  render(
    <SimulationProvider simulation={createStillSimulation(exampleFrame('healthy'))}>
      <Lab onOpen={onOpen} onUndo={onUndo} onFork={onFork} onFiles={onFiles} />
    </SimulationProvider>,
  );
  return { onOpen, onUndo, onFork, onFiles };
}

test('aKeyOnTheStageOpensTheFormThatAdds', () => {
  const { onOpen } = show();
  const card = document.querySelector('[data-entity="broker:1"]')!;
  for (const key of ['b', 'T', 'p', 'g']) fireEvent.keyDown(card, { key });
  expect(onOpen.mock.calls.map(([form]: BuildForm[]) => form)).toEqual([
    'addBroker',
    'createTopic',
    'addProducer',
    'addConsumer',
  ]);
  fireEvent.keyDown(card, { key: 'p', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'b' });
  expect(onOpen).toHaveBeenCalledTimes(4);
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

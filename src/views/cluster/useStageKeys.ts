import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react';
import type { EntityKey } from '../../bridge/frame.ts';
import { useMessages } from '../../ui/messages.tsx';
import { isPlain, useShortcuts, type Shortcut } from '../../ui/shortcuts.ts';
import { selectCluster } from '../clusterModel.ts';
import { useSimulation, useStageViewStore, type CommandBody } from '../SimulationContext.tsx';
import { type ActionGroup, crashOrStart } from './entityActions.ts';
import { isWholeInSight, panLogsBy, zoomLogsAt, type LogFrame } from '../log/moveWindow.ts';
import { zoomed } from '../log/zoom.ts';

interface StageKeysInput {
  readonly target: RefObject<HTMLElement | null>;
  /** What is drawn of the logs. */
  readonly logs: RefObject<LogFrame | null>;
  readonly apply: (body: CommandBody) => void;
  readonly openMenu: (key: EntityKey, first: ActionGroup) => void;
  /** To a picture of more, when the whole of the logs is in sight; left out: there is none. */
  readonly onFarther?: (() => void) | undefined;
}

/** Single keys of the picture, of what has the focus in it; those of time are everywhere on the stage (RunKeys). */
export function useStageKeys({ target, logs, apply, openMenu, onFarther }: StageKeysInput): void {
  const simulation = useSimulation();
  const view = useStageViewStore();
  const m = useMessages().stage;
  const onFocused = (act: (key: EntityKey) => void) => () => {
    const { focused } = view.getState();
    if (focused !== null) act(focused);
  };
  const one = (keys: string, key: string, label: string, run: () => void): Shortcut => ({
    keys,
    label,
    match: (event) => event.key.toLowerCase() === key && isPlain(event),
    run,
  });
  /** At the end of the logs while it is followed, else in the middle. */
  const nearer = (doublings: number) => {
    const frame = logs.current;
    if (doublings < 0 && frame !== null && onFarther !== undefined && isWholeInSight(frame)) {
      onFarther();
      return;
    }
    if (frame === null || view.getState().end === null)
      view.setState(({ zoom }) => ({ zoom: zoomed(zoom, doublings) }));
    else view.setState(zoomLogsAt(frame, (frame.x0 + frame.x1) / 2, doublings).view);
  };
  const along = (keys: string, key: string, label: string, direction: 1 | -1): Shortcut => ({
    keys,
    label,
    match: (event) => event.key === key && event.shiftKey && isPlain(event),
    run: () => {
      const frame = logs.current;
      if (frame === null) return;
      view.setState(panLogsBy(frame, (direction * (frame.x1 - frame.x0)) / 4).view);
    },
  });
  const shortcuts: readonly Shortcut[] = [
    one(
      'C',
      'c',
      m.keys.crash,
      onFocused((key) => {
        const body = crashOrStart(selectCluster(simulation.store.getState().entities), key);
        if (body !== null) apply(body);
      }),
    ),
    one(
      'K',
      'k',
      m.keys.cut,
      onFocused((key) => openMenu(key, 'network')),
    ),
    one(
      'D',
      'd',
      m.keys.drop,
      onFocused((key) => openMenu(key, 'connections')),
    ),
    one(
      'I',
      'i',
      m.keys.inspect,
      onFocused((key) =>
        view.setState(({ inspected, folded }) =>
          inspected === key && !folded.panels
            ? { inspected: null }
            : { inspected: key, folded: { ...folded, panels: false } },
        ),
      ),
    ),
    one('+', '+', m.keys.nearer, () => nearer(1)),
    one('-', '-', m.keys.farther, () => nearer(-1)),
    one('0', '0', m.keys.fit, () => view.setState({ zoom: 1, end: null })),
    along('Shift+←', 'ArrowLeft', m.keys.older, 1),
    along('Shift+→', 'ArrowRight', m.keys.newer, -1),
    // Handled by the picture itself, and told here.
    { keys: '← ↑ → ↓', label: m.keys.arrows, match: never, run: never },
    { keys: 'Enter', label: m.keys.enter, match: never, run: never },
    { keys: 'Esc', label: m.keys.escape, match: never, run: never },
  ];
  useShortcuts(m.keys.title, shortcuts, target);
}

const never = () => false;

/** Arrow keys go over columns: brokers left, clients and the controller right. */
export function nextFocus(
  columns: readonly (readonly EntityKey[])[],
  focused: EntityKey | null,
  event: Pick<ReactKeyboardEvent, 'key'>,
): EntityKey | null {
  const filled = columns.filter((column) => column.length > 0);
  const column = Math.max(
    0,
    filled.findIndex((keys) => focused !== null && keys.includes(focused)),
  );
  const keys = filled[column] ?? [];
  const row = Math.max(0, focused === null ? 0 : keys.indexOf(focused));
  switch (event.key) {
    case 'ArrowDown':
      return keys[row + 1] ?? filled[column + 1]?.[0] ?? keys[row] ?? null;
    case 'ArrowUp':
      return keys[row - 1] ?? filled[column - 1]?.at(-1) ?? keys[row] ?? null;
    case 'ArrowRight':
      return inColumn(filled[column + 1], row) ?? keys[row] ?? null;
    case 'ArrowLeft':
      return inColumn(filled[column - 1], row) ?? keys[row] ?? null;
    case 'Home':
      return filled[0]?.[0] ?? null;
    case 'End':
      return filled.at(-1)?.at(-1) ?? null;
    default:
      return null;
  }
}

function inColumn(column: readonly EntityKey[] | undefined, row: number): EntityKey | undefined {
  return column?.[Math.min(row, column.length - 1)];
}

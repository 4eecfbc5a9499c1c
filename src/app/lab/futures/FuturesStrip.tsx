import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { futures as m } from '../../../i18n/en/futures.ts';
import { formatTime } from '../../../i18n/format.ts';
import type { FutureKeeper } from '../../../state/futures/createFutures.ts';
import type { Future, Futures } from '../../../state/futures/Future.ts';
import { forkTimeUs, futureOf, latestOf, openFutureOf, standsAt } from '../../../state/futures/futures.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/classNames.ts';
import type { MenuAction } from '../../../ui/Menu.tsx';
import { announce } from '../../../ui/LiveRegion.tsx';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { useElementSize } from '../../../views/cluster/useElementSize.ts';
import { usePanelState } from '../../../views/SimulationContext.tsx';
import { AXIS_MARGIN, timelineEnd } from '../../../views/timeline/layoutTimeline.ts';
import { createTimeScale } from '../../../views/timeline/timeScale.ts';
import { FutureLines } from './FutureLines.tsx';
import { futureName } from './futureName.ts';
import { LetterBadge } from './LetterBadge.tsx';
import { layoutFutures, openFirst, ROW_HEIGHT, TIMELINE_HEIGHT, TOUCH_ROW_HEIGHT } from './layoutFutures.ts';
import { RenameFuture } from './RenameFuture.tsx';

const MenuButton = lazy(async () => ({ default: (await import('../../../ui/Menu.tsx')).MenuButton }));

export interface FuturesStripProps {
  /** Given, the open future is this timeline, and the others branch off it on its axis. Buttons then stand elsewhere. */
  readonly timeline?: ReactNode;
  /** Folded, only the open one stands there. */
  readonly hasOthers?: boolean;
  readonly futures: FutureKeeper;
  readonly onFork: () => void;
  /** Compares one future with another. */
  readonly onCompare?: (pair: { readonly a: string; readonly b: string } | null) => void;
}

const ROWS_IN_SIGHT = 3;

/** What was tried: a line for each future on one axis of time, its letter and its name to open it. */
export function FuturesStrip({
  futures: keeper,
  onFork,
  onCompare,
  timeline,
  hasOthers = true,
}: FuturesStripProps) {
  const kept = useStore(keeper.store);
  const nowUs = usePanelState((state) => state.nowUs);
  const after = usePanelState((state) => state.after);
  const exploredUs = usePanelState((state) => state.exploredUs);
  const scenario = usePanelState((state) => state.scenario);
  const futures = useMemo(() => {
    const all = standsAt(kept, { timeUs: nowUs, after });
    return hasOthers ? all : { ...all, list: [openFutureOf(all)] };
  }, [kept, nowUs, after, hasOthers]);
  const box = useRef<HTMLDivElement>(null);
  const width = useElementSize(box)?.width ?? 0;
  const [renaming, setRenaming] = useState<string | null>(null);
  const [gone, setGone] = useState<{ readonly letter: string; readonly bringBack: () => void } | null>(null);
  const latestUs = Math.max(exploredUs, latestOf(futures));
  const scale = createTimeScale(width, timelineEnd(latestUs, scenario.untilUs), AXIS_MARGIN);
  const isDocked = timeline !== undefined;
  const rowHeight = useMediaQuery('(pointer: coarse)') ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
  const layout = layoutFutures(futures, scale.x, isDocked, rowHeight);
  const list = isDocked ? openFirst(futures) : futures.list;
  const hasSeveral = futures.list.length > 1;
  const beingRenamed = renaming === null ? undefined : futureOf(futures, renaming);

  const open = (future: Future) => {
    announce(m.opened(future.letter, futureName(futures, future)));
    void keeper.open(future.id);
  };
  const remove = (future: Future) => {
    const bringBack = keeper.remove(future.id);
    setGone({ letter: future.letter, bringBack });
    announce(m.removed(future.letter));
  };
  const actionsOn = ({ id }: Future): MenuAction[] => {
    const rename: MenuAction = { id: 'rename', label: m.rename, icon: 'edit', run: () => setRenaming(id) };
    const future = futureOf(futures, id);
    if (id === futures.open || future === undefined) return [rename];
    const compare: MenuAction[] =
      onCompare === undefined
        ? []
        : [
            {
              id: 'compare',
              label: m.compareWithOpen,
              icon: 'compare',
              run: () => onCompare({ a: id, b: futures.open }),
            },
          ];
    return [rename, ...compare, { id: 'remove', label: m.remove, icon: 'close', run: () => remove(future) }];
  };
  return (
    <section
      aria-label={m.list}
      className={isDocked ? 'flex bg-surface' : 'flex border-b border-line bg-surface'}
    >
      <div
        className="flex min-w-0 flex-1 items-start overflow-y-auto"
        style={{ maxHeight: ROWS_IN_SIGHT * rowHeight + (isDocked ? TIMELINE_HEIGHT : 0) }}
      >
        <ul
          aria-label={m.title(scenario.seed)}
          className={isDocked ? 'time-dock-names' : 'min-w-0 pl-3 max-md:flex-1 md:w-60 md:shrink-0'}
        >
          {list.map((future, index) => (
            <li
              key={future.id}
              className="flex items-center"
              style={{ height: isDocked && index === 0 ? TIMELINE_HEIGHT : rowHeight }}
            >
              <FutureButton
                future={future}
                name={futureName(futures, future)}
                isOpen={future.id === futures.open}
                leavesUs={forkTimeUs(futures, future)}
                onOpen={() => open(future)}
              />
              {hasSeveral && (
                <Suspense fallback={<span className="size-8" />}>
                  <MenuButton label={m.more(future.letter)} iconOnly="dots" actions={actionsOn(future)} />
                </Suspense>
              )}
            </li>
          ))}
        </ul>
        <div
          ref={box}
          className={isDocked ? 'relative min-w-0 flex-1' : 'relative min-w-0 flex-1 max-md:hidden'}
        >
          {isDocked && (
            // Over the lines, which leave it.
            <div className="absolute inset-x-0 top-0 z-1 flex">{timeline}</div>
          )}
          {width > 0 && (
            <FutureLines
              layout={layout}
              width={width}
              nowX={scale.x(nowUs)}
              openId={futures.open}
              isDocked={isDocked}
            />
          )}
        </div>
      </div>
      <div
        className={
          isDocked ? 'time-dock-end' : 'flex shrink-0 flex-wrap items-start justify-end gap-1 px-2 py-0.5'
        }
      >
        {gone !== null && (
          <Button
            size="small"
            icon="undo"
            onPress={() => {
              gone.bringBack();
              setGone(null);
            }}
          >
            {m.bringBack}
          </Button>
        )}
        {!isDocked && <ForkAndCompare futures={futures} onFork={onFork} onCompare={onCompare} />}
      </div>
      {beingRenamed !== undefined && (
        <RenameFuture
          letter={beingRenamed.letter}
          name={beingRenamed.name ?? ''}
          onSave={(name) => keeper.rename(beingRenamed.id, name)}
          onClose={() => setRenaming(null)}
        />
      )}
    </section>
  );
}

/** To try something else from here, and to see what it makes of the run. */
export function ForkAndCompare({
  futures,
  onFork,
  onCompare,
}: {
  readonly futures: Futures;
  readonly onFork: () => void;
  readonly onCompare: FuturesStripProps['onCompare'];
}) {
  return (
    <>
      <Button size="small" icon="fork" onPress={onFork}>
        {m.fork}
      </Button>
      {onCompare !== undefined && (
        <Button size="small" icon="compare" onPress={() => onCompare(pairOf(openFutureOf(futures)))}>
          {m.compare}
        </Button>
      )}
    </>
  );
}

/** The open one and what it left; null: it left nothing, so the reader chooses. */
function pairOf({ id, origin }: Future): { readonly a: string; readonly b: string } | null {
  return origin === null ? null : { a: origin, b: id };
}

function FutureButton({
  future,
  name,
  isOpen,
  leavesUs,
  onOpen,
}: {
  readonly future: Future;
  readonly name: string;
  readonly isOpen: boolean;
  readonly leavesUs: number | null;
  readonly onOpen: () => void;
}) {
  const { letter, commands, instant } = future;
  return (
    <button
      type="button"
      aria-current={isOpen}
      title={name}
      aria-label={m.row({
        letter,
        name,
        isOpen,
        leaves: leavesUs === null ? null : formatTime(leavesUs),
        commands: commands.length,
        stands: formatTime(instant.timeUs),
      })}
      onClick={onOpen}
      className={classNames(
        'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-button px-1.5 text-left text-[12.5px] hover:bg-surface-2 pointer-coarse:h-11',
        isOpen ? 'font-[620] text-ink' : 'text-ink-2',
      )}
    >
      <LetterBadge letter={letter} isFilled={isOpen} />
      <span className="truncate">{name}</span>
    </button>
  );
}

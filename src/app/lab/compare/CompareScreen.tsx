import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Instant } from '../../../bridge/EngineApi.ts';
import { compare as m } from '../../../i18n/en/compare.ts';
import { timeline } from '../../../i18n/en/timeline.ts';
import { formatTime } from '../../../i18n/format.ts';
import type { LinkedComparison } from '../../../link/SharedLink.ts';
import { createComparison, type Comparison } from '../../../state/compare/createComparison.ts';
import type { Difference } from '../../../state/compare/findDifferences.ts';
import { isSameScenario } from '../../../state/futures/futures.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { announce } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { isPlain, useShortcuts } from '../../../ui/shortcuts.ts';
import { prefersReducedMotion } from '../../../ui/theme.ts';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { selectCluster, selectPartition } from '../../../views/clusterModel.ts';
import { SimulationProvider, usePanelState } from '../../../views/SimulationContext.tsx';
import { useTimeKeys } from '../../../views/timeline/useTimeKeys.ts';
import { PageFrame } from '../../PageFrame.tsx';
import { Transport } from '../../pieces.tsx';
import { ShareDialog, useShare } from '../../share.tsx';
import { LetterBadge } from '../futures/LetterBadge.tsx';
import { ComparedLogs } from './ComparedLogs.tsx';
import { CompareLedger } from './CompareLedger.tsx';
import type { ComparePair, CompareSide } from './CompareSide.ts';
import { CompareTree } from './CompareTree.tsx';
import { describeDifference } from './describeDifference.ts';

export interface CompareScreenProps {
  readonly pair: ComparePair;
  /** Where both stand at first. */
  readonly instant: Instant;
  /** Compares these from there on. */
  readonly onPair: (pair: ComparePair, instant: Instant) => void;
  readonly onChoose: () => void;
  /** Where both stand: at first, now and then, and when the page goes. */
  readonly onMoment: (pair: ComparePair, instant: Instant) => void;
  readonly onClose: () => void;
}

/** While it runs, where it stands is told this often at most. */
const TELL_EVERY_MS = 2000;

/** Two futures of one seed under one transport: what is the same, where they first differ, and what became of every record. */
export function CompareScreen({ pair, instant, onPair, onChoose, onMoment, onClose }: CompareScreenProps) {
  const { app, lab } = useMessages();
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const start = useRef(instant);
  useEffect(() => {
    start.current = instant;
  });
  useEffect(() => {
    const created = createComparison({ ...pair, isMotionReduced: prefersReducedMotion });
    let isGone = false;
    void created.load(start.current);
    // Both scenarios are known from here on; the run itself may take its time.
    void Promise.resolve().then(() => {
      if (!isGone) setComparison(created);
    });
    return () => {
      isGone = true;
      created.dispose();
    };
  }, [pair]);
  const told = useRef(onMoment);
  useEffect(() => {
    told.current = onMoment;
  });
  useEffect(() => {
    told.current(pair, start.current);
    if (comparison === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const tell = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      const { nowUs, after, status } = comparison.a.store.getState();
      if (status === 'ready') told.current(pair, { timeUs: nowUs, after });
    };
    const unsubscribe = comparison.a.store.subscribe(() => {
      timer ??= setTimeout(tell, TELL_EVERY_MS);
    });
    window.addEventListener('pagehide', tell);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', tell);
      if (timer !== null) clearTimeout(timer);
    };
  }, [comparison, pair]);
  const share = useShare(comparison?.a ?? null, { kind: 'lab' }, m.share, () => ({ compare: linked(pair) }));
  const swap = () => {
    if (comparison === null) return;
    const { nowUs, after } = comparison.a.store.getState();
    onPair({ a: pair.b, b: pair.a }, { timeUs: nowUs, after });
  };
  return (
    <PageFrame
      title={app.pageTitle(m.heading(pair.a.name, pair.b.name))}
      fill="always"
      crumb={{ parent: lab.title, title: m.title, chip: m.oneSeed(pair.a.scenario.seed) }}
      actions={[
        { id: 'swap', label: m.swap, icon: 'compare', run: swap },
        { id: 'choose', label: m.choose, icon: 'edit', run: onChoose },
        { id: 'close', label: m.close, icon: 'lab', run: onClose },
        share.action,
      ]}
    >
      <h1 className="sr-only">{m.heading(pair.a.name, pair.b.name)}</h1>
      <ShareDialog share={share} />
      {comparison !== null && (
        <SimulationProvider simulation={comparison.a}>
          <CompareBody comparison={comparison} pair={pair} />
        </SimulationProvider>
      )}
    </PageFrame>
  );
}

function linked({ a, b }: ComparePair): LinkedComparison {
  const isSame = isSameScenario(a.scenario, b.scenario);
  return {
    name: a.name,
    other: { name: b.name, scenario: isSame ? null : b.scenario, commands: b.commands },
  };
}

/** Below it there is room for one side at a time. */
const SIDE_BY_SIDE = '(min-width: 720px)';

function CompareBody({ comparison, pair }: { readonly comparison: Comparison; readonly pair: ComparePair }) {
  const a = useStore(comparison.a.store);
  const b = useStore(comparison.b.store);
  const isWide = useMediaQuery(SIDE_BY_SIDE);
  const [shown, setShown] = useState<'a' | 'b'>('a');
  const partitions = useMemo(
    () => [
      ...new Set([a, b].flatMap((state) => selectCluster(state.entities).partitions.map(({ name }) => name))),
    ],
    [a, b],
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const partition = chosen ?? selectPartition(selectCluster(a.entities), null)?.name ?? partitions[0] ?? '';
  const sides = [
    { id: 'a' as const, letter: 'A', side: pair.a, state: a, other: b },
    { id: 'b' as const, letter: 'B', side: pair.b, state: b, other: a },
  ];
  useTimeKeys(timeline.keys.title);
  return (
    <div className="flex h-full min-h-0 flex-col max-md:overflow-y-auto">
      <DifferenceBar comparison={comparison} />
      <div className="flex flex-wrap items-end gap-3 border-b border-line bg-surface px-4 py-1.5 md:px-5">
        {!isWide && (
          <Segments<'a' | 'b'>
            label={m.show}
            value={shown}
            onChange={setShown}
            segments={[
              { value: 'a', label: 'A' },
              { value: 'b', label: 'B' },
            ]}
          />
        )}
        {partitions.length > 1 && (
          <SelectField
            label={m.partition}
            hideLabel
            mono
            className="w-44"
            value={partition}
            onChange={setChosen}
            options={partitions.map((value) => ({ value, label: value }))}
          />
        )}
        <p className="type-row self-center text-ink-3">{m.both60}</p>
      </div>
      <div className="grid min-h-[250px] flex-1 md:grid-cols-2">
        {sides
          .filter(({ id }) => isWide || id === shown)
          .map(({ id, letter, side, state, other }) => (
            <div
              key={id}
              className="flex min-h-0 min-w-0 flex-col md:[&:nth-child(2)]:border-l md:[&:nth-child(2)]:border-line"
            >
              <SideTitle
                letter={letter}
                side={side}
                lost={state.ledger.lost}
                lostAfterAck={state.ledger.lostAfterAck}
              />
              <ComparedLogs
                label={m.stage(letter, side.name)}
                state={state}
                other={other}
                partition={partition}
              />
            </div>
          ))}
      </div>
      <ScrollBox
        label={m.ledger.equation}
        className="shrink-0 border-t border-line bg-surface md:max-h-[34%] md:overflow-y-auto"
      >
        <CompareLedger a={a.ledger} b={b.ledger} nameA={pair.a.name} nameB={pair.b.name} timeUs={a.nowUs} />
      </ScrollBox>
      <div className="shrink-0 border-t border-line bg-surface max-md:sticky max-md:bottom-0">
        <Suspense fallback={<div className="h-16" />}>
          <Transport />
        </Suspense>
      </div>
    </div>
  );
}

function SideTitle({
  letter,
  side,
  lost,
  lostAfterAck,
}: {
  readonly letter: string;
  readonly side: CompareSide;
  readonly lost: number;
  readonly lostAfterAck: number;
}) {
  return (
    <div className="flex items-center gap-2.5 bg-bg px-4 py-2">
      <LetterBadge letter={letter} isFilled={letter === 'B'} />
      <h2 className="mono min-w-0 flex-1 truncate text-[14px] font-[620]" title={side.name}>
        <span className="sr-only">{`${letter}: `}</span>
        {side.name}
      </h2>
      <span
        className={
          lost > 0
            ? 'rounded-[6px] bg-error-tint px-2 text-[12px] leading-[22px] text-error'
            : 'rounded-[6px] bg-sea px-2 text-[12px] leading-[22px] text-ink-2'
        }
      >
        {lostAfterAck > 0 ? m.lostAcked(lostAfterAck) : m.lost(lost)}
      </span>
    </div>
  );
}

/** The tree, where the two first differ, and the way to that and to the next ones. */
function DifferenceBar({ comparison }: { readonly comparison: Comparison }) {
  const { differences, untilUs, isLooking } = useStore(comparison.store);
  const nowUs = usePanelState((state) => state.nowUs);
  const exploredUs = usePanelState((state) => state.exploredUs);
  const scenario = usePanelState((state) => state.scenario);
  const marksA = usePanelState((state) => state.marks);
  const marksB = useStore(comparison.b.store, (state) => state.marks);
  const [nothing, setNothing] = useState<string | null>(null);
  const first = differences[0] ?? null;
  const here = differences.findLast((one) => one.timeUs < nowUs) ?? null;

  const go = async (to: () => Promise<boolean>, none: (time: string) => string) => {
    if (isLooking) return;
    setNothing(null);
    const isThere = await to();
    const { differences: all, untilUs: looked } = comparison.store.getState();
    const now = comparison.a.store.getState().nowUs;
    const found = all.findLast((one) => one.timeUs < now);
    const said = isThere && found !== undefined ? sentenceOf(found) : none(formatTime(looked));
    if (!isThere) setNothing(said);
    announce(said);
  };
  const goFirst = () => void go(() => comparison.goToFirst(), m.noneYet);
  const goNext = () => void go(() => comparison.goToNext(), m.noMore);
  useShortcuts(m.keys, [
    {
      keys: '1',
      label: m.firstDifference,
      match: (event) => event.key === '1' && isPlain(event),
      run: goFirst,
    },
    {
      keys: 'N',
      label: m.nextDifference,
      match: (event) => event.key.toLowerCase() === 'n' && isPlain(event),
      run: goNext,
    },
  ]);
  const told = here ?? first;
  return (
    <section aria-label={m.tree} className="border-b border-line bg-surface px-4 py-1.5 md:px-5">
      <div className="flex items-center gap-4">
        <CompareTree
          nowUs={nowUs}
          exploredUs={exploredUs}
          untilUs={scenario.untilUs}
          forkUs={comparison.forkUs}
          first={first}
          marksA={marksA}
          marksB={marksB}
        />
        <div className="flex shrink-0 gap-1.5 max-md:flex-col">
          <Button size="small" onPress={goFirst}>
            {m.firstDifference} <kbd className="mono text-ink-3">1</kbd>
          </Button>
          <Button size="small" onPress={goNext}>
            {m.nextDifference} <kbd className="mono text-ink-3">N</kbd>
          </Button>
        </div>
      </div>
      <p className="text-[13px] leading-5">
        {isLooking
          ? m.looking
          : (nothing ?? (
              <>
                <b className="font-[620] text-accent">
                  {told === null
                    ? comparison.forkUs !== null && nowUs === comparison.forkUs
                      ? m.partsHere(formatTime(nowUs))
                      : m.noneYet(formatTime(Math.max(0, untilUs)))
                    : told === first
                      ? m.first(formatTime(told.timeUs))
                      : m.difference(formatTime(told.timeUs))}
                </b>{' '}
                {told !== null && describeDifference(told)}{' '}
                {differences.length > 1 && (
                  <span className="text-ink-3">{m.differences(differences.length)}</span>
                )}
              </>
            ))}
      </p>
    </section>
  );
}

function sentenceOf(difference: Difference): string {
  return `${m.difference(formatTime(difference.timeUs))} ${describeDifference(difference)}`;
}

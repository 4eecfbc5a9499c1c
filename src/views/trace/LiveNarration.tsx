import { useEffect } from 'react';
import { interestOf, InterestTracker, isTold, type Interest } from '../../shared/interestingEvents.ts';
import type { PlaybackState } from '../../state/Simulation.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useSimulation, useStageViewStore, type Verbosity } from '../SimulationContext.tsx';
import { describeTraceEvent } from './describeTraceEvent.ts';
import { GroupReaders } from './groupReaders.ts';
import { count, emptyCounts } from './traceItems.ts';

const INTEREST: Readonly<Record<Verbosity, Interest>> = {
  errors: 'error',
  changes: 'change',
  everything: 'rpc',
};
/** Sentences wait this long, so that what belongs together is said together. */
const PAUSE_MS = 600;
/** Faster than speech, events are summed and told this often. */
const SUM_EVERY_MS = 4000;
/** More sentences than this at once are a sum. */
const MOST_SENTENCES = 2;

/** Speaks what happens, for those who listen. Draws nothing. */
export function LiveNarration() {
  const m = useMessages();
  const simulation = useSimulation();
  const view = useStageViewStore();
  useEffect(() => {
    let last: TraceRow | undefined = simulation.store.getState().trace.at(-1);
    let { commands, status } = simulation.store.getState();
    let tracker = new InterestTracker();
    let waiting: TraceRow[] = [];
    let waitingSince = 0;
    let lastSpoken = -Infinity;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let readers = new GroupReaders();
    /** What pauses of groups came to, told with what is told next. */
    let pauses: string[] = [];
    const follow = (rows: readonly TraceRow[]): string[] =>
      rows.flatMap((row) => {
        const over = readers.observe(row);
        if (over === null) return [];
        const { group, partitions, pausedUs } = over;
        return m.stage.narration.at(row.timeUs, m.stage.narration.readAgain(group, partitions, pausedUs));
      });
    follow(simulation.store.getState().trace);

    const speak = () => {
      timer = null;
      const now = performance.now();
      const { verbosity, muted } = view.getState();
      if (muted) {
        waiting = [];
        pauses = [];
        return;
      }
      if (!isTold('change', INTEREST[verbosity])) pauses = [];
      const told = waiting.filter((row) => isTold(tracker.observe(row.event), INTEREST[verbosity]));
      const errors = told.filter(({ event }) => interestOf(event) === 'error');
      if (told.length > MOST_SENTENCES && now - lastSpoken < SUM_EVERY_MS) {
        tracker = new InterestTracker();
        timer = setTimeout(speak, SUM_EVERY_MS - (now - lastSpoken));
        return;
      }
      if (told.length > MOST_SENTENCES) {
        const counts = emptyCounts();
        for (const row of waiting) count(counts, row.event);
        const seconds = Math.max(1, Math.round((now - waitingSince) / 1000));
        const summary = m.trace.spokenSummary(seconds, m.trace.summary(counts), errors.length);
        announce([summary, ...pauses].join(' '));
        const firstError = errors[0];
        if (firstError !== undefined) announce(sentenceOf(firstError), 'assertive');
      } else {
        const calm = [...told.filter((row) => !errors.includes(row)).map(sentenceOf), ...pauses];
        if (calm.length > 0) announce(calm.join(' '));
        if (errors.length > 0) announce(errors.map(sentenceOf).join(' '), 'assertive');
      }
      if (told.length > 0) lastSpoken = now;
      waiting = [];
      pauses = [];
    };
    const sentenceOf = (row: TraceRow) => m.stage.narration.at(row.timeUs, describeTraceEvent(row.event));

    const onFrame = () => {
      const { trace, commands: commandsNow, status: statusNow } = simulation.store.getState();
      const isDeed = commandsNow.length > commands.length;
      const isLoaded = status === 'loading' && statusNow !== 'loading';
      commands = commandsNow;
      status = statusNow;
      const newest = trace.at(-1);
      if (newest === last) return;
      // The frame that answers a deed is whole: its rows are other objects that say the same.
      const from = last === undefined ? 0 : trace.findLastIndex(isDeed ? sameAs(last) : isIt(last)) + 1;
      const isJump = isLoaded || (last !== undefined && from === 0);
      last = newest;
      // After a jump in time, or where a run opens, there is nothing to tell: the listener asked for it.
      if (isJump) {
        waiting = [];
        pauses = [];
        tracker = new InterestTracker();
        readers = new GroupReaders();
        follow(trace);
        return;
      }
      pauses.push(...follow(trace.slice(from)));
      if (waiting.length === 0) waitingSince = performance.now();
      waiting.push(...trace.slice(from));
      timer ??= setTimeout(speak, PAUSE_MS);
    };
    const onPlayback = (now: PlaybackState, before: PlaybackState) => {
      const { nowUs, scenario } = simulation.store.getState();
      const isAtEnd = scenario.untilUs !== null && nowUs >= scenario.untilUs;
      if (before.playing && !now.playing && isAtEnd && !view.getState().muted)
        announce(m.stage.narration.ended(nowUs), 'assertive');
    };
    const unsubscribe = simulation.store.subscribe(onFrame);
    const unsubscribePlayback = simulation.playback.subscribe(onPlayback);
    return () => {
      unsubscribe();
      unsubscribePlayback();
      if (timer !== null) clearTimeout(timer);
    };
  }, [simulation, view, m]);
  return null;
}

function isIt(row: TraceRow): (other: TraceRow) => boolean {
  return (other) => other === row;
}

function sameAs(row: TraceRow): (other: TraceRow) => boolean {
  return (other) =>
    other.seq === row.seq &&
    other.timeUs === row.timeUs &&
    JSON.stringify(other.event) === JSON.stringify(row.event);
}

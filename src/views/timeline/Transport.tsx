import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { timeline } from '../../i18n/en/timeline.ts';
import { formatDuration, formatTime } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/buttonClass.ts';
import { Icon } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useReducedMotion } from '../../ui/theme.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import {
  usePanelPlayback,
  usePlayback,
  useSimulation,
  useStageView,
  useStageViewStore,
} from '../SimulationContext.tsx';
import '../views.css';
import { Scrubber } from './Scrubber.tsx';
import { SpeedLadder } from './SpeedLadder.tsx';
import { StepChoice } from './StepChoice.tsx';
import { useSteps } from './useSteps.ts';

const BookmarksDialog = lazy(async () => ({
  default: (await import('./BookmarksDialog.tsx')).BookmarksDialog,
}));

/** From here on the ladder has room beside the timeline; below it is unfolded from its figure. */
const LADDER_FROM = 1240;
/** Where the timeline stands elsewhere. */
const DOCKED_LADDER_FROM = 1120;
const DOCKED_PACING_FROM = 900;
const PHONE_BELOW = 560;
/** The timeline keeps a good part of the width. */
const STEPS_FROM = 1060;
const BOOKMARKS_FROM = 700;

export interface TransportProps {
  readonly showsPlans?: boolean;
  /** The timeline stands elsewhere; the ladder has its room, and this its end. Left out: both stand here. */
  readonly docked?: ReactNode;
}

/** Time: go, stop, step, scrub, and how fast. */
export function Transport({ showsPlans = false, docked }: TransportProps) {
  const m = useMessages().stage.transport;
  const root = useRef<HTMLElement>(null);
  const size = useElementSize(root);
  const [ladderOpen, setLadderOpen] = useState(false);
  const width = size?.width ?? 1000;
  const phone = width < PHONE_BELOW;
  const inline = width >= (docked === undefined ? LADDER_FROM : DOCKED_LADDER_FROM);
  return (
    <section ref={root} aria-label={m.label} className="bg-surface">
      {docked !== undefined ? (
        <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1">
          <Buttons big={false} />
          {width >= STEPS_FROM && <StepChoice />}
          <Clock />
          {width >= DOCKED_PACING_FROM && <PacingChoice />}
          <SpeedFigure
            open={ladderOpen}
            {...(inline ? {} : { onToggle: () => setLadderOpen(!ladderOpen) })}
          />
          {inline ? <SpeedLadder /> : <span className="flex-1" />}
          <BookmarksButton />
          {docked}
        </div>
      ) : phone ? (
        <div className="flex flex-col gap-1 px-4 pt-2 pb-2.5">
          <div className="flex items-center gap-2">
            <Clock />
            <Scrubber showsPlans={showsPlans} />
          </div>
          <div className="flex items-center gap-2">
            <Buttons big />
            <SpeedFigure open={ladderOpen} onToggle={() => setLadderOpen(!ladderOpen)} />
          </div>
        </div>
      ) : (
        <div className="flex min-h-16 items-center gap-3 px-5">
          <Buttons big={false} />
          {width >= STEPS_FROM && <StepChoice />}
          <Clock />
          <Scrubber showsPlans={showsPlans} />
          {inline && <SpeedLadder />}
          <SpeedFigure
            open={ladderOpen}
            {...(inline ? {} : { onToggle: () => setLadderOpen(!ladderOpen) })}
          />
          {width >= 760 && <PacingChoice />}
          {width >= BOOKMARKS_FROM && <BookmarksButton />}
        </div>
      )}
      {!inline && ladderOpen && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-1">
          {width < (docked === undefined ? 760 : DOCKED_PACING_FROM) && <PacingChoice />}
          {width < STEPS_FROM && <StepChoice />}
          {docked === undefined && width < BOOKMARKS_FROM && <BookmarksButton />}
          <SpeedLadder />
        </div>
      )}
      <Bookmarks />
    </section>
  );
}

function BookmarksButton() {
  const view = useStageViewStore();
  return (
    <IconButton
      icon="flag"
      variant="plain"
      label={timeline.bookmarks.open}
      onPress={() => view.setState({ bookmarksOpen: true })}
    />
  );
}

function Bookmarks() {
  const view = useStageViewStore();
  const isOpen = useStageView((state) => state.bookmarksOpen);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <BookmarksDialog onClose={() => view.setState({ bookmarksOpen: false })} />
    </Suspense>
  );
}

function Buttons({ big }: { readonly big: boolean }) {
  const m = useMessages().stage.transport;
  const simulation = useSimulation();
  const playing = usePlayback((state) => state.playing);
  const reduced = useReducedMotion();
  const stepBy = useStageView((state) => state.stepBy);
  const steps = useSteps();
  const toggle = () => (playing ? simulation.pause() : simulation.play());
  return (
    <div className={big ? 'flex min-w-0 flex-1 items-center gap-2' : 'flex items-center gap-2'}>
      {!big && <ToStart />}
      <IconButton icon="stepBack" variant="plain" label={timeline.back[stepBy]} onPress={steps.back} />
      {big ? (
        <Button
          variant="primary"
          size="large"
          className="min-w-0 flex-1 !shrink max-[359px]:!px-1"
          onPress={steps.on}
        >
          {timeline.on[stepBy]}
        </Button>
      ) : null}
      {/* Where motion is not wanted there is nothing to play: the next event is the step. */}
      {!reduced && (
        <IconButton
          icon={playing ? 'pause' : 'play'}
          variant={big ? 'plain' : 'primary'}
          label={playing ? m.pause : m.play}
          onPress={toggle}
        />
      )}
      {!big && (
        <IconButton icon="stepForward" variant="plain" label={timeline.on[stepBy]} onPress={steps.on} />
      )}
    </div>
  );
}

function ToStart() {
  const m = useMessages().stage.transport;
  const simulation = useSimulation();
  return (
    <AriaButton
      aria-label={m.toStart}
      className={`${buttonClass('ghost')} w-8 !px-0 pointer-coarse:w-11`}
      onPress={() => void simulation.seek({ timeUs: 0, after: 0 })}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <path d="M13.5 3.5v9L8 8zM8 3.5v9L2.5 8z" />
        <path d="M1.75 3.5v9" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    </AriaButton>
  );
}

function Clock() {
  const m = useMessages().stage.transport;
  const simulation = useSimulation();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = text.current;
    if (element === null) return undefined;
    const digits = document.createTextNode('');
    element.replaceChildren(digits);
    const write = () => {
      const time = formatTime(simulation.playback.getState().playheadUs);
      if (time === digits.data) return;
      // Its size is known, so that a digit that changes, sixty times a second, has nothing else laid out.
      if (time.length !== digits.length) element.style.width = `${time.length}ch`;
      digits.data = time;
    };
    write();
    return simulation.playback.subscribe(write);
  }, [simulation]);
  return (
    <span
      className="hw-mono min-w-[76px] shrink-0 text-[14px] font-[600]"
      role="timer"
      aria-label={m.label}
      aria-live="off"
    >
      <span ref={text} className="hw-clock" />
    </span>
  );
}

function SpeedFigure({ open, onToggle }: { readonly open: boolean; readonly onToggle?: () => void }) {
  const m = useMessages().stage.transport;
  const speed = usePanelPlayback((state) => state.speed);
  const reached = usePanelPlayback((state) => state.reachedSpeed);
  const shown = m.oneSecondShows(formatDuration(reached ?? speed));
  const content = (
    <span className="flex flex-col text-left text-[11.5px] leading-[15px]">
      <span className="whitespace-nowrap">{shown}</span>
      {reached !== null && (
        <span className="whitespace-nowrap text-wait">{m.askedFor(formatDuration(speed))}</span>
      )}
    </span>
  );
  if (onToggle === undefined) return <span className="min-w-24 text-ink-2">{content}</span>;
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={`${m.speed}: ${shown}`}
      onClick={onToggle}
      className="flex min-h-8 shrink-0 items-center gap-1 rounded-button px-1.5 text-ink-2 hover:bg-sunken pointer-coarse:min-h-11"
    >
      {content}
      <Icon name="down" size={14} />
    </button>
  );
}

function PacingChoice() {
  const m = useMessages().stage.transport;
  const simulation = useSimulation();
  const pacing = usePlayback((state) => state.pacing);
  return (
    <Segments
      label={m.pacing}
      value={pacing}
      onChange={(value) => simulation.setPacing(value)}
      segments={[
        { value: 'event', label: m.eventPaced },
        { value: 'steady', label: m.steady },
      ]}
    />
  );
}

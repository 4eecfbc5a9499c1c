import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { formatDuration } from '../../i18n/format.ts';
import { useMessages } from '../../ui/messages.tsx';
import { regimeBoundary } from '../cluster/motionRegime.ts';
import { usePanelState, usePlayback, useSimulation } from '../SimulationContext.tsx';

const MS = 1000;
const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
/** From 0.1 ms to 12 days of the run a second. */
const SLOWEST = Math.log10(0.1 * MS);
const FASTEST = Math.log10(12 * DAY);

const FIGURES = [0.1 * MS, MS, 10 * MS, SECOND, 100 * SECOND, 3 * 3600 * SECOND, 12 * DAY];

/** One log slider. Kafka's own delays are engraved on it: each is well seen at the speed where it takes about a second. */
export function SpeedLadder() {
  const m = useMessages().stage.transport;
  const simulation = useSimulation();
  const speed = usePlayback((state) => state.speed);
  const latencyUs = usePanelState((state) => state.scenario.network.latencyUs);
  const engraved = [
    { at: Math.max(0.2 * MS, latencyUs), label: m.engraved.rpc },
    { at: 5 * MS, label: m.engraved.linger },
    { at: 500 * MS, label: m.engraved.fetchWait },
    { at: 9 * SECOND, label: m.engraved.session },
    { at: 7 * DAY, label: m.engraved.retention },
  ];
  const percent = (us: number) => (100 * (Math.log10(us) - SLOWEST)) / (FASTEST - SLOWEST);
  const boundary = percent(regimeBoundary(latencyUs));
  return (
    <Slider
      aria-label={m.speed}
      value={Math.log10(speed)}
      minValue={SLOWEST}
      maxValue={FASTEST}
      step={0.05}
      onChange={(value) => simulation.setSpeed(10 ** value)}
      className="min-w-56 flex-1 px-3"
    >
      <SliderTrack className="relative h-11">
        {/* Single RPCs are dotted, ribbons a band: as they will be drawn. */}
        <span
          aria-hidden="true"
          className="absolute left-0 border-t-4 border-dotted border-water"
          style={{ top: 20, width: `${boundary}%` }}
        />
        <span
          aria-hidden="true"
          className="absolute right-0 h-1 rounded-full bg-water-deep"
          style={{ top: 20, left: `${boundary}%` }}
        />
        {engraved.map(({ at, label }) => (
          <span
            key={label}
            aria-hidden="true"
            className="absolute w-px bg-ink-3"
            style={{ left: `${percent(at)}%`, top: 13, height: 14 }}
          >
            <span className="absolute bottom-full left-0 -translate-x-1/2 text-[10px] leading-[12px] whitespace-nowrap text-ink-2">
              {label}
            </span>
          </span>
        ))}
        {FIGURES.map((us) => (
          <span
            key={us}
            aria-hidden="true"
            className="type-axis absolute -translate-x-1/2 whitespace-nowrap text-ink-3"
            style={{ left: `${percent(us)}%`, top: 31 }}
          >
            {formatDuration(us)}
          </span>
        ))}
        <SliderThumb
          aria-label={m.speed}
          aria-valuetext={m.oneSecondShows(formatDuration(speed))}
          className="top-[22px] size-4 rounded-full border-2 border-ink bg-surface focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
        />
      </SliderTrack>
    </Slider>
  );
}

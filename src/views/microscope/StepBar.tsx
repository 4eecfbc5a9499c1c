import { useEffect, useState } from 'react';
import { microscope } from '../../i18n/en/microscope.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useReducedMotion } from '../../ui/theme.ts';

const m = microscope.steps;
const STEP_MS = 700;

export interface StepBarProps {
  readonly done: number;
  readonly count: number;
  readonly onStep: (done: number) => void;
  /** What the last step was. */
  readonly sentence: string;
}

/** Goes through a look-up: from the beginning, a step on or back, all of it, or by itself. */
export function StepBar({ done, count, onStep, sentence }: StepBarProps) {
  const isStill = useReducedMotion();
  const [isPlaying, setIsPlaying] = useState(false);
  const plays = isPlaying && done < count;
  useEffect(() => {
    if (!plays) return;
    const timer = setTimeout(() => onStep(done + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, done, onStep]);
  const go = (to: number) => {
    setIsPlaying(false);
    onStep(Math.max(0, Math.min(count, to)));
  };
  return (
    <div className="mi-steps">
      <div role="group" aria-label={m.label} className="flex items-center gap-1">
        <IconButton icon="undo" label={m.first} isDisabled={done === 0} onPress={() => go(0)} />
        <IconButton icon="back" label={m.previous} isDisabled={done === 0} onPress={() => go(done - 1)} />
        <IconButton icon="next" label={m.next} isDisabled={done === count} onPress={() => go(done + 1)} />
        <IconButton icon="stepForward" label={m.last} isDisabled={done === count} onPress={() => go(count)} />
        {!isStill && (
          <IconButton
            icon={plays ? 'pause' : 'play'}
            label={plays ? m.pause : m.play}
            onPress={() => {
              if (plays) setIsPlaying(false);
              else {
                if (done === count) onStep(0);
                setIsPlaying(true);
              }
            }}
          />
        )}
        <span className="ml-1 text-[12px] whitespace-nowrap text-ink-3">{m.at(done, count)}</span>
      </div>
      <p className="min-w-0 text-[13px] leading-5 text-ink">{sentence}</p>
    </div>
  );
}

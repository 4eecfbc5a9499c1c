import { useId } from 'react';
import { classNames } from './classNames.ts';

export interface SliderMark {
  readonly at: number;
  readonly label?: string;
}

export interface SliderProps {
  readonly label: string;
  readonly showLabel?: boolean;
  /** The label is a name that Kafka would print. */
  readonly mono?: boolean;
  readonly value: number;
  readonly minValue: number;
  readonly maxValue: number;
  readonly step?: number;
  readonly onChange: (value: number) => void;
  /** What the value is called, with its unit; also what a screen reader says. */
  readonly format: (value: number) => string;
  readonly showValue?: boolean;
  readonly marks?: readonly SliderMark[];
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/**
 * A value on a line; the part up to the thumb is water. A native range input: keys, touch and focus are the browser's, and unlike
 * react-aria's slider it can say its value in our words (“1 s shows 2 ms”).
 */
export function Slider(props: SliderProps) {
  const { label, showLabel = false, mono = false, format, showValue = false, marks = [], className } = props;
  const { value, minValue, maxValue, step = 1, onChange, isDisabled = false } = props;
  const id = useId();
  const share = (at: number) => (at - minValue) / (maxValue - minValue);
  // The thumb is 16 px wide and stays inside the track.
  const place = (at: number) => `calc(8px + ${share(at)} * (100% - 16px))`;
  return (
    <div className={classNames('flex min-w-24 items-center gap-3', className)}>
      {showLabel && (
        <label htmlFor={id} className={classNames('text-[12.5px] text-ink-2', mono && 'mono')}>
          {label}
        </label>
      )}
      <div className="relative h-8 flex-1 pointer-coarse:h-11">
        <span aria-hidden="true" className="absolute inset-x-0 top-1/2 -mt-0.5 h-1 rounded-full bg-line" />
        <span
          aria-hidden="true"
          style={{ width: place(value) }}
          className="absolute top-1/2 left-0 -mt-0.5 h-1 rounded-full bg-water-deep"
        />
        {marks.map((mark) => (
          <span
            key={mark.at}
            aria-hidden="true"
            style={{ left: place(mark.at) }}
            className="absolute top-1/2 -mt-2 h-4 w-px bg-line-strong"
          >
            {mark.label !== undefined && (
              <span className="type-axis absolute top-full left-0 -translate-x-1/2 whitespace-nowrap text-ink-3">
                {mark.label}
              </span>
            )}
          </span>
        ))}
        <input
          id={id}
          type="range"
          className="slider absolute inset-0 size-full"
          min={minValue}
          max={maxValue}
          step={step}
          value={value}
          disabled={isDisabled}
          aria-label={showLabel ? undefined : label}
          aria-valuetext={format(value)}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      </div>
      {showValue && (
        <output htmlFor={id} className="mono min-w-8 text-right text-ink-2">
          {format(value)}
        </output>
      )}
    </div>
  );
}

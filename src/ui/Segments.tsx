import { useId } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { classNames } from './classNames.ts';
import { useMessages } from './messages.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Kafka's own default: marked by a dot. */
  readonly isDefault?: boolean;
  readonly isDisabled?: boolean;
}

export interface SegmentsProps<Value extends string> {
  readonly label: string;
  /** The label stands beside the segments; otherwise only a screen reader says it. */
  readonly showLabel?: boolean;
  /** Names and values that Kafka would print. */
  readonly mono?: boolean;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
  /** What has no room goes to a further line, instead of being cut. */
  readonly wraps?: boolean;
}

/** One of a few values, all in sight. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const {
    label,
    showLabel = false,
    mono = false,
    segments,
    value,
    onChange,
    isDisabled = false,
    wraps = false,
  } = props;
  const m = useMessages().app;
  const labelId = useId();
  return (
    <div className={classNames('flex items-center gap-2', wraps && 'flex-wrap')}>
      {showLabel && (
        <span id={labelId} className={classNames('text-[12.5px] text-ink-2', mono && 'mono')}>
          {label}
        </span>
      )}
      <ToggleButtonGroup
        selectionMode="single"
        disallowEmptySelection
        isDisabled={isDisabled}
        selectedKeys={[value]}
        onSelectionChange={(keys) => {
          const chosen = segments.find((segment) => keys.has(segment.value));
          if (chosen !== undefined && chosen.value !== value) onChange(chosen.value);
        }}
        {...(showLabel ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
        className={classNames('inline-flex gap-px rounded-button bg-sunken p-0.5', wraps && 'flex-wrap')}
      >
        {segments.map((segment) => (
          <ToggleButton
            key={segment.value}
            id={segment.value}
            isDisabled={segment.isDisabled ?? false}
            className={classNames(
              'hit relative flex h-7 min-w-8 items-center justify-center rounded-[5px] px-[9px] text-[12px] font-[520] whitespace-nowrap text-ink-2',
              'hover:text-ink selected:bg-surface selected:text-ink selected:shadow-[0_0_0_1px_var(--control)]',
              'disabled:cursor-not-allowed disabled:text-ink-3 pointer-coarse:h-11 pointer-coarse:min-w-11',
              mono && 'mono',
            )}
          >
            {segment.label}
            {segment.isDefault === true && (
              <>
                <VisuallyHidden>{m.isDefault}</VisuallyHidden>
                <span
                  aria-hidden="true"
                  className="absolute bottom-[3px] left-1/2 -ml-0.5 size-1 rounded-full bg-ink-3"
                />
              </>
            )}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}

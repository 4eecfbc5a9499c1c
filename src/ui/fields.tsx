import { useId, type ReactNode, type Ref } from 'react';
import { classNames } from './classNames.ts';

const FIELD =
  'w-full min-w-0 rounded-button border border-control bg-surface px-2 text-ink disabled:cursor-not-allowed disabled:text-ink-3';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps {
  readonly label: string;
  /** The label is only heard. */
  readonly hideLabel?: boolean;
  readonly mono?: boolean;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** One of many: the browser's own list, which every phone and reader knows. */
export function SelectField(props: SelectFieldProps) {
  const {
    label,
    hideLabel = false,
    mono = false,
    value,
    options,
    onChange,
    isDisabled = false,
    className,
  } = props;
  const id = useId();
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'type-label mb-1 block'}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={classNames(FIELD, 'h-8 pointer-coarse:h-11', mono && 'mono')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

export interface TextFieldProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly mono?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What holds while nothing is typed. */
  readonly placeholder?: string;
  /** What is wrong with the value; it is then marked as invalid. */
  readonly problem?: ReactNode;
  readonly className?: string;
}

export function TextField({
  label,
  hideLabel = false,
  mono = false,
  value,
  onChange,
  placeholder,
  problem,
  className,
}: TextFieldProps) {
  const id = useId();
  const problemId = useId();
  const isInvalid = problem !== undefined && problem !== null;
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'type-label mb-1 block'}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? problemId : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={classNames(FIELD, 'h-8 pointer-coarse:h-11', mono && 'mono', isInvalid && 'border-error')}
      />
      {isInvalid && (
        <p id={problemId} className="type-row mt-1 text-error">
          {problem}
        </p>
      )}
    </div>
  );
}

export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Text of a machine: never wrapped, never corrected. */
export function TextArea({ label, value, onChange, rows = 14, placeholder, ref }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="type-label mb-1 block">
        {label}
      </label>
      <textarea
        id={id}
        ref={ref}
        value={value}
        rows={rows}
        wrap="off"
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        className={classNames(FIELD, 'block resize-y py-2 font-mono text-[12px] leading-[18px]')}
      />
    </div>
  );
}

/** A text to be taken away when the clipboard is closed: shown whole, selected at once. */
export function TakeAwayField({ label, value }: { readonly label: string; readonly value: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="type-label mb-1 block">
        {label}
      </label>
      <textarea
        id={id}
        readOnly
        rows={4}
        value={value}
        ref={(element) => element?.select()}
        onFocus={(event) => event.currentTarget.select()}
        className={classNames(FIELD, 'block resize-y py-2 font-mono text-[12px] leading-[18px] break-all')}
      />
    </div>
  );
}

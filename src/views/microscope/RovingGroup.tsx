import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../../ui/classNames.ts';

export interface RovingItem {
  readonly id: string;
  /** What a screen reader says of it. */
  readonly label: string;
  readonly content: ReactNode;
  readonly className?: string;
}

export interface RovingGroupProps {
  readonly label: string;
  readonly items: readonly RovingItem[];
  /** The one that is chosen; null: none is. */
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** Given, it is told which one the pointer or the focus is on. */
  readonly onPoint?: (id: string | null) => void;
  readonly className?: string;
  readonly itemClassName?: string;
}

/** Things of which one is chosen: one tab stop, arrows inside, in rows if they stand in rows. */
export function RovingGroup(props: RovingGroupProps) {
  const { label, items, chosen, onChoose, onPoint, className, itemClassName } = props;
  const [focused, setFocused] = useState<string | null>(null);
  const ids = items.map(({ id }) => id);
  const stop = [focused, chosen].find((id) => id !== null && ids.includes(id)) ?? ids[0];
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = targetOf(event.key, at, buttons);
    if (to === null) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, to))]?.focus();
  };
  return (
    // The buttons inside take the keys; the group moves the focus between them.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="group" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {items.map(({ id, label: name, content, className: own }) => (
        <button
          key={id}
          type="button"
          tabIndex={id === stop ? 0 : -1}
          aria-label={name}
          aria-pressed={id === chosen}
          className={classNames(itemClassName, own)}
          onClick={() => onChoose(id)}
          onFocus={() => {
            setFocused(id);
            onPoint?.(id);
          }}
          onBlur={() => onPoint?.(null)}
          onMouseEnter={() => onPoint?.(id)}
          onMouseLeave={() => onPoint?.(null)}
        >
          {content}
        </button>
      ))}
    </div>
  );
}

function targetOf(key: string, at: number, buttons: readonly HTMLButtonElement[]): number | null {
  switch (key) {
    case 'ArrowRight':
      return at + 1;
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowDown':
      return at + rowLength(buttons);
    case 'ArrowUp':
      return at - rowLength(buttons);
    case 'Home':
      return 0;
    case 'End':
      return buttons.length - 1;
    default:
      return null;
  }
}

/** How many stand beside each other. */
function rowLength(buttons: readonly HTMLButtonElement[]): number {
  const top = buttons[0]?.offsetTop ?? 0;
  const next = buttons.findIndex((button) => button.offsetTop !== top);
  return next <= 0 ? 1 : next;
}

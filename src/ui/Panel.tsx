import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';

export interface PanelProps {
  readonly title: string;
  /** Heading level; 2 unless the panel stands inside another. */
  readonly level?: 2 | 3 | 4;
  /** `label`: a region of the stage. `panel`: a card of its own. */
  readonly look?: 'label' | 'panel';
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A named region of the page. */
export function Panel({ title, level = 2, look = 'label', actions, className, children }: PanelProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      aria-labelledby={id}
      className={classNames(look === 'panel' && 'rounded-panel border border-line bg-surface p-4', className)}
    >
      <div className="mb-1 flex min-h-8 items-center gap-2">
        <Heading
          id={id}
          className={classNames('min-w-0 flex-1', look === 'label' ? 'type-label' : 'type-panel')}
        >
          {title}
        </Heading>
        {actions}
      </div>
      {children}
    </section>
  );
}

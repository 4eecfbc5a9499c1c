import { useId, type ReactNode } from 'react';

export interface PaletteSectionProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the palette. */
export function PaletteSection({ title, action, children }: PaletteSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-2.5 border-b border-line px-4 py-3.5 last:border-b-0"
    >
      <div className="flex min-h-5 items-center justify-between">
        <h2 id={id} className="type-label">
          {title}
        </h2>
        {action !== undefined && <div className="-my-1.5 -mr-1">{action}</div>}
      </div>
      {children}
    </section>
  );
}

import { useState, type ReactNode } from 'react';

/** The browser's own disclosure, for a page that has hundreds of them; what is folded away is made when it is opened. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="type-row w-fit py-[7px] cursor-pointer rounded-cell text-ink-2 hover:text-accent pointer-coarse:py-[13px]">
        {title}
      </summary>
      {isOpen && <div className="pt-1 pb-2">{children}</div>}
    </details>
  );
}

import type { ReactNode } from 'react';

/** A page of a few sentences. */
export function TextPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-[620px] flex-col gap-4 px-6 py-12">
      <h1 className="type-title">{title}</h1>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../ui/messages.tsx';
import { PageFrame } from './PageFrame.tsx';

export interface ReferencePageProps {
  readonly title: string;
  readonly lead: string;
  /** The page that is read beside it. */
  readonly beside?: { readonly to: string; readonly label: string };
  /** What is shown of all there is, and how much that is. */
  readonly filters?: ReactNode;
  readonly width?: 'wide' | 'narrow';
  readonly children: ReactNode;
}

/** A page to look things up in: what it is, what of it is shown, and the list. */
export function ReferencePage({
  title,
  lead,
  beside,
  filters,
  width = 'wide',
  children,
}: ReferencePageProps) {
  const m = useMessages().app;
  const room = width === 'wide' ? 'max-w-[1100px]' : 'max-w-[860px]';
  return (
    <PageFrame title={m.pageTitle(title)}>
      <div className={`mx-auto ${room} px-5 py-8 md:px-8`}>
        <h1 className="type-title mb-2 [overflow-wrap:anywhere]">{title}</h1>
        <p className={`type-prose max-w-[72ch] text-ink-2 ${beside === undefined ? 'mb-5' : 'mb-2'}`}>
          {lead}
        </p>
        {beside !== undefined && (
          <p className="mb-5">
            <Link href={beside.to} className="text-accent underline underline-offset-2">
              {beside.label}
            </Link>
          </p>
        )}
        {filters !== undefined && <div className="mb-4 flex flex-col gap-3">{filters}</div>}
        {children}
      </div>
    </PageFrame>
  );
}

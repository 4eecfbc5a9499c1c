import type { ReactNode } from 'react';
import { ScrollBox } from '../../ui/ScrollBox.tsx';

export interface ScrollingTableProps {
  /** Of the heading that names it. */
  readonly labelledBy: string;
  readonly heads: readonly string[];
  /** Rows of the body. */
  readonly children: ReactNode;
}

/** A table that scrolls by itself where it is wider than the page. */
export function ScrollingTable({ labelledBy, heads, children }: ScrollingTableProps) {
  return (
    <ScrollBox role="region" labelledBy={labelledBy} className="overflow-x-auto">
      <table className="type-row w-full border-t border-ink text-left">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="border-b border-line px-2 py-2 align-bottom">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollBox>
  );
}

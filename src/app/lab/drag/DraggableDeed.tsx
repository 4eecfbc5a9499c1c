import type { ReactNode } from 'react';
import { DEED_TYPE, writeDeed, type DraggedDeed } from './draggedDeed.ts';

export interface DraggableDeedProps {
  readonly deed: DraggedDeed;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button of the palette that can also be dropped on the picture. Whoever does not use a mouse presses it. */
export function DraggableDeed({ deed, className, children }: DraggableDeedProps) {
  return (
    <div
      draggable
      className={className}
      onDragStart={(event) => {
        event.dataTransfer.setData(DEED_TYPE, writeDeed(deed));
        event.dataTransfer.effectAllowed = 'copy';
      }}
    >
      {children}
    </div>
  );
}

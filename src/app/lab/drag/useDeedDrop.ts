import { useRef, type DragEvent } from 'react';
import type { EntityKey } from '../../../bridge/frame.ts';
import { announce } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { spokenNode } from '../../../views/cluster/entityActions.ts';
import type { BuildForm } from '../build/forms.ts';
import { thingAt } from '../palette/deedsOnStage.ts';
import { DEED_TYPE, readDeed } from './draggedDeed.ts';

/** Drawn around what a deed would fall on. */
const MARK = 'data-drop-target';

export interface DeedDrop {
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** Takes deeds of the palette that are dropped on the picture: on a thing, or anywhere for something new. */
export function useDeedDrop(
  onBuild: (form: BuildForm) => void,
  /** A deed fell on a thing; false: nobody has that deed now. */
  onDeed: (verb: string, key: EntityKey) => boolean,
): DeedDrop {
  const m = useMessages();
  const marked = useRef<Element | null>(null);
  const mark = (thing: Element | null) => {
    if (marked.current === thing) return;
    marked.current?.removeAttribute(MARK);
    thing?.setAttribute(MARK, '');
    marked.current = thing;
  };
  const drop = (text: string, key: EntityKey | null) => {
    const deed = readDeed(text);
    if (deed === null) return;
    if (deed.kind === 'build') {
      onBuild(deed.form);
      return;
    }
    if (key === null) announce(m.lab.dropOnNothing);
    else if (!onDeed(deed.id, key)) announce(m.lab.dropInVain(spokenNode(m.stage, key)));
  };
  return {
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes(DEED_TYPE)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      mark(thingUnder(event));
    },
    onDragLeave: () => mark(null),
    onDrop: (event) => {
      const text = event.dataTransfer.getData(DEED_TYPE);
      if (text === '') return;
      event.preventDefault();
      mark(null);
      drop(text, thingAt(event.target));
    },
  };
}

function thingUnder({ target }: DragEvent): Element | null {
  return target instanceof Element ? target.closest('[data-entity]') : null;
}

import type { KeyboardEvent, MouseEvent } from 'react';
import type { EntityKey } from '../../../bridge/frame.ts';

/** A deed of the palette waits for what it is done to: whatever is pressed on the stage is that, and not what it is otherwise. */
interface StageChoice {
  readonly take: (key: EntityKey) => void;
  readonly leave: () => void;
}

/** A deed that was drawn onto a thing of the stage; false: it is of another list. */
type DropTaker = (verb: string, key: EntityKey) => boolean;

/** Between the lists of deeds and the stage, which stand apart on the page. */
export interface DeedsOnStage {
  /** From now on the stage is chosen from. Returns how that ends. */
  readonly begin: (choice: StageChoice) => () => void;
  readonly takeDrops: (taker: DropTaker) => () => void;
  readonly drop: DropTaker;
  /** For the element around the stage. */
  readonly handlers: {
    readonly onClickCapture: (event: MouseEvent) => void;
    readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  };
}

export function createDeedsOnStage(): DeedsOnStage {
  let choice: StageChoice | null = null;
  const takers = new Set<DropTaker>();
  const stop = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const takeFrom = (event: MouseEvent | KeyboardEvent) => {
    const key = thingAt(event.target);
    if (choice === null || key === null) return;
    stop(event);
    choice.take(key);
  };
  return {
    begin: (next) => {
      choice = next;
      return () => {
        if (choice === next) choice = null;
      };
    },
    takeDrops: (taker) => {
      takers.add(taker);
      return () => takers.delete(taker);
    },
    drop: (verb, key) => [...takers].some((taker) => taker(verb, key)),
    handlers: {
      onClickCapture: takeFrom,
      onKeyDownCapture: (event) => {
        if (event.key === 'Enter') takeFrom(event);
        else if (event.key === 'Escape' && choice !== null) {
          stop(event);
          choice.leave();
        }
      },
    },
  };
}

/** What stands there on the stage; of a replica the broker that has it. */
export function thingAt(target: EventTarget | null): EntityKey | null {
  if (!(target instanceof Element)) return null;
  const key = target.closest('[data-entity]')?.getAttribute('data-entity') ?? null;
  return key?.startsWith('replica:') === true ? `broker:${key.slice(key.lastIndexOf('@') + 1)}` : key;
}

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const placeStore = createStore<{ readonly place: HTMLElement | null }>(() => ({ place: null }));

/** Where a lesson's knobs go: a child of the stage, which puts it at the right end of its tool bar. */
export function StageTools() {
  return <div ref={setPlace} className="contents" />;
}

function setPlace(place: HTMLElement | null): void {
  placeStore.setState({ place });
}

/** That place; null while the stage shows none (it is small, or not yet there). */
export function useStageTools(): HTMLElement | null {
  return useStore(placeStore, (state) => state.place);
}

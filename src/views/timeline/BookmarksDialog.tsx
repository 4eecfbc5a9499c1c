import { useState } from 'react';
import { useStore } from 'zustand';
import { timeline } from '../../i18n/en/timeline.ts';
import { formatTime } from '../../i18n/format.ts';
import { bookmarkAt, MOST_BOOKMARKS, withBookmark, withoutBookmark } from '../../shared/bookmarks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { announce } from '../../ui/LiveRegion.tsx';
import { useSimulation, useSimulationState } from '../SimulationContext.tsx';

const m = timeline.bookmarks;

/** Names for moments of this run: set one here, go to one, take one away. */
export function BookmarksDialog({ onClose }: { readonly onClose: () => void }) {
  const simulation = useSimulation();
  const bookmarks = useStore(simulation.bookmarks);
  const timeUs = useSimulationState((state) => state.nowUs);
  const after = useSimulationState((state) => state.after);
  const here = { timeUs, after };
  const known = bookmarkAt(bookmarks, here);
  const [name, setName] = useState(known?.name ?? '');
  const isFull = known === undefined && bookmarks.length >= MOST_BOOKMARKS;
  const set = () => {
    simulation.bookmarks.setState(withBookmark(bookmarks, { name, at: here }), true);
    announce(m.set(name.trim(), timeUs));
    onClose();
  };
  return (
    <Dialog title={m.title} isOpen onClose={onClose}>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !isFull) set();
        }}
      >
        <TextField
          label={`${m.name}, ${formatTime(timeUs)}`}
          value={name}
          onChange={setName}
          className="flex-1"
        />
        <Button type="submit" variant="primary" isDisabled={name.trim() === '' || isFull}>
          {known === undefined ? m.add : m.rename}
        </Button>
      </form>
      {isFull && <p className="type-row mt-1 text-wait">{m.most(MOST_BOOKMARKS)}</p>}
      {bookmarks.length === 0 ? (
        <p className="mt-4 text-ink-2">{m.none}</p>
      ) : (
        <ul className="mt-4 flex flex-col">
          {bookmarks.map(({ name: other, at }) => (
            <li
              key={`${at.timeUs} ${at.after}`}
              className="flex items-center justify-between gap-2 border-t border-line py-1"
            >
              <Button
                variant="ghost"
                className="min-w-0 flex-1 !justify-start"
                aria-label={m.go(other, at.timeUs)}
                onPress={() => {
                  void simulation.seek(at);
                  onClose();
                }}
              >
                <span className="mono shrink-0 text-ink-3">{formatTime(at.timeUs)}</span>
                <span className="truncate">{other}</span>
              </Button>
              <Button
                size="small"
                variant="ghost"
                aria-label={m.remove(other)}
                onPress={() => simulation.bookmarks.setState(withoutBookmark(bookmarks, at), true)}
              >
                {m.removeShort}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

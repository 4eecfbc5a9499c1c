import { useState } from 'react';
import { useStore } from 'zustand';
import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { shelf as m } from '../../../i18n/en/shelf.ts';
import type { SavedLab } from '../../../state/labStore.ts';
import { SHELF_BACKUP_KEY, type ShelfItem } from '../../../state/shelfStore.ts';
import { Button } from '../../../ui/Button.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { announce } from '../../../ui/LiveRegion.tsx';
import { MenuButton } from '../../../ui/Menu.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { tellLostBookmarks } from '../keptBookmarks.ts';
import { labSession } from '../labSession.ts';
import { ProblemList } from '../ProblemList.tsx';
import { labShelf } from './labShelf.ts';

export interface ShelfDialogProps {
  /** What it is called if nobody says otherwise. */
  readonly name: string;
  /** What is open, to be saved. */
  readonly current: () => SavedLab;
  readonly onOpen: (lab: SavedLab) => void;
  readonly onClose: () => void;
}

/** Scenarios of the reader's own: save what is open, open, rename, duplicate, delete and bring back. */
export function ShelfDialog({ name, current, onOpen, onClose }: ShelfDialogProps) {
  const app = useMessages().app;
  const { items, trouble } = useStore(labShelf.store);
  const [text, setText] = useState(name);
  const [renaming, setRenaming] = useState<ShelfItem | null>(null);
  const [gone, setGone] = useState<{ readonly name: string; readonly bringBack: () => void } | null>(null);
  const [problem, setProblem] = useState<{
    readonly title: string;
    readonly lines: readonly string[];
  } | null>(null);

  const save = () => announce(m.saved(labShelf.saveAs(text, current()).name));
  const open = (item: ShelfItem) => {
    const read = labShelf.open(item.id);
    if ('reason' in read) {
      const lines = read.problems.map(describeScenarioProblem);
      setProblem({ title: m.unreadable(item.name), lines: lines.length === 0 ? [m.notJson] : lines });
    } else {
      onOpen(read.lab);
      // Over the stage that is shown from here on.
      if (read.lost > 0)
        labSession.tell({ kind: 'futures-lost', lost: read.lost, backupKey: SHELF_BACKUP_KEY });
      tellLostBookmarks(read.bookmarkProblems, SHELF_BACKUP_KEY);
    }
  };
  const remove = ({ id, name: removed }: ShelfItem) => {
    setGone({ name: removed, bringBack: labShelf.remove(id) });
    announce(m.removed(removed));
  };
  return (
    <Dialog title={m.title} isOpen onClose={onClose} footer={<Button onPress={onClose}>{app.close}</Button>}>
      {trouble !== null && (
        <Callout tone="wait" title={m.trouble[trouble]} live className="mb-3">
          {null}
        </Callout>
      )}
      {problem !== null && <ProblemList tone="error" title={problem.title} lines={problem.lines} />}
      <form
        className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={m.saveAs} value={text} onChange={setText} />
        <Button type="submit" variant="primary" isDisabled={text.trim() === ''}>
          {m.save}
        </Button>
      </form>
      {gone !== null && (
        <p className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-card bg-sunken px-3 py-1.5">
          {m.removed(gone.name)}
          <Button
            size="small"
            icon="undo"
            onPress={() => {
              gone.bringBack();
              setGone(null);
            }}
          >
            {m.bringBack}
          </Button>
        </p>
      )}
      {items.length === 0 ? (
        <p className="text-ink-3">{m.none}</p>
      ) : (
        <ul aria-label={m.title}>
          {items.map((item) => (
            <li key={item.id} className="flex min-h-11 items-center gap-2 border-t border-line">
              {renaming?.id === item.id ? (
                <RenameItem item={item} onDone={() => setRenaming(null)} />
              ) : (
                <>
                  <span className="min-w-0 flex-1 truncate" title={item.name}>
                    {item.name}
                  </span>
                  <Button size="small" aria-label={m.openNamed(item.name)} onPress={() => open(item)}>
                    {m.open}
                  </Button>
                  <MenuButton
                    label={m.more(item.name)}
                    iconOnly="dots"
                    actions={[
                      {
                        id: 'save',
                        label: m.overwrite,
                        icon: 'download',
                        run: () => labShelf.save(item.id, current()),
                      },
                      { id: 'rename', label: m.rename, icon: 'edit', run: () => setRenaming(item) },
                      {
                        id: 'copy',
                        label: m.duplicate,
                        icon: 'copy',
                        run: () => labShelf.duplicate(item.id),
                      },
                      { id: 'remove', label: m.remove, icon: 'close', run: () => remove(item) },
                    ]}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="type-row mt-3 text-ink-3">{m.note}</p>
    </Dialog>
  );
}

function RenameItem({ item, onDone }: { readonly item: ShelfItem; readonly onDone: () => void }) {
  const [text, setText] = useState(item.name);
  return (
    <form
      className="flex flex-1 items-end gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') labShelf.rename(item.id, text);
        onDone();
      }}
    >
      <TextField label={m.name} hideLabel className="flex-1" value={text} onChange={setText} />
      <Button type="submit" size="small">
        {m.save}
      </Button>
    </form>
  );
}

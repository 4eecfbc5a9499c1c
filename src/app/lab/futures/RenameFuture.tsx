import { useState } from 'react';
import { futures as m } from '../../../i18n/en/futures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';

export interface RenameFutureProps {
  readonly letter: string;
  readonly name: string;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

export function RenameFuture({ letter, name, onSave, onClose }: RenameFutureProps) {
  const [text, setText] = useState(name);
  const save = () => {
    onSave(text);
    onClose();
  };
  return (
    <Dialog
      title={m.nameTitle(letter)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{m.cancel}</Button>
          <Button variant="primary" onPress={save}>
            {m.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={m.name} value={text} onChange={setText} />
      </form>
      <p className="type-row mt-2 text-ink-3">{m.nameNote}</p>
    </Dialog>
  );
}

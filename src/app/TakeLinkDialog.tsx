import { Dialog } from '../ui/Dialog.tsx';
import { TakeAwayField } from '../ui/fields.tsx';
import { useMessages } from '../ui/messages.tsx';
import type { ShareTrouble } from './share.tsx';

export interface TakeLinkDialogProps {
  readonly trouble: ShareTrouble;
  readonly onClose: () => void;
}

export function TakeLinkDialog({ trouble, onClose }: TakeLinkDialogProps) {
  const m = useMessages().link;
  return (
    <Dialog title={trouble.kind === 'clipboard' ? m.dialogTitle : m.tooLongTitle} isOpen onClose={onClose}>
      {trouble.kind === 'clipboard' ? (
        <>
          <p className="mb-3 text-ink-2">{m.blocked}</p>
          <TakeAwayField label={m.address} value={trouble.address} />
        </>
      ) : (
        <p className="text-ink-2">{m.tooLong(trouble.length, trouble.limit)}</p>
      )}
    </Dialog>
  );
}

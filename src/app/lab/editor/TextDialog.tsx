import { editor as m } from '../../../i18n/en/editor.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextPanel, type TextPanelProps } from './TextPanel.tsx';

/** The scenario as text, where there is no room beside the stage. */
export function TextDialog(props: Omit<TextPanelProps, 'isInDialog'>) {
  return (
    <Dialog title={m.title} isOpen onClose={props.onClose} width="wide">
      <TextPanel {...props} isInDialog />
    </Dialog>
  );
}

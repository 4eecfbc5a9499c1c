import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from './classNames.ts';
import { IconButton } from './Button.tsx';
import { useMessages } from './messages.tsx';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly width?: 'narrow' | 'wide';
  /** Stays at the lower edge while the content scrolls. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Holds the focus until it is closed: Escape, the cross, or a press outside. Load it lazily; it brings react-aria's overlays. */
export function Dialog({ title, isOpen, onClose, width = 'narrow', footer, children }: DialogProps) {
  const m = useMessages().app;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable
      className="fixed inset-0 z-50 flex items-end justify-center bg-scrim md:items-center md:p-6"
    >
      <Modal
        className={classNames(
          'dialog-frame flex max-h-[92vh] w-full flex-col overflow-hidden rounded-t-[18px] border border-line bg-surface shadow-float md:max-h-[86vh] md:rounded-panel',
          width === 'wide' ? 'md:max-w-[880px]' : 'md:max-w-[560px]',
        )}
      >
        <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none">
          <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5">
            <Heading
              slot="title"
              className="min-w-0 flex-1 text-[15px] leading-[22px] font-[630] tracking-[-0.01em]"
            >
              {title}
            </Heading>
            <IconButton icon="close" label={m.close} onPress={onClose} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer !== undefined && (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A dialog named by its title and described by its text. It cannot be closed while it is busy. */
import type { ReactNode } from 'react';
import { lateOverlay } from '../late-part.tsx';

export interface TitledDialogProps {
  readonly title: ReactNode;
  /** Read out with the title. */
  readonly text?: ReactNode;
  /** Between the text and the buttons. */
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  /** Makes the dialog one form. */
  readonly onSubmit?: (() => void) | undefined;
  readonly isOpen?: boolean;
  readonly isBusy?: boolean;
  readonly width?: 'xs' | 'sm';
}

export const TitledDialog = lateOverlay<TitledDialogProps>(
  async () => (await import('./dialog-frame.tsx')).DialogFrame,
  ({ isOpen = true }) => isOpen,
);

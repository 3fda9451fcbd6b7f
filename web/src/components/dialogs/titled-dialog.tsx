/** A dialog named by its title and described by its text. It cannot be closed while it is busy. */
import { lazyOverlay } from '../lazy-part.tsx';
import type { TitledDialogProps } from './dialog-frame.tsx';

export const TitledDialog = lazyOverlay<TitledDialogProps>(
  async () => (await import('./dialog-frame.tsx')).DialogFrame,
  ({ isOpen = true }) => isOpen,
);

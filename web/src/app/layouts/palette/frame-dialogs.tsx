/** The palette and the list of keys, each loaded when it is first opened. */
import { lazy, Suspense } from 'react';
import type { FrameDialog } from './use-frame-keys.ts';

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

interface FrameDialogsProps {
  /** null: none. */
  readonly open: FrameDialog | null;
  readonly onOpen: (dialog: FrameDialog) => void;
  readonly onClose: () => void;
}

export function FrameDialogs({ open, onOpen, onClose }: FrameDialogsProps) {
  return (
    <Suspense>
      {open === 'palette' && <PaletteDialog onClose={onClose} onShowKeys={() => onOpen('keys')} />}
      {open === 'keys' && <KeysDialog onClose={onClose} />}
    </Suspense>
  );
}

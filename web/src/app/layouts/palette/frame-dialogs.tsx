/** The palette and the list of keys, each loaded when it is first opened. */
import { lateDialog } from '../../../components/late-part.tsx';
import type { FrameDialog } from './use-frame-keys.ts';

const PaletteDialog = lateDialog(async () => (await import('./palette-dialog.tsx')).PaletteDialog);
const KeysDialog = lateDialog(async () => (await import('./keys-dialog.tsx')).KeysDialog);

interface FrameDialogsProps {
  /** null: none. */
  readonly open: FrameDialog | null;
  readonly onOpen: (dialog: FrameDialog) => void;
  readonly onClose: () => void;
}

export function FrameDialogs({ open, onOpen, onClose }: FrameDialogsProps) {
  return (
    <>
      {open === 'palette' && <PaletteDialog onClose={onClose} onShowKeys={() => onOpen('keys')} />}
      {open === 'keys' && <KeysDialog onClose={onClose} />}
    </>
  );
}

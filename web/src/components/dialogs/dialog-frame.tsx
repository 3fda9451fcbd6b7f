/** What a titled dialog is made of; loaded when the first of them is opened. */
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, type SubmitEvent, useId } from 'react';

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

/** It is gone at once, so that the next key already belongs to the screen. */
const durations = { appear: 120, enter: 120, exit: 0 };

export function DialogFrame(props: TitledDialogProps) {
  const { title, text, children, actions, onClose, onSubmit, isOpen = true, isBusy = false, width = 'xs' } = props;
  const titleId = useId();
  const textId = useId();
  const parts = (
    <>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, alignContent: 'start', overflowWrap: 'anywhere' }}
      >
        {text !== undefined && (
          <Box id={textId} sx={{ fontSize: '0.875rem' }}>
            {text}
          </Box>
        )}
        {children}
      </DialogContent>
      <DialogActions>{actions}</DialogActions>
    </>
  );

  function onFormSubmit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit?.();
  }

  return (
    <Dialog
      open={isOpen}
      onClose={() => !isBusy && onClose()}
      aria-labelledby={titleId}
      aria-describedby={text === undefined ? undefined : textId}
      fullWidth
      maxWidth={width}
      transitionDuration={durations}
    >
      {onSubmit === undefined ? (
        parts
      ) : (
        <form noValidate onSubmit={onFormSubmit}>
          {parts}
        </form>
      )}
    </Dialog>
  );
}

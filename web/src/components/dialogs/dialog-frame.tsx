/** What a titled dialog is made of; loaded when the first of them is opened. */
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { createContext, memo, type ReactNode, type SubmitEvent, useContext, useId } from 'react';
import { useSteady } from '../use-steady.ts';

export interface TitledDialogProps {
  readonly title: ReactNode;
  /** A text that is read out with the title. */
  readonly text?: ReactNode;
  /** What stands between the text and the buttons. */
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
/** In a low window the fields scroll between title and buttons, which stay in sight. */
const formStyle = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;

/** What is in the dialog reaches it here, past its frame, which a letter typed into a field does not render again. */
const Content = createContext<TitledDialogProps | null>(null);

export function DialogFrame(props: TitledDialogProps) {
  const { text, isOpen = true, isBusy = false, width = 'xs', onSubmit, onClose } = props;
  return (
    <Content value={props}>
      <Frame
        {...{ isOpen, isBusy, width }}
        isForm={onSubmit !== undefined}
        hasText={text !== undefined}
        onClose={useSteady(onClose)}
      />
    </Content>
  );
}

interface FrameProps extends Required<Pick<TitledDialogProps, 'isOpen' | 'isBusy' | 'width' | 'onClose'>> {
  readonly isForm: boolean;
  readonly hasText: boolean;
}

const Frame = memo(function Frame({ isOpen, isBusy, width, isForm, hasText, onClose }: FrameProps) {
  const titleId = useId();
  const textId = useId();
  const parts = <Parts titleId={titleId} textId={textId} />;
  return (
    <Dialog
      open={isOpen}
      onClose={() => !isBusy && onClose()}
      aria-labelledby={titleId}
      aria-describedby={hasText ? textId : undefined}
      fullWidth
      maxWidth={width}
      transitionDuration={durations}
      closeAfterTransition={false}
      // Narrow windows have no room for wide margins.
      sx={{
        '& > .MuiDialog-container > .MuiDialog-paper': {
          m: { xs: 2, sm: 4 },
          width: { xs: 'calc(100% - 2rem)', sm: 'calc(100% - 4rem)' },
          maxHeight: { xs: 'calc(100% - 2rem)', sm: 'calc(100% - 4rem)' },
        },
      }}
    >
      {isForm ? <Form>{parts}</Form> : parts}
    </Dialog>
  );
});

function Form({ children }: { readonly children: ReactNode }) {
  const onSubmit = useContext(Content)?.onSubmit;

  function onFormSubmit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit?.();
  }

  return (
    <form noValidate onSubmit={onFormSubmit} style={formStyle}>
      {children}
    </form>
  );
}

function Parts({ titleId, textId }: { readonly titleId: string; readonly textId: string }) {
  const content = useContext(Content);
  if (content === null) return null;
  const { title, text, children, actions } = content;
  return (
    <>
      <Title id={titleId} title={title} />
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
      <DialogActions sx={{ px: 3, pb: 2.5 }}>{actions}</DialogActions>
    </>
  );
}

const Title = memo(function Title({ id, title }: { readonly id: string; readonly title: ReactNode }) {
  return (
    <DialogTitle id={id} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
      {title}
    </DialogTitle>
  );
});

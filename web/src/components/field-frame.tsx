/**
 * What is around every control: the label above, which stays readable, the frame, and a line below reserved for the
 * field's message.
 */
import Box from '@mui/material/Box';
import { memo, type ReactNode } from 'react';
import { ControlFrame } from './control-frame.tsx';

interface FieldFrameProps {
  /** Of the control; its message is described by `messageIdOf`. */
  readonly id: string;
  readonly label: string;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

export function FieldFrame({ id, label, error, hint, children }: FieldFrameProps) {
  const isWrong = isFieldWrong(error);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.75 }}>
      <Label id={id} label={label} />
      <ControlFrame data-wrong={isWrong || undefined}>{children}</ControlFrame>
      <Message id={id} isWrong={isWrong} text={error ?? hint} />
    </Box>
  );
}

/** Both stay as they are while letters are typed between them. */
const Label = memo(function Label({ id, label }: Pick<FieldFrameProps, 'id' | 'label'>) {
  return (
    <Box component="label" htmlFor={id} sx={{ fontSize: '0.875rem', fontWeight: 560 }}>
      {label}
    </Box>
  );
});

interface MessageProps {
  readonly id: string;
  readonly isWrong: boolean;
  readonly text: ReactNode;
}

const Message = memo(function Message({ id, isWrong, text }: MessageProps) {
  return (
    <Box
      id={messageIdOf(id)}
      aria-live="polite"
      sx={{ minHeight: '1.25rem', fontSize: '0.8125rem', lineHeight: 1.5, color: isWrong ? 'error.main' : 'text.secondary' }}
    >
      {text}
    </Box>
  );
});

/** The id that a control uses in `aria-describedby`. */
export function messageIdOf(id: string): string {
  return `${id}-message`;
}

export function isFieldWrong(error: ReactNode): boolean {
  return error !== undefined && error !== null;
}

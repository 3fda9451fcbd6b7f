/**
 * What is around every control: the label above, which stays readable, the frame, and a line below reserved for the
 * field's message. Label and message are not rendered again while letters are typed between them.
 */
import { styled } from '@mui/material/styles';
import { memo, type ReactNode } from 'react';
import { ControlFrame } from './control-frame.tsx';

interface FieldFrameProps {
  /** The id of the control; `messageIdOf` gives that of its message. */
  readonly id: string;
  readonly label: string;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

export function FieldFrame({ id, label, error, hint, children }: FieldFrameProps) {
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      <ControlFrame data-wrong={isFieldWrong(error) || undefined}>{children}</ControlFrame>
      <Message id={messageIdOf(id)} aria-live="polite">
        {error ?? hint}
      </Message>
    </Frame>
  );
}

const Frame = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 });

const Label = memo(styled('label')({ fontSize: '0.875rem', fontWeight: 560 }));

const Message = memo(
  styled('div')(({ theme: { vars } }) => ({
    minHeight: '1.25rem',
    fontSize: '0.8125rem',
    lineHeight: 1.5,
    // It may be an address.
    overflowWrap: 'anywhere',
    color: vars.palette.text.secondary,
    '[data-wrong] + &': { color: vars.palette.error.main },
  })),
);

/** The id that a control uses in `aria-describedby`. */
export function messageIdOf(id: string): string {
  return `${id}-message`;
}

export function isFieldWrong(error: ReactNode): boolean {
  return error !== undefined && error !== null;
}

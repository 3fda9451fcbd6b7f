/**
 * The frame around every control: the label above, which stays readable, a border in the theme's colours, and a
 * line below reserved for the field's message.
 */
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface FieldFrameProps {
  /** Of the control; its message is described by `messageIdOf`. */
  readonly id: string;
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

export function FieldFrame({ id, label, error, hint, children }: FieldFrameProps) {
  const isWrong = isFieldWrong(error);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.75 }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.875rem', fontWeight: 560 }}>
        {label}
      </Box>
      <Frame data-wrong={isWrong || undefined}>{children}</Frame>
      <Box
        id={messageIdOf(id)}
        aria-live="polite"
        sx={{ minHeight: '1.25rem', fontSize: '0.8125rem', lineHeight: 1.5, color: isWrong ? 'error.main' : 'text.secondary' }}
      >
        {error ?? hint}
      </Box>
    </Box>
  );
}

/** The id that a control uses in `aria-describedby`. */
export function messageIdOf(id: string): string {
  return `${id}-message`;
}

export function isFieldWrong(error: string | null | undefined): boolean {
  return error !== undefined && error !== null;
}

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: '2.5rem',
  paddingInlineEnd: 6,
  // Shadows draw the frame; if the system forces its own colours, it uses these instead.
  outline: '1px solid transparent',
  outlineOffset: -1,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  // The border needs a contrast of 3:1 against the surface.
  boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${theme.vars.palette.text.primary} 48%, ${theme.vars.palette.background.paper})`,
  '&:hover': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.text.primary}` },
  '&:has(:is(input, select, textarea):focus)': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}` },
  '&[data-wrong]': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.error.main}` },
  '@media (forced-colors: active)': {
    '&:has(:is(input, select, textarea):focus)': { outline: '2px solid Highlight' },
  },
  '&[data-wrong]:has(:is(input, select, textarea):focus)': {
    boxShadow: `inset 0 0 0 2px ${theme.vars.palette.error.main}`,
  },
}));

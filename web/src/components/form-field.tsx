/**
 * A labelled text field: the label stands above and stays readable, the line below is kept free for its
 * message. A plain input in the theme's colours, because sign-in loads it before anything else.
 */
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';

export interface FormFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete?: string;
  readonly isDisabled?: boolean;
  readonly hasFocusFirst?: boolean;
  /** Marks the field as wrong and is read out. */
  readonly error?: string | null;
  /** Shown while there is no error. */
  readonly hint?: ReactNode;
  readonly endAdornment?: ReactNode;
}

export function FormField(props: FormFieldProps) {
  const {
    label,
    name,
    value,
    onChange,
    onBlur,
    type = 'text',
    autoComplete,
    isDisabled,
    hasFocusFirst,
    error,
    hint,
    endAdornment,
  } = props;
  const id = useId();
  const messageId = `${id}-message`;
  const isWrong = error !== undefined && error !== null;
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.875rem', fontWeight: 560 }}>
        {label}
      </Box>
      <Frame data-wrong={isWrong || undefined}>
        <Input
          id={id}
          name={name}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          disabled={isDisabled}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          // The first field of a page that is nothing but a form.
          autoFocus={hasFocusFirst}
          aria-invalid={isWrong}
          aria-describedby={messageId}
        />
        {endAdornment}
      </Frame>
      <Box
        id={messageId}
        aria-live="polite"
        sx={{ minHeight: '1.25rem', fontSize: '0.8125rem', lineHeight: 1.5, color: isWrong ? 'error.main' : 'text.secondary' }}
      >
        {error ?? hint}
      </Box>
    </Box>
  );
}

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: '2.5rem',
  paddingInlineEnd: 6,
  // Shadows draw the frame; where the system forces its own colours it takes these instead.
  outline: '1px solid transparent',
  outlineOffset: -1,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  // The border must be told from the surface by those who see little contrast: 3:1.
  boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${theme.vars.palette.text.primary} 48%, ${theme.vars.palette.background.paper})`,
  '&:hover': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.text.primary}` },
  '&:has(input:focus)': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}` },
  '&[data-wrong]': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.error.main}` },
  '@media (forced-colors: active)': { '&:has(input:focus)': { outline: '2px solid Highlight' } },
  '&[data-wrong]:has(input:focus)': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.error.main}` },
}));

const Input = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  alignSelf: 'stretch',
  padding: '0 12px',
  border: 0,
  outline: 'none',
  borderRadius: 'inherit',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  '&:disabled': { color: theme.vars.palette.text.disabled },
  // Chrome paints filled-in fields in its own blue; keep ours.
  '&:autofill': {
    WebkitTextFillColor: theme.vars.palette.text.primary,
    boxShadow: `inset 0 0 0 100px color-mix(in srgb, ${theme.vars.palette.secondary.light} 16%, ${theme.vars.palette.background.paper})`,
  },
}));

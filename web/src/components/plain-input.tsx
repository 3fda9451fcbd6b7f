/** A text input that takes its frame and its letters from what is around it. */
import { styled } from '@mui/material/styles';

export const PlainInput = styled('input')(({ theme }) => ({
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
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
  '&:disabled': { color: theme.vars.palette.text.disabled },
  // Chrome paints filled-in fields in its own blue; keep ours.
  '&:autofill': {
    WebkitTextFillColor: theme.vars.palette.text.primary,
    boxShadow: `inset 0 0 0 100px color-mix(in srgb, ${theme.vars.palette.secondary.light} 16%, ${theme.vars.palette.background.paper})`,
  },
}));

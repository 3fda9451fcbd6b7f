import type { CSSObject, Theme } from '@mui/material/styles';

/** The letters of a field among filters. */
export const FIELD_TEXT = { fontSize: '0.875rem' } as const;

/** MUI's fields in the frame and size all our fields have. */
export function fieldFrames(theme: Theme): CSSObject {
  return {
    '& .MuiOutlinedInput-root': {
      fontSize: '0.875rem',
      background: theme.vars.palette.background.paper,
    },
    // A field must be told from the surface without its label: 3:1.
    '& :not(.Mui-focused, .Mui-error) > .MuiOutlinedInput-notchedOutline': {
      borderColor: `color-mix(in srgb, ${theme.vars.palette.text.primary} 48%, ${theme.vars.palette.background.paper})`,
    },
    '& .MuiInputBase-root .MuiInputBase-input::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
  };
}

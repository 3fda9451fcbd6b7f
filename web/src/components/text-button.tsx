import { styled } from '@mui/material/styles';

/** A button within a sentence, which looks like a link. */
export const TextButton = styled('button')(({ theme: { vars } }) => ({
  padding: 0,
  border: 0,
  borderRadius: 2,
  background: 'none',
  color: vars.palette.primary.main,
  font: 'inherit',
  textDecoration: 'underline',
  textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)',
  cursor: 'pointer',
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
}));

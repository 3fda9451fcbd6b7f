/** The browser's own select: its list opens where people expect it, on every device. */
import { styled } from '@mui/material/styles';

export const NativeSelect = styled('select')(({ theme: { vars } }) => ({
  minWidth: 0,
  minHeight: '2.25rem',
  padding: '0 6px 0 8px',
  border: `1px solid color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
  borderRadius: vars.shape.borderRadius,
  background: 'none',
  color: vars.palette.text.primary,
  font: 'inherit',
  '&:disabled': { color: vars.palette.text.disabled },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
  // The browser draws the list itself and takes its colours from here.
  '& option': { color: vars.palette.text.primary, backgroundColor: vars.palette.background.paper },
}));

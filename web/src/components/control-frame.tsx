/** The border of a control in the theme's colours, which shows the focus and what is wrong. */
import { styled } from '@mui/material/styles';

export const ControlFrame = styled('div')(({ theme }) => ({
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

/** How a checkbox of the browser looks: like MUI's, without a dozen components each. */
import type { CSSObject, Theme } from '@mui/material/styles';

export function checkMark({ vars: { palette } }: Theme): CSSObject {
  return {
    appearance: 'none',
    display: 'grid',
    placeContent: 'center',
    cursor: 'pointer',
    color: palette.primary.contrastText,
    '&::before': {
      content: '""',
      gridArea: '1 / 1',
      boxSizing: 'border-box',
      width: '1rem',
      height: '1rem',
      border: `2px solid ${palette.text.secondary}`,
      borderRadius: 3,
    },
    '&:checked::before, &:indeterminate::before': { borderColor: palette.primary.main, background: palette.primary.main },
    '&::after': {
      gridArea: '1 / 1',
      placeSelf: 'center',
      width: '0.625rem',
      height: '0.625rem',
      background: 'currentcolor',
    },
    '&:checked::after': { content: '""', clipPath: 'polygon(12% 48%, 0 62%, 38% 96%, 100% 20%, 87% 8%, 37% 70%)' },
    '&:indeterminate::after': { content: '""', height: 2, clipPath: 'none' },
    '@media (forced-colors: active)': { appearance: 'auto', display: 'block', width: '1rem', margin: 'auto' },
  };
}

import { styled } from '@mui/material/styles';

export const PaletteFrame = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    fontSize: '0.875rem',
    '& .field': {
      display: 'flex',
      alignItems: 'center',
      gap: '0.75rem',
      padding: '0 1rem',
      borderBottom: `1px solid ${palette.divider}`,
      color: palette.text.secondary,
    },
    '& input': {
      flex: 1,
      minWidth: 0,
      height: '3rem',
      border: 0,
      outline: 0,
      background: 'none',
      color: palette.text.primary,
      font: 'inherit',
      fontSize: '1rem',
    },
    '& input::placeholder': { color: palette.text.secondary, opacity: 1 },
    // The height stays while entries come and go.
    '& .entries': { height: 'min(26rem, 60dvh)', overflowY: 'auto', padding: '0.25rem 0 0.5rem' },
    '& .group': { padding: '0.625rem 1rem 0.25rem', fontSize: '0.75rem', fontWeight: 560, color: palette.text.secondary },
    '& .entry': {
      display: 'flex',
      alignItems: 'baseline',
      gap: '0.75rem',
      padding: '0.4375rem 1rem',
      cursor: 'pointer',
      scrollMargin: '2rem',
    },
    '& .entry > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    // A question in words is read whole before it is chosen.
    '& .entry > span:first-of-type': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '& kbd': { font: 'inherit' },
    '& .detail': { color: palette.text.secondary, fontSize: '0.8125rem', marginInlineStart: 'auto' },
    '& .entry[aria-selected="true"]': {
      background: `color-mix(in srgb, ${palette.primary.main} 12%, transparent)`,
    },
    '& .nothing': { position: 'absolute', top: '4.5rem', insetInline: 0, textAlign: 'center', color: palette.text.secondary },
  };
});

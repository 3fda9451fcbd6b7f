/** The header's styles: a quiet line of names; a column's controls appear on hover and focus. */
import type { CSSObject, Theme } from '@mui/material/styles';
import { gridClasses as names } from '../grid-classes.ts';
import { cutText, HEADER_HEIGHT, LINE } from '../grid-measures.ts';

export function headerStyles(theme: Theme): CSSObject {
  const { palette } = theme.vars;
  return {
    '& thead': { position: 'sticky', top: 0, zIndex: 3 },
    '& thead th, & thead td': {
      position: 'relative',
      height: HEADER_HEIGHT,
      background: palette.background.default,
      color: palette.text.secondary,
      fontSize: '0.8125rem',
      fontWeight: 560,
      // A finger can scroll on the header; dragging a column starts after a pause.
      touchAction: 'manipulation',
      userSelect: 'none',
      '&[data-dragged]': { color: palette.text.disabled },
    },
    [`& th[aria-sort$="ending"] .${names.label}`]: { color: palette.text.primary },
    ...sortButton(theme),
    ...menuButton(theme),
    ...handle(theme),
    ...dropLine(theme),
  };
}

function plainButton(theme: Theme): CSSObject {
  return {
    padding: 0,
    border: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    borderRadius: theme.vars.shape.borderRadius,
    outlineOffset: -2,
  };
}

function sortButton(theme: Theme): CSSObject {
  const { palette } = theme.vars;
  return {
    [`& .${names.sort}`]: {
      ...plainButton(theme),
      display: 'flex',
      alignItems: 'center',
      gap: '0.25rem',
      width: '100%',
      height: '100%',
      padding: '0 0.75rem',
      '& svg': { flexShrink: 0, fontSize: '1rem', color: palette.primary.main },
      '&:hover': { color: palette.text.primary },
    },
    [`& .${names.numeric} .${names.sort}`]: { flexDirection: 'row-reverse' },
    [`& .${names.label}`]: { ...cutText, minWidth: 0 },
  };
}

/** The menu button lies over the end of the name, at its free side. */
function menuButton(theme: Theme): CSSObject {
  const { palette } = theme.vars;
  return {
    [`& .${names.menu}`]: {
      ...plainButton(theme),
      position: 'absolute',
      insetBlock: '0.375rem',
      insetInlineEnd: '0.5rem',
      width: LINE,
      height: LINE,
      display: 'grid',
      placeContent: 'center',
      background: palette.background.default,
      boxShadow: `0 0 6px 4px ${palette.background.default}`,
      opacity: 0,
      '& svg': { fontSize: '1.125rem' },
      '&:hover, &[aria-expanded="true"]': { color: palette.text.primary },
      '@media (hover: none)': { opacity: 1 },
    },
    [`& th:is(:hover, :focus-within) .${names.menu}`]: { opacity: 1 },
    [`& .${names.numeric} .${names.menu}`]: { insetInline: '0.25rem auto' },
  };
}

function handle(theme: Theme): CSSObject {
  const { palette } = theme.vars;
  return {
    [`& .${names.handle}`]: {
      position: 'absolute',
      insetBlock: 0,
      insetInlineEnd: 0,
      width: '0.5rem',
      cursor: 'col-resize',
      touchAction: 'none',
      '&::after': {
        content: '""',
        position: 'absolute',
        insetBlock: '28%',
        insetInlineEnd: 0,
        width: 1,
        background: palette.divider,
      },
      '&:hover::after, &[data-resizing]::after': { insetBlock: 0, width: 2, background: palette.primary.main },
    },
  };
}

/** Where a dragged column will go: a line along the whole grid. */
function dropLine(theme: Theme): CSSObject {
  return {
    '& th[data-drop]::before': {
      content: '""',
      position: 'absolute',
      zIndex: 4,
      top: 0,
      height: 'var(--seen-height)',
      width: 2,
      background: theme.vars.palette.primary.main,
      pointerEvents: 'none',
    },
    '& th[data-drop="before"]::before': { insetInlineStart: -1 },
    '& th[data-drop="after"]::before': { insetInlineEnd: -1 },
  };
}

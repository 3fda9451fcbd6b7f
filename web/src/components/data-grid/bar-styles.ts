/** The styles of the grid's frame, and of the bars above and below its table. */
import type { CSSObject, Theme } from '@mui/material/styles';
import { gridClasses as names } from './grid-classes.ts';
import { COMPACT_ROW_HEIGHT } from './grid-measures.ts';

export function barStyles({ vars: { palette, shape } }: Theme): CSSObject {
  return {
    [`.${names.frame}`]: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      minWidth: 0,
      border: `1px solid ${palette.divider}`,
      borderRadius: shape.borderRadius,
      background: palette.background.paper,
      '&[data-density="compact"]': { '--row-height': COMPACT_ROW_HEIGHT },
    },
    [`.${names.bar}`]: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '0.125rem 0.5rem',
      flex: 'none',
      containerType: 'inline-size',
      minHeight: '2.5rem',
      // Its words begin where the heading does.
      padding: '0.125rem 0.75rem 0.125rem 24px',
    },
    // Where both do not fit, what can be done with selected rows takes the place of what else can be chosen.
    '@container (max-width: 54rem)': { [`.${names.bar}:has(strong) > .${names.tools}`]: { display: 'none' } },
    [`.${names.tools}`]: { flex: 'none', display: 'flex', alignItems: 'center', gap: '0.25rem', marginInlineStart: 'auto' },
    [`.${names.pager}`]: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: '0.25rem 1.25rem',
      minHeight: '2.75rem',
      padding: '0.125rem 0.75rem',
      borderTop: `1px solid ${palette.divider}`,
      color: palette.text.secondary,
      fontSize: '0.875rem',
      fontVariantNumeric: 'tabular-nums',
      '& > label, & > span': { display: 'flex', alignItems: 'center', gap: '0.25rem' },
      '& > label': { gap: '0.5rem' },
      [`& .${names.of}`]: { paddingInline: '0.25rem' },
      '& select, & input, & button': {
        height: '2rem',
        borderRadius: shape.borderRadius,
        background: 'none',
        color: palette.text.primary,
        font: 'inherit',
        '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 0 },
      },
      '& select, & input': {
        border: `1px solid color-mix(in srgb, ${palette.text.primary} 48%, transparent)`,
        padding: '0 0.25rem',
      },
      // The browser draws the list itself and takes its colours from here.
      '& option': { color: palette.text.primary, background: palette.background.paper },
      '& input': { textAlign: 'center' },
      '& button': {
        display: 'grid',
        placeContent: 'center',
        width: '2rem',
        padding: 0,
        border: 0,
        cursor: 'pointer',
        '& svg': { fontSize: '1.375rem' },
        '&:hover': { background: `color-mix(in srgb, ${palette.text.primary} 6%, transparent)` },
        '&[aria-disabled="true"]': { color: palette.text.disabled, background: 'none', cursor: 'default' },
      },
    },
    // If there is little room, the number is enough; screen readers read the full text.
    '@media (max-width: 30rem)': {
      [`.${names.bar}`]: { paddingInlineStart: '16px' },
      // On such a screen the icons are enough; screen readers read the texts.
      [`.${names.tools} button`]: { minWidth: '2.25rem', fontSize: 0, '& > span': { margin: 0 } },
      // One line: the pages' own total says less than the rows'.
      [`.${names.pager}`]: { flexWrap: 'nowrap', justifyContent: 'space-between', gap: '0.5rem', paddingInline: '0.5rem' },
      [`.${names.pager} > :is(label, span)`]: { gap: 0, whiteSpace: 'nowrap' },
      // The numbers of rows give way first, where there are millions.
      [`.${names.pager} > label + span`]: { display: 'block', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
      [`.${names.pager} button`]: { width: '1.75rem' },
      [`.${names.of}`]: { display: 'none !important' },
      [`.${names.pager} > label > span`]: {
        position: 'absolute',
        width: 1,
        height: 1,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
    },
  };
}

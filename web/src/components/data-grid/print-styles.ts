/** A printed grid: all of its columns, as wide as the paper, without what can only be pressed. */
import type { CSSObject } from '@mui/material/styles';
import { gridClasses as names } from './grid-classes.ts';

const pressed = [names.bar, names.pager, names.shade, names.check, names.filler, names.menu, names.handle, names.open];

export const printStyles: CSSObject = {
  '@media screen': { [`.${names.printed}`]: { display: 'none' } },
  '@media print': {
    [`:is(.${pressed.join(', .')})`]: { display: 'none !important' },
    [`.${names.frame}`]: { display: 'block', border: 0 },
    [`.${names.scroller}`]: { containerType: 'normal', overflow: 'visible', maxHeight: 'none', clipPath: 'none' },
    [`.${names.printed}`]: { margin: '0 0 0.25rem', fontSize: '8pt' },
    // Rows that are scrolled through stand below those that are not drawn; on paper they begin at the top.
    [`.${names.content}`]: { width: '100%', height: 'auto !important' },
    [`table.${names.table}`]: {
      marginTop: '0 !important',
      tableLayout: 'auto',
      width: '100% !important',
      fontSize: '6.5pt',
      '& col': { width: 'auto !important' },
      '& thead, & thead th, & tbody tr, & tbody td': { position: 'static !important' },
      '& tbody tr': { breakInside: 'avoid' },
      '& thead th, & tbody td': { height: 'auto', background: 'none !important', whiteSpace: 'normal' },
      '& thead th': { fontSize: 'inherit' },
      [`& thead .${names.sort}, & tbody td > div`]: {
        contain: 'none',
        height: 'auto',
        padding: '0.125rem 0.1875rem',
        lineHeight: 1.3,
        textAlign: 'inherit',
      },
      [`& .${names.label}, & td .${names.long}, & td a, & td .${names.address} > span`]: {
        display: 'inline',
        overflow: 'visible',
        whiteSpace: 'normal',
        lineHeight: 'inherit',
        // Addresses are cut at their front on screens.
        direction: 'ltr',
      },
      // Addresses have no places to break at. Names break between their words.
      [`& td a:not(.${names.name})`]: { overflowWrap: 'anywhere' },
    },
  },
};

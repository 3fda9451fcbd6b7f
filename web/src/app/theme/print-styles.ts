/** What holds for every printed page: light colours, and nothing that can only be pressed. */
import type { CSSObject, Theme } from '@mui/material/styles';

const LIGHT = '"light"';

export function printStyles(theme: Theme): CSSObject {
  const light = theme
    .generateStyleSheets()
    .flatMap((sheet) => Object.entries(sheet).filter(([selector]) => selector.includes(LIGHT)));
  return {
    // Of tables, which have many columns.
    '@page table': { size: 'A4 landscape', margin: '10mm' },
    '@media print': {
      // Paper is white, whatever the screen is.
      ':root[data-color-scheme]': Object.assign({}, ...light.map(([, variables]) => variables)),
      body: { background: 'none', minHeight: 0 },
      '#root': { display: 'block', minHeight: 0 },
      '.MuiButton-root, .MuiIconButton-root': { display: 'none !important' },
    },
  };
}

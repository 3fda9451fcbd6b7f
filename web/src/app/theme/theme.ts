/** The one theme of the product: dense, quiet, and the same for every screen. */
import { type CSSObject, createTheme, type Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { darkScheme, lightScheme } from './color-schemes.ts';

const LIGHT = '"light"';

const CONTROL_HEIGHT = '2.25rem';

export const createAppTheme = () =>
  createTheme({
    cssVariables: { cssVarPrefix: 'll', colorSchemeSelector: '[data-color-scheme="%s"]' },
    colorSchemes: { light: lightScheme, dark: darkScheme },
    shape: { borderRadius: 6 },
    spacing: 8,
    focusVisible: true,
    motion: { reducedMotion: 'system' },
    typography: {
      fontFamily: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
      fontSize: 14,
      // The heading with the room around it is a line of 44 pixels, the first of every page.
      h1: { fontSize: '1.25rem', lineHeight: 1.4, fontWeight: 620, letterSpacing: '-0.015em', paddingBlock: '0.5rem' },
      h2: { fontSize: '1.0625rem', lineHeight: 1.4, fontWeight: 620, letterSpacing: '-0.005em' },
      h3: { fontSize: '0.9375rem', lineHeight: 1.4, fontWeight: 600 },
      body1: { fontSize: '0.9375rem', lineHeight: 1.55 },
      body2: { fontSize: '0.875rem', lineHeight: 1.5 },
      caption: { fontSize: '0.8125rem', lineHeight: 1.45 },
      button: { fontSize: '0.875rem', fontWeight: 560, textTransform: 'none', letterSpacing: 0 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: (theme) => ({
          ...printStyles(theme),
          '@media screen': outlinesOfDark(theme),
          html: {
            WebkitTextSizeAdjust: '100%',
            scrollPaddingTop: 72,
            // Very wide screens are viewed from farther away. A person's own font size still applies.
            '@media (min-width: 2560px)': { fontSize: '112.5%' },
            '@media (min-width: 3400px)': { fontSize: '131.25%' },
          },
          // What the keyboard reaches is not hidden behind the line at the bottom edge.
          'html:has([data-notice-line])': { scrollPaddingBottom: 56 },
          body: { minHeight: '100dvh', fontSize: '0.9375rem', textRendering: 'optimizeLegibility' },
          '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
          // Headings take focus after navigation, so that a screen reader starts there. They are not controls.
          'h1:focus': { outline: 'none' },
        }),
      },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { root: { minHeight: CONTROL_HEIGHT, whiteSpace: 'nowrap' } },
      },
      MuiOutlinedInput: {
        defaultProps: { size: 'small' },
        styleOverrides: {
          // As the fields that are not MUI's (control-frame.tsx).
          root: ({ theme }) => ({ minHeight: '2.5rem', background: theme.vars.palette.background.paper }),
          notchedOutline: ({ theme: { vars } }) => ({
            borderColor: `color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
          }),
        },
      },
      MuiTextField: { defaultProps: { size: 'small' } },
      MuiFormControl: { defaultProps: { size: 'small' } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      // MUI's widths, in rem, so that they grow with the text.
      MuiDialog: {
        styleOverrides: {
          paperWidthXs: { maxWidth: '27.75rem' },
          paperWidthSm: { maxWidth: '37.5rem' },
          paperWidthMd: { maxWidth: '56.25rem' },
        },
      },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiTooltip: {
        defaultProps: { enterDelay: 100, enterTouchDelay: 700 },
        styleOverrides: { tooltip: { fontSize: '0.8125rem', fontWeight: 450, lineHeight: 1.4, padding: '6px 10px' } },
      },
      MuiLink: { defaultProps: { underline: 'always' } },
      MuiTableCell: { styleOverrides: { root: { fontVariantNumeric: 'tabular-nums' } } },
      MuiChip: { defaultProps: { size: 'small' } },
    },
  });

/**
 * On dark surfaces a shadow cannot be seen, so what lies above the page has a line around it, too. It is part of the shadow, so
 * that everything has the same place in both schemes.
 */
function outlinesOfDark(theme: Theme): CSSObject {
  const { text, background } = theme.vars.palette;
  const line = `0 0 0 1px color-mix(in srgb, ${text.primary} 22%, ${background.paper})`;
  const shadows = theme.shadows.map((shadow, level) => [`--ll-shadows-${level}`, level === 0 ? shadow : `${line}, ${shadow}`]);
  return { ':root[data-color-scheme="dark"]': Object.fromEntries(shadows) };
}

/** What holds for every printed page: light colours, and nothing that can only be pressed. */
function printStyles(theme: Theme): CSSObject {
  const light = theme
    .generateStyleSheets()
    .flatMap((sheet) => Object.entries(sheet).filter(([selector]) => selector.includes(LIGHT)));
  return {
    // Tables have many columns and are printed across.
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

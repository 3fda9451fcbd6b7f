/**
 * Two palettes from one idea: dyed threads on undyed cloth. A green-blue ink carries actions, one ochre
 * thread marks what is ours, greys lean towards the ink. Every text colour holds 4.5:1 on both surfaces.
 */
export const lightScheme = {
  palette: {
    primary: { main: '#17594F', light: '#3D7D73', dark: '#0E4038', contrastText: '#FFFFFF' },
    secondary: { main: '#855F0C', light: '#C48F24', dark: '#644608', contrastText: '#FFFFFF' },
    error: { main: '#AE2A22', light: '#CF5A52', dark: '#861D17', contrastText: '#FFFFFF' },
    warning: { main: '#8A5200', light: '#B87518', dark: '#683D00', contrastText: '#FFFFFF' },
    info: { main: '#2B5F7D', light: '#55869F', dark: '#1E465D', contrastText: '#FFFFFF' },
    success: { main: '#2C6A38', light: '#528C5C', dark: '#1E4E28', contrastText: '#FFFFFF' },
    background: { default: '#F4F7F6', paper: '#FFFFFF' },
    text: { primary: '#16211F', secondary: '#52605D', disabled: '#8A9693' },
    divider: '#DAE1DF',
  },
} as const;

export const darkScheme = {
  palette: {
    primary: { main: '#84CABD', light: '#A9DCD2', dark: '#5BA79A', contrastText: '#06231E' },
    secondary: { main: '#E2B458', light: '#EDCB87', dark: '#BD8F34', contrastText: '#2A1D02' },
    error: { main: '#F2A19B', light: '#F7C0BC', dark: '#D9736B', contrastText: '#3A0B08' },
    warning: { main: '#E9B872', light: '#F1D0A1', dark: '#C6914A', contrastText: '#2E1C00' },
    info: { main: '#93C3DD', light: '#B5D7E8', dark: '#679DBA', contrastText: '#06222F' },
    success: { main: '#93CE9E', light: '#B5DEBC', dark: '#66A973', contrastText: '#072811' },
    background: { default: '#0F1514', paper: '#161E1C' },
    text: { primary: '#E3EBE8', secondary: '#9FAFAA', disabled: '#6A7773' },
    divider: '#2A3634',
  },
} as const;

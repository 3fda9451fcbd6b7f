/** A component in the product's look, for stories that need no address and no server. */
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { createAppTheme } from '../app/theme/theme.ts';

const theme = createAppTheme();

export function Themed({ children }: { readonly children: ReactNode }) {
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}

import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { BrowserRouter } from 'react-router-dom';
import { APP_BASE } from '../lib/paths.ts';
import { AppRoutes } from './routes.tsx';
import { theme } from './theme/theme.ts';

/** The page's policy allows style elements by nonce only; the server writes it into the document. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styleCache = createCache({ key: 'll', ...(nonce ? { nonce } : {}) });

export function App() {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="leadloom-color-mode">
        <CssBaseline enableColorScheme />
        <BrowserRouter basename={APP_BASE}>
          <AppRoutes />
        </BrowserRouter>
      </ThemeProvider>
    </CacheProvider>
  );
}

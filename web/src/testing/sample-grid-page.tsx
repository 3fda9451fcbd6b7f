/** A page with nothing on it but a grid, in the product's own theme and font. The address chooses: `?rows=15&state=loading`. */
import '../app/theme/fonts.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { createAppTheme } from '../app/theme/theme.ts';
import { SampleGrid, type SampleGridProps } from './sample-grid.tsx';

const theme = createAppTheme();

const states: Readonly<Record<string, SampleGridProps>> = {
  loading: { isLoading: true, rows: [] },
  empty: { rows: [], total: 0 },
  pinned: {
    firstLayout: ['name', 'country'].map((field) => ({ field, width: null, is_hidden: false, is_pinned: true })),
    firstSelection: [2, 3, 5, 400],
    onDelete: () => undefined,
  },
};

export function mountSampleGrid(root: HTMLElement, address: URL): void {
  const rows = Number(address.searchParams.get('rows') ?? 15);
  const state = states[address.searchParams.get('state') ?? ''];
  createRoot(root).render(
    <ThemeProvider theme={theme} defaultMode="system">
      <CssBaseline enableColorScheme />
      <main style={{ padding: '1.5rem' }}>
        <SampleGrid firstPerPage={rows} {...state} />
      </main>
    </ThemeProvider>,
  );
}

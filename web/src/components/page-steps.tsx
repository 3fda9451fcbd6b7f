/** Which rows of a paged table are shown, of how many, and the way to the others. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatCount } from '../lib/format-count.ts';

interface PageStepsProps {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** How many rows are shown. */
  readonly rows: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

export function PageSteps({ page, perPage, rows, total, onPage }: PageStepsProps) {
  const first = (page - 1) * perPage + 1;
  const last = first + rows - 1;
  return (
    <Box component="nav" aria-label="Pages" sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: '0.875rem' }}>
      <Box role="status" sx={{ color: 'text.secondary', mr: 'auto' }}>
        {rows === 0 ? 'No more rows' : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`}
      </Box>
      {(page > 1 || last < total) && (
        <>
          <Button variant="outlined" disabled={page === 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="outlined" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </Box>
  );
}

/** Rows of the file that would become one. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import Box from '@mui/material/Box';
import { PlainTable } from '../../../components/plain-table.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { Heading } from './problem-groups.tsx';

const SHOWN = 10;

export function FoldedRows({ report: { folded, duplicates } }: { readonly report: ImportReport }) {
  if (duplicates === 0) return null;
  return (
    <Box component="section" aria-label="Rows that become one" sx={{ display: 'grid', gap: 1 }}>
      <Heading>Rows that become one</Heading>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {formatCount(duplicates)} {duplicates === 1 ? 'row is' : 'rows are'} of the same record as another row of the file.
        {duplicates > SHOWN ? ' The first of them are shown; the file has all.' : ''}
      </Box>
      <PlainTable
        label="Rows that become one"
        columns={[
          { title: 'In common', cell: ({ key }) => key },
          { title: 'Line', isNumber: true, cell: ({ line }) => formatCount(line) },
          { title: 'Becomes one with line', isNumber: true, cell: ({ kept_line: kept }) => formatCount(kept) },
        ]}
        rows={folded.slice(0, SHOWN)}
        keyOf={({ line }) => line}
      />
    </Box>
  );
}

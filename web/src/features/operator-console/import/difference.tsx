/** What a dry run would change: stored values that are cleared, and samples of changed and added rows. */
import type { ImportDifference } from '@leadloom/shared/contract/imports';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { Notice } from '../../../components/notice.tsx';
import { PlainTable } from '../../../components/plain-table.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { Heading } from './problem-groups.tsx';

interface DifferenceProps {
  readonly of: ImportDifference;
  readonly table: TableName;
}

export function Difference({ of: { cleared, changed, added }, table }: DifferenceProps) {
  const { columns } = tableByName(table);
  const nameOf = (field: string) => columns.find((column) => column.field === field)?.headerName ?? field;
  return (
    <>
      {cleared.length > 0 && (
        <Notice severity="warning">
          Blank cells of the file clear stored values:{' '}
          {cleared.map(({ column, cells }) => `${nameOf(column)} in ${formatRows(cells)}`).join(', ')}. To keep them, go back to
          the columns and choose “Keep the stored value”.
        </Notice>
      )}
      {changed.length > 0 && (
        <Box component="section" aria-label="Samples of changed rows" sx={{ display: 'grid', gap: 1 }}>
          <Heading>Samples of changed rows</Heading>
          <PlainTable
            label="Samples of changed rows"
            columns={[
              { title: 'Row', cell: ({ id }) => id },
              {
                title: 'Changes',
                cell: ({ cells }) =>
                  cells.map(({ field, from, to }) => (
                    <div key={field}>
                      {nameOf(field)}: {from ?? 'blank'} → {to ?? 'blank'}
                    </div>
                  )),
              },
            ]}
            rows={changed}
            keyOf={({ id }) => id}
          />
        </Box>
      )}
      {added.length > 0 && (
        <Box component="section" aria-label="Samples of added rows" sx={{ display: 'grid', gap: 1 }}>
          <Heading>Samples of added rows</Heading>
          <PlainTable
            label="Samples of added rows"
            columns={[
              { title: 'Line', cell: ({ line }) => formatCount(line) },
              { title: 'Cells', cell: ({ cells }) => cells.map(({ field, value }) => `${nameOf(field)}: ${value}`).join(' · ') },
            ]}
            rows={added}
            keyOf={({ line }) => line}
          />
        </Box>
      )}
    </>
  );
}

/** The headers of a file with samples, the column that each fills, and how much of it can be read. One line each. */
import type { ImportMapping, ImportPreview } from '@leadloom/shared/contract/import-uploads';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import Box from '@mui/material/Box';
import { MeterBar } from '../../../components/meter-bar.tsx';
import { type PlainColumn, PlainTable } from '../../../components/plain-table.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { ColumnChoice } from './column-choice.tsx';
import type { Unit } from './map-columns.ts';
import { shownHeader, spokenHeader } from './shown-header.ts';

type Column = ImportPreview['columns'][number];

interface HeaderTableProps {
  readonly preview: ImportPreview;
  readonly definition: TableDefinition;
  readonly mapping: ImportMapping;
  readonly isReading: boolean;
  /** Units that were chosen because of the values, by header. */
  readonly proposedUnits: Readonly<Record<string, Unit>>;
  readonly onChange: (mapping: ImportMapping) => void;
}

export function HeaderTable({ preview, definition, mapping, isReading, proposedUnits, onChange }: HeaderTableProps) {
  const columns: readonly PlainColumn<Column>[] = [
    {
      title: 'Header',
      cell: ({ header, column, position }) => (
        <Box
          title={header === '' ? undefined : header}
          sx={{ ...oneLine, maxWidth: { md: '11rem' }, fontWeight: 560, color: column === null ? 'text.secondary' : undefined }}
        >
          {shownHeader({ header, position })}
        </Box>
      ),
    },
    {
      title: 'Samples',
      cell: ({ samples }) => (
        <Box sx={{ ...oneLine, maxWidth: { md: 'clamp(6rem, 100vw - 76rem, 20rem)' }, color: 'text.secondary' }}>
          {samples.map((sample) => sample.slice(0, 60)).join(' · ')}
        </Box>
      ),
    },
    {
      title: 'Column',
      cell: (column) => (
        <ColumnChoice
          column={column}
          columns={preview.columns}
          definition={definition}
          mapping={mapping}
          proposedUnit={proposedUnits[column.header]}
          onChange={onChange}
        />
      ),
    },
    { title: 'Filled', isNumber: true, cell: ({ filled }) => formatCount(filled) },
    { title: 'Readable', cell: (column) => <Readable {...column} isReading={isReading} /> },
  ];
  return (
    <PlainTable
      label="Columns"
      columns={columns}
      rows={preview.columns}
      keyOf={(column) => column.position ?? preview.columns.indexOf(column)}
      isCompact
    />
  );
}

/** On a narrow screen there is room for all of it below each other. */
const oneLine = {
  overflow: { md: 'hidden' },
  textOverflow: { md: 'ellipsis' },
  whiteSpace: { md: 'nowrap' },
} as const;

function Readable({ header, position, filled, readable, isReading }: Column & { readonly isReading: boolean }) {
  if (readable === null || filled === 0) return null;
  // Whoever reads 100 % believes that nothing is lost.
  const percent = readable === filled ? 100 : Math.min(99, Math.floor((readable / filled) * 100));
  const text = `${formatCount(readable)} of ${formatCount(filled)}`;
  return (
    <Box sx={{ display: 'grid', gap: 0.25, minWidth: '8rem', opacity: isReading ? 0.5 : 1 }}>
      <Box sx={{ fontSize: '0.8125rem', lineHeight: 1.3 }}>{readable === filled ? 'All' : `${text} (${percent}%)`}</Box>
      <MeterBar
        label={`Readable cells of ${spokenHeader({ header, position })}`}
        value={readable}
        max={filled}
        text={text}
        isSpent={readable * 2 < filled}
      />
    </Box>
  );
}

/** The headers of a file with samples, the column that each fills, and how much of it can be read. */
import type { ImportMapping, ImportPreview } from '@leadloom/shared/contract/import-uploads';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import Box from '@mui/material/Box';
import { MeterBar } from '../../../components/meter-bar.tsx';
import { NativeSelect } from '../../../components/native-select.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { type ConsoleColumn, ConsoleTable } from '../console-table.tsx';
import { chosenColumn, mapHeader, type Unit } from './map-columns.ts';

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

const units: readonly (readonly [unit: Unit, label: string])[] = [
  ['dollars', 'Dollars'],
  ['thousands', 'Thousands of dollars'],
  ['millions', 'Millions of dollars'],
  ['billions', 'Billions of dollars'],
];

export function HeaderTable({ preview, definition, mapping, isReading, proposedUnits, onChange }: HeaderTableProps) {
  const columns: readonly ConsoleColumn<Column>[] = [
    { title: 'Header', cell: ({ header }) => <Box sx={{ fontWeight: 560 }}>{header}</Box> },
    {
      title: 'Samples',
      cell: ({ samples }) => (
        <Box sx={{ color: 'text.secondary' }}>{samples.map((sample) => sample.slice(0, 60)).join(' · ')}</Box>
      ),
    },
    {
      title: 'Column',
      cell: (column) => (
        <Choice
          column={column}
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
  return <ConsoleTable label="Columns" columns={columns} rows={preview.columns} keyOf={({ header }) => header} />;
}

interface ChoiceProps extends Pick<HeaderTableProps, 'definition' | 'mapping' | 'onChange'> {
  readonly column: Column;
  readonly proposedUnit: Unit | undefined;
}

function Choice({ column: { header, column: guess, unit: readUnit }, definition, mapping, proposedUnit, onChange }: ChoiceProps) {
  const chosen = chosenColumn(mapping, header);
  const field = chosen === undefined ? guess : chosen.column;
  const isMoney = definition.columns.find((known) => known.field === field)?.kind === 'money';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <NativeSelect
        aria-label={`Column for ${header}`}
        value={field ?? ''}
        onChange={({ target }) => onChange(mapHeader(mapping, header, target.value === '' ? null : target.value, null))}
        sx={{ width: '13rem', maxWidth: '100%' }}
      >
        <option value="">Not imported</option>
        {definition.columns.map((known) => (
          <option key={known.field} value={known.field}>
            {known.headerName}
          </option>
        ))}
      </NativeSelect>
      {isMoney && field !== null && (
        <NativeSelect
          aria-label={`Unit of ${header}`}
          value={chosen?.unit ?? readUnit ?? 'millions'}
          onChange={({ target }) => {
            const [unit] = units.find(([known]) => known === target.value) ?? [null];
            onChange(mapHeader(mapping, header, field, unit));
          }}
        >
          {units.map(([unit, label]) => (
            <option key={unit} value={unit}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
      {isMoney && proposedUnit !== undefined && chosen?.unit === proposedUnit && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          Proposed, because these values cannot be millions
        </Box>
      )}
      {chosen === undefined && guess !== null && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          Guessed
        </Box>
      )}
    </Box>
  );
}

function Readable({ header, filled, readable, isReading }: Column & { readonly isReading: boolean }) {
  if (readable === null || filled === 0) return null;
  // Whoever reads 100 % believes that nothing is lost.
  const percent = readable === filled ? 100 : Math.min(99, Math.floor((readable / filled) * 100));
  const text = `${formatCount(readable)} of ${formatCount(filled)}`;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: '8rem', opacity: isReading ? 0.5 : 1 }}>
      <Box sx={{ fontSize: '0.8125rem' }}>{readable === filled ? 'All' : `${text} (${percent}%)`}</Box>
      <MeterBar label={`Readable cells of ${header}`} value={readable} max={filled} text={text} isSpent={readable * 2 < filled} />
    </Box>
  );
}

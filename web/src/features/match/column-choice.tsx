/** What each column of the list holds: recognised, and changed where that is wrong. */
import { matchColumnsOf, matchFields } from '@leadloom/shared/tables/match-columns';
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { LabelledSelect } from '../../components/labelled-select.tsx';
import { type ListColumns, meaningsOf, withMeaning } from '../../lib/match/recognise-columns.ts';
import { fieldLabels } from './match-words.ts';

const SAMPLES = 3;

interface ColumnChoiceProps {
  readonly table: TableName;
  readonly header: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  readonly columns: ListColumns;
  readonly onChange: (columns: ListColumns) => void;
}

export function ColumnChoice({ table, header, rows, columns, onChange }: ColumnChoiceProps) {
  const matched = matchColumnsOf(table);
  const options = [
    ['', 'Not used'] as const,
    ...matchFields.flatMap((field) => (matched[field] === undefined ? [] : [[field, fieldLabels[field]] as const])),
  ];
  return (
    <Box
      role="group"
      aria-label="Columns"
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(12rem, 1fr))' }}
    >
      {meaningsOf(columns).map((meaning, at) => {
        const label = header?.[at]?.trim() || `Column ${at + 1}`;
        const samples = rows.slice(0, SAMPLES).flatMap((row) => row[at]?.trim() || []);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is told by its place alone
          <Box key={at} sx={{ display: 'grid', gap: 0.5, alignContent: 'start', minWidth: 0 }}>
            <LabelledSelect
              label={label}
              value={meaning ?? ''}
              options={options}
              onChange={(value) => {
                const chosen = matchFields.find((field) => field === value) ?? null;
                onChange(withMeaning(columns, at, chosen));
              }}
            />
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflow: 'hidden' }}>
              {samples.map((sample, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same sample may come twice
                <Box key={line} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                  {sample}
                </Box>
              ))}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** The rows that a line may mean. What tells them apart is loaded when somebody wants to choose. */
import type { MatchResult } from '@leadloom/shared/contract/match';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { matchColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { cellText } from '../../components/data-grid/cell-format.ts';
import { call } from '../../lib/api-client/call.ts';

interface CandidateChoiceProps {
  readonly table: TableName;
  readonly text: string;
  readonly candidates: MatchResult['candidates'];
  /** @param id null: none of them */
  readonly onChoose: (id: number | null) => void;
}

export function CandidateChoice({ table, text, candidates, onChoose }: CandidateChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const rows = useQueries({
    queries: candidates.map(({ id }) => ({
      queryKey: ['match-candidate', table, id],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TableRow> =>
        (await call(tableEndpoints[table].get, { params: { id: String(id) }, query: {} }, { signal })).data,
      enabled: isOpen,
    })),
  });
  return (
    <>
      <Button size="small" aria-expanded={isOpen} aria-label={`Choose for ${text}`} onClick={() => setOpen(!isOpen)}>
        Choose from {candidates.length}
      </Button>
      {isOpen && (
        <Box component="ul" aria-label={`Rows for ${text}`} sx={{ gridColumn: '1 / -1', m: 0, p: 0, listStyle: 'none' }}>
          {candidates.map(({ id, name }, at) => (
            <Box component="li" key={id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.25 }}>
              <Button size="small" variant="outlined" onClick={() => onChoose(id)} sx={{ textAlign: 'start' }}>
                {name === '' ? `Row ${id}` : name}
              </Button>
              <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{detailOf(table, rows[at]?.data)}</Box>
            </Box>
          ))}
          <li>
            <Button size="small" onClick={() => onChoose(null)}>
              None of these
            </Button>
          </li>
        </Box>
      )}
    </>
  );
}

function detailOf(table: TableName, row: TableRow | undefined): string {
  if (row === undefined) return '';
  const { name, ...others } = matchColumnsOf(table);
  const fields = new Set([...Object.values(others), 'city', 'company_name']);
  return tableByName(table)
    .columns.filter(({ field }) => fields.has(field) && field !== name)
    .map((column) => cellText(column, row[column.field] ?? null))
    .filter((cell) => cell !== '')
    .join(' · ');
}

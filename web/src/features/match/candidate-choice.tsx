/** The rows that a line may mean. What tells them apart is loaded when somebody wants to choose. */
import type { MatchResult } from '@leadloom/shared/contract/match';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { matchColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { cellText } from '../../components/data-grid/body/cell-format.ts';
import { call } from '../../lib/api-client/call.ts';
import { rowText } from './match-words.ts';

interface CandidateChoiceProps {
  readonly table: TableName;
  readonly text: string;
  readonly candidates: MatchResult['candidates'];
  /** What found them, in words. */
  readonly by: string;
  /** @param id null: none of them */
  readonly onChoose: (id: number | null) => void;
}

export function CandidateChoice({ table, text, candidates, by, onChoose }: CandidateChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const rows = useQueries({
    queries: candidates.map(({ id }) => ({
      queryKey: ['match-candidate', table, id],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TableRow> =>
        (await call(tableEndpoints[table].get, { params: { id: String(id) }, query: {} }, { signal })).data,
      enabled: isOpen,
    })),
  });
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
        <Box sx={{ flex: 1, minWidth: '8rem', overflowWrap: 'anywhere' }}>
          {rowText(only)} <ByWords>{by}</ByWords>
        </Box>
        <Button size="small" aria-label={`Take the row for ${text}`} onClick={() => onChoose(only.id)}>
          Take it
        </Button>
        <Button size="small" color="inherit" aria-label={`Do not take the row for ${text}`} onClick={() => onChoose(null)}>
          Not this
        </Button>
      </Box>
    );
  }
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'baseline', columnGap: 1 }}>
        <ByWords>{by}</ByWords>
        <Button size="small" aria-expanded={isOpen} aria-label={`Choose for ${text}`} onClick={() => setOpen(!isOpen)}>
          Choose from {candidates.length}
        </Button>
      </Box>
      {isOpen && (
        <Box component="ul" aria-label={`Rows for ${text}`} sx={{ gridColumn: '1 / -1', m: 0, p: 0, listStyle: 'none' }}>
          {candidates.map(({ id, name, country, site }, at) => (
            <Box component="li" key={id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.25 }}>
              <Button size="small" variant="outlined" onClick={() => onChoose(id)} sx={{ textAlign: 'start' }}>
                {name === '' ? `Row ${id}` : name}
              </Button>
              <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {detailOf(table, rows[at]?.data) || rowText({ name: '', country, site })}
              </Box>
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

const ByWords = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

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

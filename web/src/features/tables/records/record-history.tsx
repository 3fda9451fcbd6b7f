/** What changed in a row, newest first, and where it came from. */
import type { HistoryEntry } from '@leadloom/shared/contract/table-records';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { cellText } from '../../../components/data-grid/body/cell-format.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { useHistory } from './use-record.ts';
import { wordedCell } from './worded-cell.ts';

const writers: Readonly<Record<HistoryEntry['by']['kind'], string>> = { import: 'Import', visit: 'Visit', operator: 'Operator' };

interface RecordHistoryProps {
  readonly name: TableName;
  readonly id: number;
  readonly level: 'h2' | 'h3';
}

export function RecordHistory({ name, id, level }: RecordHistoryProps) {
  const { data, error, isFetching, refetch } = useHistory(name, id);
  return (
    <Box component="section" aria-label="History" sx={{ display: 'grid', gap: 0.5, fontSize: '0.875rem' }}>
      <Typography component={level} sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>
        History
      </Typography>
      {error !== null && <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {error === null && data === undefined && <Skeleton variant="rounded" height="4rem" aria-label="Loading the history" />}
      {data?.length === 0 && <Box sx={{ color: 'text.secondary' }}>Nothing changed in the last 400 days.</Box>}
      {data !== undefined && data.length > 0 && (
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries of one moment have nothing else of their own
            <Entry key={index} name={name} entry={entry} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function Entry({ name, entry: { at, by, changes } }: { readonly name: TableName; readonly entry: HistoryEntry }) {
  const { columns } = tableByName(name);
  return (
    <Box component="li" sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
        <time dateTime={at}>{formatDayAndTime(at)}</time> · {writerText(by)}
      </Box>
      {changes.length === 0 && 'Added'}
      {changes.map(({ field, from, to }) => {
        const column = columns.find((one) => one.field === field);
        if (column === undefined) return null;
        return (
          <Box key={field} sx={{ overflowWrap: 'anywhere' }}>
            {column.headerName}: {cellText(column, wordedCell(name, field, from)) || 'blank'} →{' '}
            {cellText(column, wordedCell(name, field, to)) || 'blank'}
          </Box>
        );
      })}
    </Box>
  );
}

function writerText({ kind, label }: HistoryEntry['by']): string {
  return label === writers[kind] ? label : `${writers[kind]}: ${label}`;
}

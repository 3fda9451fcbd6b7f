/** Which open sources filled the tables, and how fresh they are: `Companies: SEC Form D, 12,034 rows, 2 hours ago`. */
import type { getDashboard } from '@leadloom/shared/contract/dashboard';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { tableLinks } from '@leadloom/shared/tables/table-names';
import Box from '@mui/material/Box';
import { formatAgo } from '../../lib/format-ago.ts';
import { formatRows } from '../../lib/format-rows.ts';
import { useNow } from '../../lib/use-now.ts';

interface FreshnessProps {
  readonly tables: NonNullable<EndpointResult<typeof getDashboard>['tables']>;
}

export function Freshness({ tables }: FreshnessProps) {
  const now = useNow();
  const filled = tables.filter(({ sources = [] }) => sources.length > 0);
  if (filled.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label="Open sources"
      sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none', fontSize: '0.875rem', lineHeight: 1.5, color: 'text.secondary' }}
    >
      {filled.map(({ table, sources = [] }) => {
        const each = sources.map(({ title, rows, at }) =>
          [title, formatRows(rows), at === null ? 'not complete yet' : formatAgo(at, now)].join(', '),
        );
        return <li key={table}>{`${tableLinks[table]}: ${each.join('; ')}`}</li>;
      })}
    </Box>
  );
}

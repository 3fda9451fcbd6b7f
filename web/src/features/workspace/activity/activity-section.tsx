/** Who did what in the workspace, newest first. */
import type { WorkspaceActivity } from '@leadloom/shared/contract/workspaces';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { BreakableEmail } from '../../../components/breakable-email.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { NewerAndOlder } from '../../../components/newer-and-older.tsx';
import { type PlainColumn, PlainTable, Whole } from '../../../components/plain-table.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { PER_PAGE, useActivity } from '../use-workspace-lists.ts';
import { actionWords } from '../workspace-words.ts';

/** Several may be of one moment; their place tells them apart. */
type Placed = WorkspaceActivity & { readonly place: number };

const columns: readonly PlainColumn<Placed>[] = [
  { title: 'Time', cell: ({ at }) => <Whole>{formatDayAndTime(at)}</Whole> },
  { title: 'By', cell: ({ by }) => (by === null ? NO_VALUE : <By email={by} />) },
  { title: 'Action', cell: ({ action }) => actionWords[action] },
  { title: 'What', cell: ({ target }) => (target === '' ? NO_VALUE : target) },
  { title: 'Rows', isNumber: true, cell: ({ rows }) => (rows === undefined ? NO_VALUE : formatCount(rows)) },
];

/** Most addresses stay whole beside long names of what was done. */
function By({ email }: { readonly email: string }) {
  return (
    <Box sx={{ minWidth: { md: '13rem' } }}>
      <BreakableEmail email={email} />
    </Box>
  );
}

export function ActivitySection({ workspace: { id, role } }: { readonly workspace: ShownWorkspace }) {
  const [page, setPage] = useState(1);
  const query = useActivity(id, page);
  const seesAll = role === 'owner' || role === 'admin';
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {seesAll
          ? 'What members did in the last 400 days.'
          : 'What you did in the last 400 days. Owners and admins see all of it.'}
      </Typography>
      <Loaded query={query} loading="Loading activity…">
        {({ data, total }) =>
          total === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>
              Nothing yet. Exports, invitations and what is shared appear here.
            </Typography>
          ) : (
            <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }} aria-busy={query.isFetching}>
              <PlainTable
                label="Activity"
                columns={columns}
                rows={data.map((row, place) => ({ ...row, place }))}
                keyOf={({ at, place }) => `${at} ${place}`}
                isCompact
              />
              <NewerAndOlder page={page} pages={Math.ceil(total / PER_PAGE)} onPage={setPage} />
            </Box>
          )
        }
      </Loaded>
    </Box>
  );
}

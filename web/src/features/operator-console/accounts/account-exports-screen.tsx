/** What an account exported this month: the rows charged add up to the number in the list of accounts. */
import { type AccountExport, listAccountExports } from '@leadloom/shared/contract/operator-accounts';
import { tableNames } from '@leadloom/shared/tables/table-names';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { BreakableEmail } from '../../../components/breakable-email.tsx';
import type { PlainColumn } from '../../../components/plain-table.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { paths } from '../../../lib/paths.ts';
import { ConsoleList, useConsolePage } from '../console-list.tsx';

const columns: readonly PlainColumn<AccountExport>[] = [
  { title: 'Table', cell: ({ table }) => titleOf(table) },
  { title: 'Started', cell: ({ started_at: at }) => formatDayAndTime(at) },
  { title: 'Rows', isNumber: true, cell: ({ rows }) => formatCount(rows) },
  { title: 'Charged', isNumber: true, cell: ({ charged }) => formatCount(charged) },
  { title: 'State', cell: ({ is_complete: isComplete }) => (isComplete ? 'Complete' : 'Running, or cut off') },
];

export function AccountExportsScreen() {
  const { accountId = '' } = useParams();
  const [page, setPage] = useState(1);
  const query = useConsolePage(['account-exports', accountId, page], (options) =>
    call(listAccountExports, { params: { account_id: accountId }, query: { page } }, options),
  );
  return (
    <>
      <Box sx={{ fontSize: '0.875rem' }}>
        <TextLink to={paths.operator}>All accounts</TextLink>
      </Box>
      {query.data !== undefined && (
        <Box component="h2" sx={{ m: 0, fontSize: '1.125rem', fontWeight: 600 }}>
          <BreakableEmail email={query.data.email} />: {formatCount(query.data.charged)}{' '}
          {query.data.charged === 1 ? 'row' : 'rows'} exported this month
        </Box>
      )}
      <ConsoleList
        label="Exports of this month"
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nothing was exported this month."
        page={page}
        onPage={setPage}
      />
    </>
  );
}

function titleOf(slug: string): string {
  const name = tableNames.find((table) => table === slug);
  return name === undefined ? 'Collected people' : tableByName(name).title;
}

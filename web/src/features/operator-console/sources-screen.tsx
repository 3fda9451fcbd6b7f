import { listOperatorSources, type OperatorSource } from '@leadloom/shared/contract/operator-system';
import type { NetworkName } from '@leadloom/shared/contract/sources';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { healthWords, networkSeverities } from '../../components/source-health-words.ts';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { ConsoleList, useConsolePage } from './console-list.tsx';
import type { ConsoleColumn } from './console-table.tsx';

const networkTitles: Readonly<Record<NetworkName, string>> = { reddit: 'Reddit', tiktok: 'TikTok' };

const columns: readonly ConsoleColumn<OperatorSource>[] = [
  { title: 'Network', cell: ({ network }) => networkTitles[network] },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'State', cell: ({ state, message }) => `${healthWords[state].label}. ${message}` },
  { title: 'Reason', cell: ({ detail }) => detail ?? '–' },
  { title: 'Failures', isNumber: true, cell: ({ failures }) => formatCount(failures) },
  { title: 'Accounts', isNumber: true, cell: ({ accounts }) => formatCount(accounts) },
  { title: 'Last visit', cell: ({ last_collected_at: at }) => (at === null ? 'Never' : formatDayAndTime(at)) },
];

/** The networks that are visited, and the names on them that accounts track. Never whose they are. */
export function SourcesScreen() {
  const [page, setPage] = useState(1);
  const query = useConsolePage(['sources', page], (options) => call(listOperatorSources, { query: { page } }, options));
  return (
    <>
      {query.data !== undefined && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          {query.data.networks.map(({ network, state, message, requests_today: today }) => (
            <Notice key={network} severity={networkSeverities[state] ?? 'info'}>
              {networkTitles[network]}: {message} Requests today: {formatCount(today)}.
            </Notice>
          ))}
        </Box>
      )}
      <ConsoleList
        label="Sources"
        query={query}
        columns={columns}
        keyOf={({ network, name }) => `${network} ${name}`}
        empty="No account tracks a name yet."
        page={page}
        onPage={setPage}
      />
    </>
  );
}

import { listOperatorSources, type OperatorSource } from '@leadloom/shared/contract/operator-system';
import type { NetworkName } from '@leadloom/shared/contract/sources';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import type { PlainColumn } from '../../components/plain-table.tsx';
import { healthWords, networkSeverities } from '../../components/source-health-words.ts';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { ConsoleList, useConsolePage } from './console-list.tsx';

const networkTitles: Readonly<Record<NetworkName, string>> = { reddit: 'Reddit', tiktok: 'TikTok' };

/** @param shown messages of the networks, which stand above the table */
const sourceColumns = (shown: readonly string[]): readonly PlainColumn<OperatorSource>[] => [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Network', cell: ({ network }) => networkTitles[network] },
  { title: 'State', cell: ({ state }) => healthWords[state].label },
  {
    title: 'Reason',
    cell: ({ message, detail }) => [shown.includes(message) ? null : message, detail].filter(isText).join(' ') || NO_VALUE,
  },
  { title: 'Failures', isNumber: true, cell: ({ failures }) => formatCount(failures) },
  { title: 'Accounts', isNumber: true, cell: ({ accounts }) => formatCount(accounts) },
  { title: 'Last visit', cell: ({ last_collected_at: at }) => (at === null ? NO_VALUE : formatDayAndTime(at)) },
];

/** Shows the networks that are visited, and the names on them that accounts track, but never whose they are. */
export function SourcesScreen() {
  const [page, setPage] = useState(1);
  const query = useConsolePage(['sources', page], (options) => call(listOperatorSources, { query: { page } }, options));
  return (
    <>
      {query.data !== undefined && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          {query.data.networks.map(({ network, state, message, requests_today: today }) => (
            <Notice key={network} severity={networkSeverities[state] ?? 'info'}>
              {message.startsWith(networkTitles[network]) ? '' : `${networkTitles[network]}: `}
              {message} Requests today: {formatCount(today)}.
            </Notice>
          ))}
        </Box>
      )}
      <ConsoleList
        label="Sources"
        query={query}
        columns={sourceColumns(query.data?.networks.map(({ message }) => message) ?? [])}
        keyOf={({ network, name }) => `${network} ${name}`}
        empty="No account tracks a name yet."
        page={page}
        onPage={setPage}
      />
    </>
  );
}

function isText(text: string | null): text is string {
  return text !== null;
}

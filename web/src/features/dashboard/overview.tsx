/**
 * What goes on in the account: news, work that runs or waits, alerts, and the views used last. A box is there once there is
 * something in it.
 */
import type { User } from '@leadloom/shared/contract/accounts';
import { type AlertMessage, listAlertMessages } from '@leadloom/shared/contract/alert-messages';
import type { Work } from '@leadloom/shared/contract/dashboard';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { TextLink } from '../../components/text-link.tsx';
import { alertMessagesKey, useUnreadAlerts } from '../../lib/alerts/use-unread-alerts.ts';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useViewNames, viewPath } from '../../lib/use-view-names.ts';
import { readUsedViews } from '../../lib/used-views.ts';
import { ownerKey } from '../../lib/workspace/tab-workspace.ts';
import { BlockList, BlockNote, DashboardBlock } from './dashboard-block.tsx';
import { NewSinceVisit } from './new-since-visit.tsx';
import { useDashboard } from './use-dashboard.ts';

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

/** The number of lines that a block has room for. */
const SHOWN = 4;

export function Overview({ user }: { readonly user: User }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 16.5rem), 1fr))',
        '&:empty': { display: 'none' },
      }}
    >
      <NewSinceVisit />
      <RunningAndWaiting />
      <UnreadAlerts isVerified={user.verified} />
      <UsedViews />
    </Box>
  );
}

function RunningAndWaiting() {
  const { data, error } = useDashboard();
  const work = data?.work ?? [];
  if (work.length === 0 && error === null) return null;
  return (
    <DashboardBlock title="Running and waiting">
      {data === undefined && error !== null && <BlockNote>{error.message}</BlockNote>}
      <BlockList>
        {work.map((each) => {
          const { text, path } = describeWork(each);
          return (
            <li key={`${each.kind} ${each.state} ${each.detail ?? ''}`}>
              <TextLink to={path}>{text}</TextLink>
            </li>
          );
        })}
      </BlockList>
    </DashboardBlock>
  );
}

function UnreadAlerts({ isVerified }: { readonly isVerified: boolean }) {
  const unread = useUnreadAlerts();
  const { data: messages = [] } = useQuery({
    queryKey: [...alertMessagesKey, 'newest'],
    queryFn: async ({ signal }): Promise<readonly AlertMessage[]> =>
      (await call(listAlertMessages, { query: { unread: 'true', per_page: SHOWN - 1 } }, { signal })).data,
    enabled: isVerified && unread > 0,
    retry: false,
  });
  if (unread === 0) return null;
  return (
    <DashboardBlock title="Alerts">
      <BlockList>
        {messages.map(({ id, title, at }) => (
          <Box component="li" key={id} sx={{ whiteSpace: 'nowrap' }} title={formatDayAndTime(at)}>
            {title}
          </Box>
        ))}
        <li>
          <TextLink to={paths.alerts}>{formatCount(unread)} unread</TextLink>
        </li>
      </BlockList>
    </DashboardBlock>
  );
}

function UsedViews() {
  const account = ownerKey();
  const [used] = useState(() => readUsedViews(account, null));
  const { data: views, error } = useViewNames();
  const rankOf = (id: string) => (used.includes(id) ? used.indexOf(id) : used.length);
  const shown = views?.toSorted((one, other) => rankOf(one.id) - rankOf(other.id)).slice(0, SHOWN) ?? [];
  if (shown.length === 0 && error === null) return null;
  return (
    <DashboardBlock title="Views used last">
      {shown.length === 0 && error !== null && <BlockNote>{error.message}</BlockNote>}
      <BlockList>
        {shown.map((view) => (
          <Box component="li" key={view.id} sx={{ whiteSpace: 'nowrap' }}>
            <TextLink to={viewPath(view)}>{view.name}</TextLink>{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {tableByName(view.table).title}
            </Box>
          </Box>
        ))}
      </BlockList>
    </DashboardBlock>
  );
}

/** What runs or waits, in words, and where to follow it. */
function describeWork({ kind, state, count, detail }: Work): { readonly text: string; readonly path: string } {
  switch (kind) {
    case 'analysis':
      return {
        text: `Analysis of trends: ${detail ?? (state === 'waiting' ? 'waiting' : 'running')}`,
        path: paths.socialDashboard,
      };
    case 'profiles':
      return { text: `${counted(count, 'profile is', 'profiles are')} not collected yet`, path: paths.linkedinCollector };
    case 'searches':
      return { text: `${counted(count, 'search is', 'searches are')} unfinished`, path: paths.linkedinCollector };
    case 'visits':
      return {
        text:
          state === 'running'
            ? `${counted(count, 'tracked name is', 'tracked names are')} being visited`
            : `${counted(count, 'tracked name waits', 'tracked names wait')} for the first visit`,
        path: paths.social,
      };
    case 'import':
      return { text: `Import of ${detail ?? 'a file'}: ${counted(count, 'row', 'rows')} read`, path: paths.operatorImport };
  }
}

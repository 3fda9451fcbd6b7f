import { listAccounts, type OperatorAccount } from '@leadloom/shared/contract/operator-accounts';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { accountExportsPath } from '../../../lib/paths.ts';
import { BreakableEmail } from '../breakable-email.tsx';
import { ConsoleList, useConsolePage } from '../console-list.tsx';
import type { ConsoleColumn } from '../console-table.tsx';
import { useSettledText } from '../use-settled-text.ts';
import { AccountActions } from './account-actions.tsx';
import { planText } from './limits-dialog.tsx';

const columns: readonly ConsoleColumn<OperatorAccount>[] = [
  { title: 'Account', cell: ({ id, email }) => <BreakableEmail email={email}> ({id})</BreakableEmail> },
  { title: 'State', cell: stateText },
  { title: 'Plan', cell: ({ plan, trial }) => plan ?? (trial ? 'Trial' : NO_VALUE) },
  {
    title: 'Requests',
    isNumber: true,
    cell: ({ requests, request_limit: own, plan_request_limit: ofPlan }) => usageText(requests, own, ofPlan),
  },
  {
    title: 'Exports',
    isNumber: true,
    cell: ({ id, email, exports, export_limit: own, plan_export_limit: ofPlan }) => {
      const text = usageText(exports, own, ofPlan);
      if (exports === 0) return text;
      return (
        <TextLink to={accountExportsPath(id)} aria-label={`${text}: exports of ${email}`}>
          {text}
        </TextLink>
      );
    },
  },
  { title: 'Stored', isNumber: true, cell: ({ stored_bytes: bytes }) => (bytes === undefined ? 'Unknown' : formatBytes(bytes)) },
  { title: 'Created', cell: ({ created_at: at }) => formatDay(at) },
  { title: 'Last seen', cell: ({ last_seen_at: at }) => (at === null ? 'Unknown' : formatDayAndTime(at)) },
  { title: 'Actions', cell: (account) => <AccountActions account={account} /> },
];

/** Shows all accounts, by email or id, and never what they collected. */
export function AccountsScreen() {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useSettledText(text.trim());
  const query = useConsolePage(['accounts', search, page], (options) =>
    call(listAccounts, { query: { page, ...(search === '' ? {} : { q: search }) } }, options),
  );
  return (
    <>
      <Box sx={{ maxWidth: '24rem' }}>
        <FormField
          label="Search by email or id"
          name="q"
          autoComplete="off"
          maxLength={254}
          hint="Part of the email, or the number after it."
          value={text}
          onChange={(value) => {
            setText(value);
            setPage(1);
          }}
        />
      </Box>
      <ConsoleList
        label="Accounts"
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty={search === '' ? 'There are no accounts.' : 'No account matches. Try a shorter part of the email.'}
        page={page}
        onPage={setPage}
      />
    </>
  );
}

function stateText({ blocked, verified }: OperatorAccount): string {
  if (blocked) return 'Blocked';
  return verified ? 'Verified' : 'Not verified';
}

/** A limit that an operator set is marked. */
function usageText(used: number, own: number | null, ofPlan: number | null): string {
  return `${formatCount(used)} of ${own === null ? planText(ofPlan) : `${formatCount(own)} (set here)`}`;
}

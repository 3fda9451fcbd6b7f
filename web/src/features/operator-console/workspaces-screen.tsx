/** Shared workspaces: what they used this month, and the limits that an operator sets. */
import {
  changeOperatorWorkspace,
  listOperatorWorkspaces,
  type OperatorWorkspace,
} from '@leadloom/shared/contract/operator-workspaces';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { LimitsDialog } from './accounts/limits-dialog.tsx';
import { ConsoleList, useConsolePage } from './console-list.tsx';
import type { ConsoleColumn } from './console-table.tsx';
import { useConsoleAction } from './use-console-action.ts';
import { useSettledText } from './use-settled-text.ts';

const columns: readonly ConsoleColumn<OperatorWorkspace>[] = [
  { title: 'Workspace', cell: ({ id, name }) => `${name} (${id})` },
  { title: 'Members', isNumber: true, cell: ({ members }) => formatCount(members) },
  { title: 'Requests', isNumber: true, cell: ({ requests, request_limit: limit }) => usageText(requests, limit) },
  { title: 'Exports', isNumber: true, cell: ({ exports, export_limit: limit }) => usageText(exports, limit) },
  { title: 'Actions', cell: (workspace) => <WorkspaceActions workspace={workspace} /> },
];

export function WorkspacesScreen() {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useSettledText(text.trim());
  const query = useConsolePage(['workspaces', search, page], (options) =>
    call(listOperatorWorkspaces, { query: { page, ...(search === '' ? {} : { q: search }) } }, options),
  );
  return (
    <>
      <Box sx={{ maxWidth: '24rem' }}>
        <FormField
          label="Search by name or id"
          name="q"
          autoComplete="off"
          maxLength={254}
          hint="Part of the name, or the number after it."
          value={text}
          onChange={(value) => {
            setText(value);
            setPage(1);
          }}
        />
      </Box>
      <ConsoleList
        label="Workspaces"
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty={search === '' ? 'There are no shared workspaces.' : 'No workspace matches. Try a shorter part of the name.'}
        page={page}
        onPage={setPage}
      />
    </>
  );
}

function WorkspaceActions({ workspace }: { readonly workspace: OperatorWorkspace }) {
  const { opened, open, close, carryOut, isSending, failure, proofDialog } = useConsoleAction<'limits'>('workspaces');
  const params = { workspace_id: workspace.id };
  return (
    <>
      <Button size="small" onClick={() => open('limits')}>
        Limits
      </Button>
      {opened === 'limits' && (
        <LimitsDialog
          of={workspace.name}
          limits={workspace}
          isBusy={isSending}
          failure={failure}
          onSave={(limits) =>
            void carryOut(() => call(changeOperatorWorkspace, { params, body: limits }), 'The limits are saved.')
          }
          onClose={close}
        />
      )}
      {proofDialog}
    </>
  );
}

function usageText(used: number, limit: number | null): string {
  return limit === null ? formatCount(used) : `${formatCount(used)} of ${formatCount(limit)} (set here)`;
}

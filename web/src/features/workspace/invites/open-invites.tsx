/** The invitations that nobody has accepted yet. */
import { type WorkspaceInvite, withdrawWorkspaceInvite } from '@leadloom/shared/contract/workspaces';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { BreakableEmail } from '../../../components/breakable-email.tsx';
import { DeleteDialog } from '../../../components/dialogs/delete-dialog.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageSteps } from '../../../components/page-steps.tsx';
import { type PlainColumn, PlainTable, Whole } from '../../../components/plain-table.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { PER_PAGE, useInvites, useReloadMembers } from '../use-workspace-lists.ts';
import { roleWords } from '../workspace-words.ts';

export function OpenInvites({ workspaceId }: { readonly workspaceId: number }) {
  const [page, setPage] = useState(1);
  const [withdrawing, setWithdrawing] = useState<WorkspaceInvite | null>(null);
  const query = useInvites(workspaceId, page);
  const reload = useReloadMembers();

  const columns: readonly PlainColumn<WorkspaceInvite>[] = [
    { title: 'For', cell: ({ email }) => <BreakableEmail email={email} /> },
    { title: 'Role', cell: ({ role }) => roleWords[role].label },
    { title: 'Works until', cell: ({ expires_at: at }) => <Whole>{formatDayAndTime(at)}</Whole> },
    {
      title: 'Actions',
      cell: (invite) => (
        <Button
          size="small"
          color="error"
          aria-label={`Withdraw the invitation for ${invite.email}`}
          onClick={() => setWithdrawing(invite)}
          sx={{ mx: -0.625, minWidth: 0 }}
        >
          Withdraw
        </Button>
      ),
    },
  ];

  return (
    <Box
      component="section"
      aria-labelledby="open-invites"
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id="open-invites" variant="h2">
        Open invitations
      </Typography>
      <Loaded query={query} loading="Loading invitations…">
        {({ data, total }) =>
          total === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>There are no open invitations.</Typography>
          ) : (
            <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }} aria-busy={query.isFetching}>
              <PlainTable label="Open invitations" columns={columns} rows={data} keyOf={({ id }) => id} />
              {total > PER_PAGE && <PageSteps page={page} perPage={PER_PAGE} rows={data.length} total={total} onPage={setPage} />}
            </Box>
          )
        }
      </Loaded>
      {withdrawing !== null && (
        <DeleteDialog
          title={`Withdraw the invitation for ${withdrawing.email}?`}
          text="Its link stops working at once."
          confirmLabel="Withdraw"
          remove={() => call(withdrawWorkspaceInvite, { params: { workspace_id: workspaceId, invite_id: withdrawing.id } })}
          onDeleted={() => {
            setWithdrawing(null);
            void reload();
          }}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </Box>
  );
}

/** Who works in the workspace, and what an owner or admin can change about it. */
import { inviteToWorkspace, type WorkspaceMember } from '@leadloom/shared/contract/workspaces';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BreakableEmail } from '../../../components/breakable-email.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageSteps } from '../../../components/page-steps.tsx';
import { type PlainColumn, PlainTable, Whole } from '../../../components/plain-table.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { useMay } from '../../../lib/workspace/use-may.ts';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { InviteDialog } from '../invites/invite-dialog.tsx';
import { OpenInvites } from '../invites/open-invites.tsx';
import { PER_PAGE, useMembers } from '../use-workspace-lists.ts';
import { rightsText, roleWords } from '../workspace-words.ts';
import { MemberActions } from './member-actions.tsx';

interface MembersSectionProps {
  readonly workspace: ShownWorkspace;
  /** The reader's own email, whose row has other actions. */
  readonly ownEmail: string;
}

export function MembersSection({ workspace, ownEmail }: MembersSectionProps) {
  const { state } = useLocation();
  const [page, setPage] = useState(1);
  const [isInviting, setInviting] = useState(() => asksToInvite(state));
  const query = useMembers(workspace.id, page);
  const mayInvite = useMay(inviteToWorkspace) === null;
  const manages = workspace.role === 'owner' || workspace.role === 'admin';

  const columns: readonly PlainColumn<WorkspaceMember>[] = [
    { title: 'Member', cell: (member) => <Who member={member} isSelf={member.email === ownEmail} /> },
    { title: 'Role', cell: ({ role }) => roleWords[role].label },
    { title: 'Rights', cell: ({ role, rights }) => rightsText(role, rights) },
    { title: 'Last seen', cell: ({ last_seen_at: at }) => (at === null ? 'Not yet' : <Whole>{formatDayAndTime(at)}</Whole>) },
    { title: 'Monthly exports', isNumber: true, cell: exportsText },
    ...(manages
      ? [
          {
            title: 'Actions',
            cell: (member: WorkspaceMember) => (
              <MemberActions member={member} workspace={workspace} isSelf={member.email === ownEmail} />
            ),
          },
        ]
      : []),
  ];

  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <May needs={inviteToWorkspace}>
          <Button variant="contained" onClick={() => setInviting(true)}>
            Invite
          </Button>
        </May>
      </Box>
      <Loaded query={query} loading="Loading members…">
        {({ data, total }) => (
          <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }} aria-busy={query.isFetching}>
            <PlainTable label="Members" columns={columns} rows={data} keyOf={({ account_id: id }) => id} />
            {total > PER_PAGE && <PageSteps page={page} perPage={PER_PAGE} rows={data.length} total={total} onPage={setPage} />}
          </Box>
        )}
      </Loaded>
      {mayInvite && <OpenInvites workspaceId={workspace.id} />}
      {isInviting && mayInvite && <InviteDialog workspace={workspace} onClose={() => setInviting(false)} />}
    </Box>
  );
}

function Who({ member: { full_name: name, email }, isSelf }: { readonly member: WorkspaceMember; readonly isSelf: boolean }) {
  return (
    <>
      {name !== null && <Box>{name}</Box>}
      <Box sx={name === null ? {} : { color: 'text.secondary', fontWeight: 400, fontSize: '0.8125rem' }}>
        <BreakableEmail email={email}>{isSelf && ' (you)'}</BreakableEmail>
      </Box>
    </>
  );
}

function exportsText({ exports, export_limit: limit, role }: WorkspaceMember): string {
  if (role === 'viewer' && exports === 0) return NO_VALUE;
  return limit === null ? formatCount(exports) : `${formatCount(exports)} of ${formatCount(limit)}`;
}

/** The palette leads here to invite somebody at once. */
function asksToInvite(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isInviting' in state && state.isInviting === true;
}

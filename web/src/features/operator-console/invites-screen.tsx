import { createInvite, deleteInvite, type Invite, listInvites } from '@leadloom/shared/contract/operator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { BreakableEmail } from '../../components/breakable-email.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import type { PlainColumn } from '../../components/plain-table.tsx';
import { call } from '../../lib/api-client/call.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { APP_BASE, paths } from '../../lib/paths.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ConsoleList, useConsolePage } from './console-list.tsx';

/** Invites, and the form that makes one. Its link appears once. */
export function InvitesScreen() {
  const [page, setPage] = useState(1);
  const [revoking, setRevoking] = useState<Invite | null>(null);
  const queryClient = useQueryClient();
  const query = useConsolePage(['invites', page], (options) => call(listInvites, { query: { page } }, options));
  const { isSending, failure, submit } = useSubmission();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['console', 'invites'] });

  async function onRevoke(invite: Invite): Promise<void> {
    if (await submit(() => call(deleteInvite, { params: { invite_id: invite.id } }))) setRevoking(null);
    await refresh();
  }

  const columns: readonly PlainColumn<Invite>[] = [
    { title: 'For', cell: ({ email }) => (email === undefined ? 'Anyone with the link' : <BreakableEmail email={email} />) },
    { title: 'Expires', cell: ({ expires_at: at }) => formatDayAndTime(at) },
    { title: 'Used by', cell: ({ used_by: by }) => (by === undefined ? 'Not used yet' : <BreakableEmail email={by} />) },
    {
      title: 'Action',
      cell: (invite) => (
        <Button size="small" variant="outlined" color="error" onClick={() => setRevoking(invite)}>
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <>
      <NewInvite onCreated={() => void refresh()} />
      <ConsoleList
        label="Invites"
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty="There are no invites. Create one above."
        page={page}
        onPage={setPage}
      />
      {revoking !== null && (
        <ConfirmDialog
          title={`Revoke the invite for ${revoking.email ?? 'anyone with the link'}?`}
          text="Its link stops working at once. An account that was made with it stays."
          confirmLabel="Revoke"
          isDestructive
          isWorking={isSending}
          failure={failure?.message ?? null}
          onConfirm={() => void onRevoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  );
}

function NewInvite({ onCreated }: { readonly onCreated: () => void }) {
  const [email, setEmail] = useState('');
  const [link, setLink] = useState<string | null>(null);
  const shown = useRef<HTMLSpanElement>(null);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function onSubmit(): Promise<void> {
    const address = email.trim();
    await submit(async () => {
      const created = await withProof(() => call(createInvite, { body: address === '' ? {} : { email: address } }));
      if (created === null) return;
      setLink(`${window.location.origin}${APP_BASE}${paths.register}?invite=${created.result.code}`);
      setEmail('');
      onCreated();
    });
  }

  return (
    <>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
        sx={{ display: 'grid', gap: 1.5, maxWidth: '40rem', justifyItems: 'start' }}
      >
        <Box sx={{ width: '100%', maxWidth: '24rem' }}>
          <FormField
            label="Email (optional)"
            name="email"
            type="email"
            autoComplete="off"
            value={email}
            onChange={(value) => {
              clearFailure();
              setEmail(value);
            }}
            error={failure?.message ?? null}
            hint="With an email, only that address can use the invite."
          />
        </Box>
        <Button type="submit" variant="contained" disabled={isSending}>
          Create invite
        </Button>
        <Box aria-live="polite" sx={{ width: '100%' }}>
          {link !== null && (
            <Notice severity="success">
              Send this link. It works once, for seven days, and is not shown again.
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
                <Box component="span" ref={shown} sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
                  {link}
                </Box>
                <CopyButton text={link} shownIn={shown} />
              </Box>
            </Notice>
          )}
        </Box>
      </Box>
      {proofDialog}
    </>
  );
}

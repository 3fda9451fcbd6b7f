/** Deletes the workspace. It says first what goes with it, and asks for the name and for the owner's proof. */
import { deleteWorkspace, getWorkspaceContent } from '@leadloom/shared/contract/workspaces';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { paths } from '../../../lib/paths.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { openWorkspaceWith } from '../../../lib/workspace/open-workspace.ts';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';

type Content = Awaited<ReturnType<typeof readContent>>;

/** One and several of each kind. */
const kindWords: Readonly<Record<keyof Content, readonly [one: string, several: string]>> = {
  members: ['member', 'members'],
  views: ['view', 'views'],
  lists: ['list', 'lists'],
  alerts: ['alert', 'alerts'],
  notes: ['note', 'notes'],
  people: ['collected person', 'collected people'],
  trends: ['trend', 'trends'],
  webhooks: ['webhook', 'webhooks'],
  keys: ['API key', 'API keys'],
  scheduled_exports: ['scheduled export', 'scheduled exports'],
  destinations: ['destination', 'destinations'],
  crm_runs: ['run of a CRM, which can no longer be undone', 'runs of CRMs, which can no longer be undone'],
};

interface DeleteWorkspaceDialogProps {
  readonly workspace: ShownWorkspace;
  readonly onClose: () => void;
}

export function DeleteWorkspaceDialog({ workspace: { id, name }, onClose }: DeleteWorkspaceDialogProps) {
  const content = useQuery({
    queryKey: ['workspace', 'content', id],
    queryFn: ({ signal }) => readContent(id, signal),
    staleTime: 0,
  });
  const [typed, setTyped] = useState('');
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function remove(): Promise<void> {
    await submit(async () => {
      const params = { workspace_id: id };
      const deleted = await withProof(() => call(deleteWorkspace, { params, body: { confirm: typed.trim() } }));
      if (deleted !== null) openWorkspaceWith(`${name} is deleted. This is your personal workspace.`, null, paths.dashboard);
    });
  }

  return (
    <>
      <FormDialog
        title={`Delete ${name}?`}
        text="This deletes the workspace and everything in it, for all members, and ends its subscription at once. It cannot be undone. Accounts and personal workspaces stay."
        submitLabel="Delete workspace"
        isSubmitDisabled={isSending || content.data === undefined || typed.trim() !== name}
        isBusy={isSending}
        failure={failure?.message ?? null}
        onSubmit={() => void remove()}
        onClose={onClose}
      >
        <Loaded query={content} loading="Counting what goes with it…">
          {(counts) => (
            <Box component="ul" aria-label="What is deleted" sx={{ m: 0, pl: 2.5, fontSize: '0.875rem' }}>
              {linesOf(counts).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </Box>
          )}
        </Loaded>
        <FormField
          label="Type the name to confirm"
          name="confirmation"
          autoComplete="off"
          value={typed}
          onChange={(value) => {
            clearFailure();
            setTyped(value);
          }}
          hint={name}
        />
      </FormDialog>
      {proofDialog}
    </>
  );
}

function readContent(id: number, signal: AbortSignal) {
  return call(getWorkspaceContent, { params: { workspace_id: id } }, { signal });
}

/** What there is some of. Members lose their way in, and nothing else. */
function linesOf({ members, ...things }: Content): readonly string[] {
  const way = members === 1 ? 'nobody else is a member' : `${formatCount(members)} members lose their access`;
  const kinds = Object.keys(kindWords) as (keyof Content)[];
  const owned = kinds.flatMap((kind) => {
    const count = kind === 'members' ? 0 : things[kind];
    return count === 0 ? [] : [`${formatCount(count)} ${kindWords[kind][count === 1 ? 0 : 1]}`];
  });
  return [...owned, way];
}

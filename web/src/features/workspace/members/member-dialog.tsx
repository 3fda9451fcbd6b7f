/** Changes a member's role, their rights, and their part of the export limit. */
import { isRoleEnough, type WorkspaceRight, type WorkspaceRole } from '@leadloom/shared/contract/workspace-access';
import { workspaceRights } from '@leadloom/shared/contract/workspace-roles';
import { updateMember, type WorkspaceMember } from '@leadloom/shared/contract/workspaces';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { CheckLine } from '../../../components/check-line.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { useRefreshMe } from '../../../lib/account/use-me.ts';
import { call } from '../../../lib/api-client/call.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { RoleField } from '../role-field.tsx';
import { useReloadMembers } from '../use-workspace-lists.ts';
import { rightWords } from '../workspace-words.ts';

/** The largest limit that the server takes. */
const MAX_EXPORT_LIMIT = 1_000_000_000;
const WRONG = 'Enter a whole number, or leave it empty.';

interface MemberDialogProps {
  readonly member: WorkspaceMember;
  readonly workspace: ShownWorkspace;
  readonly isSelf: boolean;
  readonly onClose: () => void;
}

export function MemberDialog({ member, workspace, isSelf, onClose }: MemberDialogProps) {
  const reload = useReloadMembers();
  const refreshMe = useRefreshMe();
  const [role, setRole] = useState<WorkspaceRole>(member.role);
  const [rights, setRights] = useState<readonly WorkspaceRight[]>(member.rights);
  const [limitText, setLimitText] = useState(member.export_limit?.toString() ?? '');
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const limit = readLimit(limitText);
  const about = member.full_name ?? member.email;

  async function save(exportLimit: number | null): Promise<void> {
    // Owners and admins have all rights, whatever was chosen when they were members.
    const body = { role, ...(role === 'member' ? { rights: [...rights] } : {}), export_limit: exportLimit };
    const params = { workspace_id: workspace.id, account_id: member.account_id };
    if (!(await submit(() => call(updateMember, { params, body })))) return;
    onClose();
    showSnackbar('success', `${about} is changed.`);
    await Promise.all([reload(), isSelf ? refreshMe() : null]);
  }

  return (
    <FormDialog
      title={`Change ${about}`}
      submitLabel="Save"
      isSubmitDisabled={isSending || limit === undefined}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => limit !== undefined && void save(limit)}
      onClose={onClose}
    >
      <RoleField
        value={role}
        offered={(offered) => isRoleEnough(workspace.role, offered)}
        onChange={(chosen) => {
          clearFailure();
          setRole(chosen);
        }}
      />
      {role === 'member' && (
        <RightLines
          rights={rights}
          onChange={(chosen) => {
            clearFailure();
            setRights(chosen);
          }}
        />
      )}
      <FormField
        label="Exported rows per month"
        name="export_limit"
        autoComplete="off"
        value={limitText}
        onChange={(value) => {
          clearFailure();
          setLimitText(value);
        }}
        error={limit === undefined ? WRONG : null}
        hint="A part of the workspace’s limit. Leave it empty for all of it."
      />
    </FormDialog>
  );
}

interface RightLinesProps {
  readonly rights: readonly WorkspaceRight[];
  readonly onChange: (rights: readonly WorkspaceRight[]) => void;
}

function RightLines({ rights, onChange }: RightLinesProps) {
  const groupId = useId();
  return (
    <Box role="group" aria-labelledby={groupId}>
      <Typography id={groupId} component="div" variant="subtitle2">
        Rights
      </Typography>
      {workspaceRights.map((right) => (
        <CheckLine
          key={right}
          label={`${rightWords[right].label}: ${rightWords[right].about}`}
          isChecked={rights.includes(right)}
          onChange={(isGiven) =>
            onChange(workspaceRights.filter((known) => (known === right ? isGiven : rights.includes(known))))
          }
        />
      ))}
    </Box>
  );
}

/** null: all of the workspace's limit; undefined: not a limit. */
function readLimit(text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === '') return null;
  return /^\d{1,10}$/.test(digits) && Number(digits) <= MAX_EXPORT_LIMIT ? Number(digits) : undefined;
}

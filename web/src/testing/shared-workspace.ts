/** What stories in a shared workspace share: a tab that is in one, and a server that says so. */
import { me, type User } from '@leadloom/shared/contract/accounts';
import { errorDefinitions } from '@leadloom/shared/contract/errors';
import { firstRights, rightsOf } from '@leadloom/shared/contract/workspace-roles';
import {
  getWorkspaceVersions,
  listWorkspaces,
  type WorkspaceChangeKind,
  workspaceChangeKinds,
} from '@leadloom/shared/contract/workspaces';
import { HttpResponse } from 'msw';
import { answer } from './api.ts';
import { signInForTest } from './render-app.tsx';
import { apiServer } from './server.ts';
import { aUser } from './user.ts';

type WorkspaceOfUser = NonNullable<User['workspace']>;

interface SharedWorkspaceForTest {
  readonly user: User;
  readonly workspace: WorkspaceOfUser;
  /** Somebody else changed something of this kind. */
  readonly changed: (...kinds: readonly WorkspaceChangeKind[]) => void;
}

/** The page keeps the workspace of an account, so each story has an account of its own. */
let account = 1_000;

/** Signs in to a tab whose workspace is shared; the account is a member unless the story says something else. */
export function signInToWorkspace(
  { role = 'member', rights = [...firstRights], ...other }: Partial<WorkspaceOfUser> = {},
  changes: Partial<User> = {},
): SharedWorkspaceForTest {
  account += 1;
  const workspace = { id: 42, name: 'Loom Works', role, rights: [...rightsOf(role, rights)], is_personal: false, ...other };
  sessionStorage.setItem('leadloom-workspace', JSON.stringify({ account: String(account), workspace }));
  signInForTest(String(account));
  const user = aUser({ workspace, ...changes });
  const versions = new Map(workspaceChangeKinds.map((kind) => [kind, 1]));
  apiServer.use(
    answer(me, () => user),
    answer(listWorkspaces, () => ({ data: [{ ...workspace, members: 2 }], total: 1 })),
    answer(getWorkspaceVersions, () => ({ ...emptyVersions, ...Object.fromEntries(versions) })),
  );
  return {
    user,
    workspace,
    changed: (...kinds) => {
      for (const kind of kinds) versions.set(kind, (versions.get(kind) ?? 0) + 1);
    },
  };
}

const emptyVersions: Readonly<Record<WorkspaceChangeKind, number>> = {
  views: 0,
  lists: 0,
  marks: 0,
  notes: 0,
  alerts: 0,
  people: 0,
  members: 0,
};

/** The refusal of a save that would overwrite what somebody else saved. @param current as the endpoint that reads it answers it */
export function changedMeanwhile(current: object): Response {
  const { status, text } = errorDefinitions['WORKSPACE.CHANGED_MEANWHILE'];
  return HttpResponse.json(
    { code: 'WORKSPACE.CHANGED_MEANWHILE', title: text, status, msg: text, message: text, current },
    { status },
  );
}

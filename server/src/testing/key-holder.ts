/** An account with an API key, and calls made with it. */
import type { Member } from '../http/workspace-id.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../http/workspace-id.ts';
import { type ChosenKey, createKey } from '../modules/keys/keys.service.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from './accounts.ts';
import { type Answer, openBrowser } from './browser.ts';
import type { TestServer } from './test-server.ts';

export interface KeyHolder {
  readonly account: TestAccount;
  readonly accountId: number;
  readonly workspaceId: WorkspaceId;
  readonly keyId: string;
  /** The secret. */
  readonly key: string;
  /** The key as `Authorization: Bearer`. */
  readonly headers: { readonly authorization: string };
  /** Makes a GET with the key and nothing else. @param path relative to `/api/v1` */
  readonly get: (path: string) => Promise<Answer>;
}

/** An account in its personal workspace. */
export function makerOf(accountId: number): Member {
  return { accountId, workspaceId: personalWorkspaceOf(accountId) };
}

/** Creates a key of a verified account in its trial. @param account a new one where absent */
export async function createKeyHolder(server: TestServer, account?: TestAccount, chosen: ChosenKey = {}): Promise<KeyHolder> {
  const owner = account ?? (await createVerifiedAccount(server));
  const workspaceId = await accountIdOf(server, owner.email);
  const { id: keyId, api_key: key } = await createKey(server.platform, makerOf(workspaceId), chosen);
  if (key === null) throw new Error('the key was created without its secret');
  const program = openBrowser(server.app);
  return {
    account: owner,
    accountId: workspaceId,
    workspaceId,
    keyId,
    key,
    headers: { authorization: `Bearer ${key}` },
    get: (path) => program.call('GET', path, { bearer: key }),
  };
}

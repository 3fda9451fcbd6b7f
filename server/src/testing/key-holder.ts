/** An account with an API key, and calls made with it. */
import type { ApiKeyKind } from '@leadloom/shared/contract/keys';
import { createKey } from '../modules/keys/keys.service.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from './accounts.ts';
import { type Answer, openBrowser } from './browser.ts';
import type { TestServer } from './test-server.ts';

export interface KeyHolder {
  readonly account: TestAccount;
  readonly accountId: number;
  readonly keyId: string;
  /** The secret. */
  readonly key: string;
  /** The key as `Authorization: Bearer`. */
  readonly headers: { readonly authorization: string };
  /** Makes a GET with the key and nothing else. @param path relative to `/api/v1` */
  readonly get: (path: string) => Promise<Answer>;
}

/** Creates a key of a verified account in its trial. @param account a new one where absent */
export async function createKeyHolder(server: TestServer, account?: TestAccount, kind?: ApiKeyKind): Promise<KeyHolder> {
  const owner = account ?? (await createVerifiedAccount(server));
  const accountId = await accountIdOf(server, owner.email);
  const { id: keyId, api_key: key } = await createKey(server.platform, accountId, kind);
  if (key === null) throw new Error('the key was created without its secret');
  const program = openBrowser(server.app);
  return {
    account: owner,
    accountId,
    keyId,
    key,
    headers: { authorization: `Bearer ${key}` },
    get: (path) => program.call('GET', path, { bearer: key }),
  };
}

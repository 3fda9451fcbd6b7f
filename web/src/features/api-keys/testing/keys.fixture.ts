/** The API keys screen as its tests need it, and a server that stores keys. */
import { me, type User } from '@leadloom/shared/contract/accounts';
import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  getApiKeyUsage,
  type KeyUsage,
  listApiKeys,
  postApiKey,
} from '@leadloom/shared/contract/keys';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { expectLogged as expectAnyLogged } from '../../../testing/expect-logged.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

export const SANDBOX_SECRET = 'll_test_KEYTRY01aaaabbbbccccddddeeeeffffgggghhhh123456';
export const SECRET = 'll_live_KEYNEW01aaaabbbbccccddddeeeeffffgggghhhh123456';

export function aKey(id: string, changes: Partial<ApiKey> = {}): ApiKey {
  const prefix = `ll_live_${id}`;
  return {
    id,
    name: null,
    rights: 'read',
    prefix,
    created_at: '2098-03-01T09:00:00.000Z',
    api_key: null,
    last_used_at: null,
    ...changes,
  };
}

/** A server that stores keys and records its requests. */
export function serveKeys(...first: readonly ApiKey[]) {
  const deleted: string[] = [];
  const usage: KeyUsage[] = [];
  const server = { keys: [...first], created: 0, deleted, usage };
  apiServer.use(
    answer(listApiKeys, () => ({ keys: server.keys })),
    answer(createApiKey, () => {
      server.created += 1;
      const key = aKey('KEYNEW01', { created_at: '2099-01-01T09:00:00.000Z' });
      server.keys.push(key);
      return { ...key, api_key: SECRET };
    }),
    answer(postApiKey, ({ body: { kind, name = '' } }) => {
      if (kind !== 'test' && name === '') throw new Error('the screen creates live keys without a name by GET');
      server.created += 1;
      const [id, secret] = kind === 'test' ? ['KEYTRY01', SANDBOX_SECRET] : ['KEYNEW01', SECRET];
      const created_at = '2099-01-02T09:00:00.000Z';
      const key = aKey(id, { name: name === '' ? null : name, prefix: `ll_${kind}_${id}`, created_at });
      server.keys.push(key);
      return { ...key, api_key: secret };
    }),
    answer(getApiKeyUsage, () => ({ data: server.usage })),
    answer(deleteApiKey, ({ body }) => {
      deleted.push(body.id);
      server.keys = server.keys.filter(({ id }) => id !== body.id);
      return undefined;
    }),
  );
  return server;
}

export async function openKeys(changes: Partial<User> = {}) {
  signInForTest();
  apiServer.use(answer(me, () => aUser(changes)));
  const app = renderApp('/keys', { wrapper: StrictMode });
  await screen.findByRole('button', { name: 'Create Key' }, { timeout: 30_000 });
  return app;
}

export const createButton = () => screen.getByRole('button', { name: 'Create Key' });
export const rowOf = (id: string) => {
  const row = screen.getByText(id).closest('tr');
  if (row === null) throw new Error(`${id} stands in no row`);
  return within(row);
};
/** Presses the row's button and confirms in the dialog. */
export async function deleteKey(person: UserEvent, id: string): Promise<void> {
  await person.click(rowOf(id).getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
}
export const isCreateOpen = () => waitFor(() => expect(createButton()).toBeEnabled());

/** Expects the text to be logged once, without a secret. */
export function expectLogged(text: string): () => Promise<void> {
  const logged = expectAnyLogged(text);
  return async () => {
    const lines = await logged();
    expect(lines.filter((line) => line.includes(text))).toHaveLength(1);
    expect(lines.join()).not.toContain(SECRET);
  };
}

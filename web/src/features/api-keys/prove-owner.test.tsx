import { prove } from '@leadloom/shared/contract/account-settings';
import { createApiKey, postApiKey } from '@leadloom/shared/contract/keys';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { twoFaults } from '../../testing/faults.ts';
import { apiServer } from '../../testing/server.ts';
import { aKey, createButton, isCreateOpen, openKeys, SANDBOX_SECRET, SECRET, serveKeys } from './testing/keys.fixture.ts';

const PASSWORD = 'loom-and-weft';

/**
 * A server that requires a proof before it creates a key.
 * @param code if the second factor is on
 */
function serveProvedKeys(code?: string) {
  const server = { isProved: false, asked: [] as unknown[], keys: serveKeys() };
  const demand = () => {
    if (!server.isProved) throw refuse('AUTH.PROOF_NEEDED');
    server.keys.created += 1;
  };
  apiServer.use(
    answer(createApiKey, () => {
      demand();
      return aKey('KEYNEW01', { api_key: SECRET });
    }),
    answer(postApiKey, ({ body }) => {
      demand();
      return aKey('KEYTRY01', { name: body.name ?? null, prefix: 'll_test_KEYTRY01', api_key: SANDBOX_SECRET });
    }),
    answer(prove, ({ body }) => {
      server.asked.push(body);
      if (body.password !== PASSWORD) throw refuse('AUTH.PASSWORD_WRONG');
      if (code !== undefined && body.code === undefined) throw refuse('TWO_FACTOR.CODE_REQUIRED');
      if (body.code !== code) throw refuse('TWO_FACTOR.CODE_WRONG');
      server.isProved = true;
      return undefined;
    }),
  );
  return server;
}

async function pressCreate() {
  const app = await openKeys();
  await isCreateOpen();
  await app.person.click(createButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
  return { ...app, dialog, confirm: dialog.getByRole('button', { name: 'Confirm' }) };
}

describe('creating a key a while after signing in', () => {
  it('creating a key asks for the password and continues without a second press', async () => {
    const server = serveProvedKeys();
    const { person, dialog, confirm } = await pressCreate();
    expect(dialog.getByLabelText('Password')).toHaveFocus();
    expect(confirm).toBeDisabled();
    await person.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.keys.created).toBe(1);
    expect(server.asked).toEqual([{ password: PASSWORD }]);
    await isCreateOpen();
  });

  it('creating a sandbox key asks for the password and keeps the typed name', async () => {
    serveProvedKeys();
    const { person } = await openKeys();
    await isCreateOpen();
    await person.type(screen.getByLabelText('Name of the next key'), 'a trial');
    await person.click(screen.getByRole('button', { name: 'Add Sandbox Key' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByText(SANDBOX_SECRET)).toBeVisible();
    expect(screen.getByText('a trial')).toBeVisible();
  });

  it('creating a key asks for the code if the second factor is on', async () => {
    serveProvedKeys('123456');
    const { person, dialog, confirm } = await pressCreate();
    expect(dialog.queryByLabelText('Code')).toBeNull();
    await person.type(dialog.getByLabelText('Password'), PASSWORD);
    await person.click(confirm);
    const code = await dialog.findByLabelText('Code');
    expect(code).toHaveFocus();
    expect(code).toHaveAccessibleDescription('Enter the code from your authenticator app.');
    await person.type(code, '654321{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription('This code is incorrect or was already used.'));
    await person.clear(code);
    await person.type(code, '123456{Enter}');
    expect(await screen.findByText(SECRET)).toBeVisible();
  });

  it('a wrong password is reported at its field, and can be corrected', async () => {
    serveProvedKeys();
    const { person, dialog, confirm } = await pressCreate();
    const password = dialog.getByLabelText('Password');
    await person.type(password, 'not this');
    await person.click(confirm);
    await waitFor(() => expect(password).toHaveAccessibleDescription('The password is incorrect.'));
    await person.clear(password);
    await person.type(password, PASSWORD);
    await person.click(confirm);
    expect(await screen.findByText(SECRET)).toBeVisible();
  });

  it('cancelling the dialog creates no key and enables the button', async () => {
    const server = serveProvedKeys();
    const { person, dialog } = await pressCreate();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await isCreateOpen();
    await waitFor(() => expect(createButton()).toHaveFocus());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(server.keys.created).toBe(0);
  });

  it.each(twoFaults(0))('a failed proof after $name is shown in the dialog and can be retried', async ({ respond, text }) => {
    serveProvedKeys();
    apiServer.use(http.post('/api/v1/prove', respond, { once: true }));
    const { person, dialog, confirm } = await pressCreate();
    await person.type(dialog.getByLabelText('Password'), PASSWORD);
    await person.click(confirm);
    expect(await dialog.findByRole('alert')).toHaveTextContent(text);
    await person.click(confirm);
    expect(await screen.findByText(SECRET)).toBeVisible();
  });
});

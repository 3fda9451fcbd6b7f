import { prove } from '@leadloom/shared/contract/account-settings';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  listPasskeys,
  PASSKEY_LIMIT,
  passkeyProof,
  removePasskey,
  renamePasskey,
} from '@leadloom/shared/contract/passkeys';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import {
  closedByPerson,
  creationOptions,
  giveAuthenticator,
  requestOptions,
  setPasskeySupport,
} from '../../../testing/authenticator.ts';
import { ALL_RETRIES_MS, faults } from '../../../testing/faults.ts';
import { apiServer } from '../../../testing/server.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { openSection, serveAccount } from '../testing/account.fixture.ts';

const LAPTOP = '0f8fad5b-d9cb-469f-a165-70867728950e';
const PHONE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function aPasskey(id: string, name: string, lastUsedAt: string | null = null) {
  return { id, name, created_at: '2098-03-01T09:00:00.000Z', last_used_at: lastUsedAt };
}

/** A server that stores passkeys. @param needsProof whether it first requires a recent proof */
function servePasskeys({ passkeys = [aPasskey(LAPTOP, 'Laptop')], needsProof = false } = {}) {
  const server = { passkeys, isProved: !needsProof };
  const demand = () => {
    if (!server.isProved) throw refuse('AUTH.PROOF_NEEDED');
  };
  serveAccount();
  apiServer.use(
    answer(listPasskeys, () => ({ data: server.passkeys, total: server.passkeys.length })),
    answer(beginPasskey, () => {
      demand();
      return creationOptions;
    }),
    answer(addPasskey, ({ body }) => {
      const added = aPasskey(PHONE, body.name);
      server.passkeys = [added, ...server.passkeys];
      return added;
    }),
    answer(renamePasskey, ({ params, body }) => {
      const renamed = aPasskey(String(params.passkey_id), body.name);
      server.passkeys = server.passkeys.map((passkey) => (passkey.id === renamed.id ? renamed : passkey));
      return renamed;
    }),
    answer(removePasskey, ({ params }) => {
      demand();
      server.passkeys = server.passkeys.filter(({ id }) => id !== params.passkey_id);
      return undefined;
    }),
    answer(beginPasskeyProof, () => requestOptions),
    answer(passkeyProof, () => {
      server.isProved = true;
      return undefined;
    }),
    answer(prove, () => {
      server.isProved = true;
      return undefined;
    }),
  );
  return server;
}

const open = () => openSection('Passkeys');

describe('the passkeys of an account', () => {
  it('passkeys are listed with their names and last use', async () => {
    servePasskeys({ passkeys: [aPasskey(PHONE, 'Phone', '2098-03-02T10:30:00.000Z'), aPasskey(LAPTOP, 'Laptop')] });
    const { section } = await open();
    const items = within(await section.findByRole('list', { name: 'Passkeys' })).getAllByRole('listitem');
    expect(items).toHaveLength(2);
    expect(items[0]).toHaveTextContent(/Phone.*Added .*2098.*Last used .*2098/);
    expect(items[1]).toHaveTextContent(/Laptop.*Never used to sign in/);
  });

  it('a passkey is added under its name', async () => {
    const { create } = giveAuthenticator();
    servePasskeys({ passkeys: [] });
    const { person, section } = await open();
    const name = await section.findByLabelText('Name of the new passkey');
    await person.clear(name);
    expect(section.getByRole('button', { name: 'Add a passkey' })).toBeDisabled();
    await person.type(name, 'Phone{Enter}');
    expect(await section.findByText('The passkey can now sign in to your account.')).toBeVisible();
    expect(await section.findByRole('listitem')).toHaveTextContent('Phone');
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('a closed dialog of the browser adds nothing and is said', async () => {
    const { create } = giveAuthenticator();
    servePasskeys({ passkeys: [] });
    create.mockRejectedValueOnce(closedByPerson());
    const { person, section } = await open();
    await person.click(await section.findByRole('button', { name: 'Add a passkey' }));
    expect(await section.findByText('No passkey was created.')).toBeVisible();
    expect(section.queryByRole('list', { name: 'Passkeys' })).toBeNull();
  });

  it('a device that has one already is told so', async () => {
    const { create } = giveAuthenticator();
    servePasskeys();
    create.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
    const { person, section } = await open();
    await person.click(await section.findByRole('button', { name: 'Add a passkey' }));
    expect(await section.findByRole('alert')).toHaveTextContent('This device already has a passkey for your account.');
  });

  it('a while after signing in, a passkey is enough to confirm that it is the owner', async () => {
    const { get } = giveAuthenticator();
    servePasskeys({ needsProof: true });
    const { person, section } = await open();
    await person.click(await section.findByRole('button', { name: 'Add a passkey' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await person.click(await dialog.findByRole('button', { name: 'Use a passkey instead' }));
    expect(await section.findByText('The passkey can now sign in to your account.')).toBeVisible();
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('a passkey is renamed', async () => {
    servePasskeys();
    const { person, section } = await open();
    await person.click(await section.findByRole('button', { name: 'Rename' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Rename the passkey' }));
    const name = dialog.getByLabelText('Name');
    await person.clear(name);
    await person.type(name, 'Old laptop{Enter}');
    expect(await section.findByText('The passkey was renamed.')).toBeVisible();
    await waitFor(() => expect(section.getByRole('listitem')).toHaveTextContent('Old laptop'));
  });

  it('a passkey is removed after a confirmation', async () => {
    servePasskeys();
    const { person, section } = await open();
    await person.click(await section.findByRole('button', { name: 'Remove' }));
    const dialog = within(screen.getByRole('dialog', { name: /Remove.*Laptop/ }));
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await section.findByText('The passkey was removed.')).toBeVisible();
    await waitFor(() => expect(section.queryByRole('listitem')).toBeNull());
  });

  it('one that was already removed elsewhere counts as removed', async () => {
    const server = servePasskeys();
    apiServer.use(
      answer(removePasskey, () => {
        server.passkeys = [];
        throw refuse('PASSKEY.NOT_FOUND');
      }),
    );
    const { person, section } = await open();
    await person.click(await section.findByRole('button', { name: 'Remove' }));
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await section.findByText('The passkey was removed.')).toBeVisible();
  });

  it.each([
    ['address is no name', /this server is at an IP address/],
    ['address is not https', /only on encrypted pages/],
    ['on leads.example.com', /work only at leads\.example\.com/],
  ])('where the server says "%s", the screen says why none can be added, and lists those there are', async (support, reason) => {
    giveAuthenticator();
    setPasskeySupport(support);
    servePasskeys();
    const { section } = await open();
    expect(await section.findByText(reason)).toBeVisible();
    expect(section.getByRole('button', { name: 'Remove' })).toBeEnabled();
    expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('a browser without passkeys is told so', async () => {
    servePasskeys({ passkeys: [] });
    const { section } = await open();
    expect(await section.findByText('This browser has no passkeys.')).toBeVisible();
  });

  it('an unverified account is asked to verify its email first', async () => {
    giveAuthenticator();
    servePasskeys({ passkeys: [] });
    serveAccount(undefined, { verified: false });
    const { section } = await open();
    expect(await section.findByText('Verify your email to set up passkeys.')).toBeVisible();
    expect(section.getByRole('button', { name: /verification/i })).toBeEnabled();
  });

  it('a full list offers no further passkey', async () => {
    giveAuthenticator();
    const ids = Array.from({ length: PASSKEY_LIMIT }, (_, index) => LAPTOP.replace(/..$/, String(index + 10)));
    servePasskeys({ passkeys: ids.map((id) => aPasskey(id, `Device ${id}`)) });
    const { section } = await open();
    expect(await section.findByText('You have 20 passkeys. Remove one to add another.')).toBeVisible();
  });

  it('a failed load can be retried', async () => {
    fakeTimers();
    serveAccount();
    apiServer.use(http.get('/api/v1/passkeys', faults[2].respond));
    const { person, section } = await open();
    await pass(ALL_RETRIES_MS);
    expect(await section.findByRole('alert')).toHaveTextContent(faults[2].text);
    servePasskeys();
    await person.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByText('Laptop')).toBeVisible();
  });
});

import { resendVerification } from '@leadloom/shared/contract/accounts';
import { createApiKey, listApiKeys } from '@leadloom/shared/contract/keys';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import {
  aKey,
  createButton,
  deleteKey,
  expectLogged,
  isCreateOpen,
  openKeys,
  rowOf,
  SECRET,
  serveKeys,
} from './testing/keys.fixture.ts';

/** Replaces the browser's clipboard. */
function stubClipboard(writeText: (text: string) => Promise<void>): void {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
}

describe('the list of keys', () => {
  it('keys are listed with id, creation, asterisks and last use, oldest first', async () => {
    serveKeys(
      aKey('KEYB0002', { name: 'CRM sync', created_at: '2098-05-01T09:00:00.000Z', last_used_at: '2098-06-01T10:30:00.000Z' }),
      aKey('KEYA0001'),
    );
    await openKeys();
    await screen.findByText('KEYA0001');
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers.slice(0, 3)).toEqual(['Key ID', 'Created', 'Key Secret']);
    expect(headers).toEqual(expect.arrayContaining(['Name', 'Last used']));
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['KEYA0001', 'KEYB0002']);
    expect(rowOf('KEYA0001').getByText('*******')).toBeVisible();
    // The key has neither a name nor a last use.
    expect(rowOf('KEYA0001').getAllByText('–')).toHaveLength(2);
    expect(rowOf('KEYB0002').getByText('CRM sync')).toBeVisible();
    expect(rowOf('KEYB0002').queryByText('–')).toBeNull();
    expect(rowOf('KEYA0001').queryByRole('button', { name: 'Copy' })).toBeNull();
  });

  it('a key that may write is made on request, and the list says what each may do', async () => {
    serveKeys(aKey('KEYA0001'));
    const made: unknown[] = [];
    apiServer.use(
      answer(createApiKey, ({ url }) => {
        made.push(Object.fromEntries(url.searchParams));
        return { ...aKey('KEYB0002', { rights: 'write' }), api_key: SECRET };
      }),
    );
    const { person } = await openKeys();
    await isCreateOpen();
    expect(rowOf('KEYA0001').getByText('Read')).toBeVisible();
    await person.selectOptions(screen.getByLabelText('Rights'), 'Read and write');
    await person.click(createButton());
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(rowOf('KEYB0002').getByText('Read and write')).toBeVisible();
    expect(screen.getByLabelText('Rights')).toHaveDisplayValue('Read');
    expect(made).toEqual([{ rights: 'write' }]);
  });

  it('keys of members name their makers, and do not count as those of whoever looks', async () => {
    serveKeys(
      ...['KEYA0001', 'KEYB0002', 'KEYC0003'].map((id) => aKey(id, { created_by: 'kim@example.com' })),
      aKey('KEYD0004', { created_by: 'ada@example.com' }),
    );
    await openKeys();
    await screen.findByText('KEYA0001');
    expect(rowOf('KEYA0001').getByText('of kim@example.com')).toBeVisible();
    expect(rowOf('KEYD0004').getByText('of ada@example.com')).toBeVisible();
    await isCreateOpen();
  });

  it('the asterisks’ tooltip says why the secret is hidden', async () => {
    fakeTimers();
    serveKeys(aKey('KEYA0001'));
    const { person } = await openKeys();
    await person.hover(await screen.findByText('*******'));
    await pass(100);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Can only be seen when created');
  });

  it('the article on using keys is linked, also without keys', async () => {
    serveKeys();
    await openKeys({ verified: false, is_trial: null });
    expect(screen.getByRole('link', { name: 'How to use the API' })).toHaveAttribute('href', '/docs/api');
  });

  it('the list of keys ends with a link to the article on using keys', async () => {
    serveKeys();
    const { person, location } = await openKeys();
    await person.click(await screen.findByRole('link', { name: 'How to use the API' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'How to use the API' }, { timeout: 30_000 })).toBeVisible();
    expect(location()).toBe('/docs/api');
  });

  it('the names of the columns come with the keys, whose contents decide where they stand', async () => {
    const release = Promise.withResolvers<void>();
    serveKeys();
    apiServer.use(
      answer(listApiKeys, async () => {
        await release.promise;
        return { keys: [aKey('KEYA0001')] };
      }),
    );
    await openKeys();
    expect(await screen.findByRole('region', { name: 'Your API keys' })).toBeVisible();
    expect(screen.queryByRole('columnheader')).toBeNull();
    release.resolve();
    await screen.findByText('KEYA0001');
    expect(screen.getByRole('columnheader', { name: 'Key ID' })).toBeVisible();
  });

  it('an empty list of keys says so', async () => {
    serveKeys();
    await openKeys();
    expect(await screen.findByText('You have no API keys yet.')).toBeVisible();
    expect(createButton()).toBeEnabled();
  });

  it('Create Key is disabled at three keys and enabled when one is deleted', async () => {
    fakeTimers();
    serveKeys(aKey('KEYA0001'), aKey('KEYB0002'), aKey('KEYC0003'));
    const { person } = await openKeys();
    await screen.findByText('KEYC0003');
    expect(createButton()).toBeDisabled();
    await deleteKey(person, 'KEYB0002');
    await isCreateOpen();
  });

  it('a failed load of the keys is logged and shown, and can be retried', async () => {
    const expectLog = expectLogged('The keys could not be loaded.');
    apiServer.use(
      answer(listApiKeys, () => {
        throw refuse('RATE.LIMITED');
      }),
    );
    const { person } = await openKeys();
    expect(await screen.findByRole('status')).toHaveTextContent('Your keys could not be loaded. Please try again.');
    expect(screen.queryByText('You have no API keys yet.')).toBeNull();
    expect(createButton()).toBeDisabled();
    await expectLog();
    serveKeys(aKey('KEYA0001'));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('KEYA0001')).toBeVisible();
  });
});

describe('creating a key', () => {
  it('a new key’s secret is shown once, stored nowhere, and hidden on the next visit', async () => {
    serveKeys();
    const { person } = await openKeys();
    await isCreateOpen();
    await person.click(createButton());
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
    await person.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Dashboard' }));
    await screen.findByText('Welcome back, ada@example.com!');
    await person.click(screen.getByRole('button', { name: 'Open navigation' }));
    await person.click(await screen.findByRole('link', { name: 'API Keys' }));
    expect(await screen.findByText('KEYNEW01')).toBeVisible();
    expect(screen.getByText('*******')).toBeVisible();
    expect(document.body.textContent).not.toContain(SECRET);
  });

  it('two clicks create one key', async () => {
    const server = serveKeys();
    const { person } = await openKeys();
    await isCreateOpen();
    await person.dblClick(createButton());
    await screen.findByText(SECRET);
    expect(server.created).toBe(1);
    expect(screen.getAllByText('KEYNEW01')).toHaveLength(1);
  });

  it('a new key gets the typed name on one line, and the field is cleared', async () => {
    serveKeys();
    const { person } = await openKeys();
    await isCreateOpen();
    const field = screen.getByLabelText('Name of the next key');
    expect(field).toHaveAttribute('maxlength', '60');
    await person.click(field);
    await person.paste(' CRM\tsync ');
    await person.click(createButton());
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(rowOf('KEYNEW01').getByText('CRM sync')).toBeVisible();
    expect(field).toHaveValue('');
  });

  it('a limit reached in another tab is reported, and its keys are shown', async () => {
    const server = serveKeys(aKey('KEYA0001'), aKey('KEYB0002'));
    const { person } = await openKeys();
    await isCreateOpen();
    server.keys.push(aKey('KEYC0003'));
    apiServer.use(
      answer(createApiKey, () => {
        throw refuse('KEYS.LIMIT_REACHED');
      }),
    );
    await person.click(createButton());
    expect(await screen.findByRole('alert')).toHaveTextContent("You've hit the limit of keys.");
    expect(await screen.findByText('KEYC0003')).toBeVisible();
    expect(createButton()).toBeDisabled();
  });

  it('a failure to create a key is logged and shown, and can be retried', async () => {
    const expectLog = expectLogged('The key could not be created.');
    serveKeys();
    apiServer.use(http.get('/api/v1/create-api-key', () => HttpResponse.error(), { once: true }));
    const { person } = await openKeys();
    await isCreateOpen();
    await person.click(createButton());
    expect(await screen.findByRole('status')).toHaveTextContent('The key could not be created. Please try again.');
    await expectLog();
    await isCreateOpen();
    await person.click(createButton());
    expect(await screen.findByText(SECRET)).toBeVisible();
  });
});

describe('copying a secret', () => {
  beforeEach(fakeTimers);

  async function createOne() {
    serveKeys();
    const app = await openKeys();
    await isCreateOpen();
    await app.person.click(createButton());
    await screen.findByText(SECRET);
    return app;
  }

  it('Copy puts the secret on the clipboard and says so for three seconds', async () => {
    const { person } = await createOne();
    const copied: string[] = [];
    stubClipboard(async (text) => void copied.push(text));
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied!')).toBeVisible();
    expect(copied).toEqual([SECRET]);
    await pass(2700);
    expect(screen.getByText('Copied!')).toBeVisible();
    await pass(400);
    expect(screen.queryByText('Copied!')).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  });

  it('Copy selects the secret if the browser refuses the clipboard', async () => {
    const { person } = await createOne();
    const expectLog = expectLogged('Copying to the clipboard failed.');
    stubClipboard(async () => {
      throw new DOMException('Write permission denied.', 'NotAllowedError');
    });
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByText(/The text is selected/);
    expect(getSelection()?.toString()).toBe(SECRET);
    expect(screen.queryByText('Copied!')).toBeNull();
    await expectLog();
  });
});

describe('an unverified person', () => {
  it('an unverified person is asked to verify the email and can request a new link', async () => {
    apiServer.use(answer(resendVerification, () => ({ msg: 'A new link is on its way.' })));
    const { person } = await openKeys({ verified: false, is_trial: null });
    expect(screen.getByText('Check your inbox and verify your email to create API keys.')).toBeVisible();
    expect(createButton()).toBeDisabled();
    const around = createButton().parentElement;
    if (around === null) throw new Error('the button stands alone');
    await person.hover(around);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Confirm your email to get a key');
    await person.click(screen.getByRole('button', { name: 'Resend verification email' }));
    expect(await screen.findByText('A new link is on its way.')).toBeVisible();
  });
});

import {
  createDestination,
  deleteDestination,
  repeatDestinationDelivery,
  testDestination,
  updateDestination,
} from '@leadloom/shared/contract/destinations';
import type { WebhookDelivery } from '@leadloom/shared/contract/webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import {
  bucket,
  channel,
  hubspot,
  loadDestinationScreens,
  serveDestinations,
  sftp,
  sheet,
} from './testing/destinations.fixture.ts';

const failed: WebhookDelivery = {
  id: '0b9cbb5e-8f10-4a36-9d8f-2d7d2f6a3f01',
  event: 'export.finished',
  created_at: '2098-01-11T12:00:00.000Z',
  state: 'failed',
  tries: [{ at: '2098-01-11T12:00:01.000Z', status: null, error: 'the bucket does not exist', ms: 12, answer: null }],
};

async function chooseKind(person: UserEvent, name: string) {
  await person.click(await screen.findByRole('button', { name: 'Add your first destination' }));
  const kinds = within(await screen.findByRole('dialog', { name: 'Where to send it' }));
  await person.click(await kinds.findByRole('button', { name: (text) => text.startsWith(name) }));
  return within(await screen.findByRole('dialog', { name: `New destination: ${name}` }));
}

beforeAll(loadDestinationScreens);

describe('a new destination', () => {
  it('every kind is a card with a sentence', async () => {
    serveDestinations();
    const { person } = renderApp('/destinations');
    await person.click(await screen.findByRole('button', { name: 'Add your first destination' }));
    const kinds = within(await screen.findByRole('dialog', { name: 'Where to send it' }));
    const cards = kinds.getAllByRole('button').filter((card) => card.textContent !== 'Cancel');
    expect(cards.map((card) => card.querySelector('strong')?.textContent)).toEqual([
      ...['S3', 'SFTP', 'Google Sheets', 'Slack', 'HubSpot', 'Salesforce', 'Pipedrive'],
    ]);
    for (const card of cards) expect(card).toHaveAccessibleName(/\.$/);
  });

  it('a bucket is added with what was typed', async () => {
    const server = serveDestinations();
    const made: unknown[] = [];
    apiServer.use(
      answer(createDestination, ({ body }) => {
        made.push(body);
        server.destinations = [bucket];
        return bucket;
      }),
    );
    const { person } = renderApp('/destinations');
    const dialog = await chooseKind(person, 'S3');
    await person.type(dialog.getByLabelText('Name'), 'Team bucket');
    await person.type(dialog.getByLabelText('Endpoint'), 'https://s3.example.com');
    await person.type(dialog.getByLabelText('Region'), 'eu-north-1');
    await person.type(dialog.getByLabelText('Bucket'), 'leads');
    await person.type(dialog.getByLabelText('Access key ID'), 'AKIAEXAMPLE');
    expect(dialog.getByRole('button', { name: 'Add destination' })).toBeDisabled();
    await person.type(dialog.getByLabelText('Secret access key'), 'a-secret');
    await person.click(dialog.getByRole('button', { name: 'Add destination' }));
    expect(await screen.findByRole('heading', { name: 'Team bucket' })).toBeVisible();
    expect(screen.getByText('S3: leads/weekly at https://s3.example.com')).toBeVisible();
    expect(await screen.findByText('Nothing was sent to it yet.')).toBeVisible();
    expect(made).toEqual([
      {
        kind: 's3',
        name: 'Team bucket',
        endpoint: 'https://s3.example.com',
        region: 'eu-north-1',
        bucket: 'leads',
        access_key_id: 'AKIAEXAMPLE',
        path_style: false,
        secret_access_key: 'a-secret',
      },
    ]);
  });

  it('a server needs a password or a private key', async () => {
    serveDestinations();
    const { person } = renderApp('/destinations');
    const dialog = await chooseKind(person, 'SFTP');
    await person.type(dialog.getByLabelText('Name'), 'File server');
    await person.type(dialog.getByLabelText('Host'), 'files.example.com');
    await person.type(dialog.getByLabelText('User name'), 'leads');
    await person.type(dialog.getByLabelText('Folder'), '/in');
    expect(dialog.getByLabelText('Port')).toHaveValue('22');
    expect(dialog.getByRole('button', { name: 'Add destination' })).toBeDisabled();
    await person.type(dialog.getByLabelText('Private key'), 'a key');
    expect(dialog.getByRole('button', { name: 'Add destination' })).toBeEnabled();
    await person.type(dialog.getByLabelText('Port'), 'x');
    expect(dialog.getByText('A whole number from 1 to 65,535.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Add destination' })).toBeDisabled();
  });

  it('a spreadsheet is given by its address, and with whom to share it is read from the key file', async () => {
    const server = serveDestinations();
    const made: unknown[] = [];
    apiServer.use(
      answer(createDestination, ({ body }) => {
        made.push(body);
        server.destinations = [sheet];
        return sheet;
      }),
    );
    const { person } = renderApp('/destinations');
    const dialog = await chooseKind(person, 'Google Sheets');
    await person.type(dialog.getByLabelText('Name'), 'Sales sheet');
    await person.click(dialog.getByLabelText('Key file of a service account'));
    await person.paste('{"client_email": ');
    expect(dialog.getByText('This is not the key file: paste all of it.')).toBeVisible();
    await person.paste('"loom@project.iam.example.com", "private_key": "a key"}');
    expect(dialog.getByText('Share the spreadsheet with loom@project.iam.example.com as an editor.')).toBeVisible();
    await person.type(dialog.getByLabelText('Spreadsheet'), 'https://docs.google.com/spreadsheets/d/1AbcDefGhi/edit#gid=0');
    await person.type(dialog.getByLabelText('Sheet'), 'Leads');
    await person.click(dialog.getByRole('button', { name: 'Add destination' }));
    expect(await screen.findByText(/has to be shared with loom@project\.iam\.example\.com/)).toBeVisible();
    expect(made).toEqual([
      {
        kind: 'google-sheets',
        name: 'Sales sheet',
        spreadsheet_id: '1AbcDefGhi',
        sheet: 'Leads',
        service_account: { client_email: 'loom@project.iam.example.com', private_key: 'a key' },
      },
    ]);
  });

  it('a CRM is told which rows become what, and a refusal is said in the dialog', async () => {
    serveDestinations();
    const bodies: unknown[] = [];
    apiServer.use(
      answer(createDestination, ({ body }) => {
        bodies.push(body);
        throw refuse('DESTINATION.LIMIT_REACHED');
      }),
    );
    const { person } = renderApp('/destinations');
    const dialog = await chooseKind(person, 'HubSpot');
    expect(dialog.queryByText('Another choice empties the mapping.')).toBeNull();
    await person.type(dialog.getByLabelText('Name'), 'Our HubSpot');
    await person.type(dialog.getByLabelText('Access token'), 'a-token');
    await person.selectOptions(await dialog.findByLabelText('Rows'), 'List "Prospects" of Companies');
    await person.click(dialog.getByRole('button', { name: 'Add destination' }));
    expect(await dialog.findByText('You have reached the limit of 10 destinations.')).toBeVisible();
    expect(bodies).toEqual([
      {
        kind: 'hubspot',
        name: 'Our HubSpot',
        access_token: 'a-token',
        object: 'companies',
        source: { kind: 'list', id: 3 },
        key: 'domain',
        mapping: [],
      },
    ]);
  });
});

describe('a destination', () => {
  it('a new address needs the secrets again, and what did not change is not sent', async () => {
    const server = serveDestinations(bucket);
    const changes: unknown[] = [];
    apiServer.use(
      answer(updateDestination, ({ body }) => {
        changes.push(body);
        const changed = { ...bucket, name: 'Archive' };
        server.destinations = [changed];
        return changed;
      }),
    );
    const { person } = renderApp('/destinations');
    await person.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change "Team bucket"' }));
    expect(dialog.getByLabelText('Secret access key')).toHaveValue('');
    expect(dialog.getByText(/^Stored, and not shown again/)).toBeVisible();
    await person.type(dialog.getByLabelText('Endpoint'), '.example');
    expect(dialog.getByText(/^Enter it again/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await person.type(dialog.getByLabelText('Secret access key'), 'another');
    await person.clear(dialog.getByLabelText('Name'));
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await person.type(dialog.getByLabelText('Name'), 'Archive');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Archive' })).toBeVisible();
    expect(changes).toEqual([{ endpoint: 'https://s3.example.com.example', secret_access_key: 'another', name: 'Archive' }]);
  });

  it('a server with a new address needs its password or its private key again, not both', async () => {
    serveDestinations(sftp);
    const { person } = renderApp('/destinations');
    await person.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change "File server"' }));
    await person.type(dialog.getByLabelText('Host'), '.example');
    expect(dialog.getAllByText(/^Enter it again/)).toHaveLength(2);
    await person.type(dialog.getByLabelText('Password'), 'another');
    expect(dialog.queryByText(/^Enter it again/)).toBeNull();
    expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('secrets that the server asks for again are asked for in the form', async () => {
    serveDestinations(bucket);
    apiServer.use(
      answer(updateDestination, () => {
        throw refuse('DESTINATION.SECRET_NEEDED');
      }),
    );
    const { person } = renderApp('/destinations');
    await person.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change "Team bucket"' }));
    await person.type(dialog.getByLabelText('Bucket'), '-2');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^Enter it again/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('a test says what failed, then that it worked', async () => {
    serveDestinations(channel);
    const outcomes = [{ ok: false, error: 'Slack does not know this address' }, { ok: true }];
    apiServer.use(answer(testDestination, () => outcomes.shift() ?? { ok: true }));
    const { person } = renderApp('/destinations');
    await person.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('The test failed: Slack does not know this address')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('The test worked.')).toBeVisible();
    expect(screen.queryByText(/^The test failed/)).toBeNull();
  });

  it('what a test said is gone once the destination is another one', async () => {
    const server = serveDestinations(channel);
    apiServer.use(
      answer(testDestination, () => ({ ok: false, error: 'Slack does not know this address' })),
      answer(updateDestination, () => {
        const changed = { ...channel, name: 'Another channel' };
        server.destinations = [changed];
        return changed;
      }),
    );
    const { person } = renderApp('/destinations');
    await person.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText(/^The test failed/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change "Sales channel"' }));
    await person.type(dialog.getByLabelText('Webhook address'), 'https://hooks.example/1');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Another channel' })).toBeVisible();
    expect(screen.queryByText(/^The test failed/)).toBeNull();
  });

  it('deliveries are shown with their last try, and sent again', async () => {
    const server = serveDestinations(bucket);
    server.deliveries.push(failed);
    apiServer.use(
      answer(repeatDestinationDelivery, ({ params }) => {
        expect(params).toEqual({ destination_id: bucket.id, delivery_id: failed.id });
        const again: WebhookDelivery = {
          ...failed,
          state: 'delivered',
          tries: [{ at: failed.created_at, status: null, error: null, ms: 8, answer: null }],
        };
        server.deliveries.splice(0, 1, again);
        return again;
      }),
    );
    const { person } = renderApp('/destinations');
    expect(await screen.findByText(/^Last delivery on .*: failed\.$/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Show deliveries' }));
    expect(await screen.findByText('1 try; last: the bucket does not exist')).toBeVisible();
    await person.click(screen.getByRole('button', { name: /^Send again: File of a scheduled export of / }));
    expect(await screen.findByText('1 try; last: took 8 ms')).toBeVisible();
    expect(screen.getByText(/^Last delivery on .*: delivered\.$/)).toBeVisible();
  });

  it('a pinned host key is shown, and forgotten after asking', async () => {
    const server = serveDestinations(sftp);
    apiServer.use(
      answer(updateDestination, ({ body }) => {
        expect(body).toEqual({ host_key: null });
        const forgotten = { ...sftp, host_key: null };
        server.destinations = [forgotten];
        return forgotten;
      }),
    );
    const { person } = renderApp('/destinations');
    expect(await screen.findByText(/^SHA256:3n6K/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Forget the pinned key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Forget the host key of "File server"?' }));
    expect(dialog.getByText(/otherwise somebody may be in between/)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Forget the key' }));
    await waitFor(() => expect(screen.queryByText(/^SHA256:/)).toBeNull());
  });

  it('one that was paused says why and is confirmed, then disabled and deleted', async () => {
    const reason = 'The password was reset.';
    const server = serveDestinations({ ...channel, state: 'paused', reason });
    apiServer.use(
      answer(updateDestination, ({ body }) => {
        const changed = {
          ...channel,
          state: body.state ?? 'active',
          reason: body.state === 'disabled' ? 'You disabled it.' : null,
        };
        server.destinations = [changed];
        return changed;
      }),
      answer(deleteDestination, () => {
        server.destinations = [];
        return undefined;
      }),
    );
    const { person } = renderApp('/destinations');
    expect(await screen.findByText(`Paused. ${reason} What is for it waits until it is confirmed.`)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Confirm' }));
    await person.click(await screen.findByRole('button', { name: 'Disable' }));
    expect(await screen.findByText(/^Disabled\. You disabled it\. Nothing is sent/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Enable again' })).toBeEnabled();
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete "Sales channel"?' }));
    expect(dialog.getByText(/^Alerts no longer send messages to it/)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Delete destination' }));
    expect(await screen.findByRole('button', { name: 'Add your first destination' })).toBeVisible();
  });

  it('a CRM leads to its mapping and runs, and has no deliveries', async () => {
    serveDestinations(hubspot);
    renderApp('/destinations');
    expect(await screen.findByRole('link', { name: 'Mapping and runs' })).toHaveAttribute('href', `/destinations/${hubspot.id}`);
    expect(await screen.findByText('There was no run yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show deliveries' })).toBeNull();
  });

  it('a member without the right to connect sees destinations and learns why nothing can be changed', async () => {
    serveDestinations({ ...bucket, created_by: 'kim@example.com' });
    signInToWorkspace({ role: 'member', rights: ['export'] }, { verified: true });
    renderApp('/destinations');
    expect(await screen.findByText(/of kim@example\.com$/)).toBeVisible();
    for (const name of ['New destination', 'Send a test', 'Change', 'Disable', 'Delete']) {
      const button = await screen.findByRole('button', { name });
      await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
      expect(button).toHaveAccessibleDescription(/right/i);
    }
  });
});

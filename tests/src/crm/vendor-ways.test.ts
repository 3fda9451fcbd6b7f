/** What one CRM does in a way of its own: the emails of Pipedrive's persons, and the address and names of a Salesforce organization. */
import { RefusedByDestination } from '@leadloom/server/connectors/connector';
import { createPipedriveConnector } from '@leadloom/server/connectors/pipedrive/pipedrive-connector';
import { createSalesforceConnector } from '@leadloom/server/connectors/salesforce/salesforce-connector';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PIPEDRIVE_TOKEN, startPipedrive } from '../stand-ins/pipedrive/server.ts';
import { SALESFORCE_APP, startSalesforce } from '../stand-ins/salesforce/server.ts';

const { signal } = new AbortController();

describe('persons of Pipedrive', () => {
  async function open() {
    const pipedrive = await startPipedrive();
    onTestFinished(pipedrive.close);
    const connector = createPipedriveConnector({ url: pipedrive.origin, apiToken: PIPEDRIVE_TOKEN, object: 'contacts' });
    const person = pipedrive.company.create('persons', {
      name: 'Ada Example',
      label_ids: [2],
      emails: [
        { value: 'ada@old.example', primary: false, label: 'home' },
        { value: 'Ada@work.example', primary: true, label: 'work' },
      ],
    });
    return { connector, person, id: String(person.id) };
  }

  it('are found by each of their emails, with owner and stage', async () => {
    const { connector, id } = await open();
    const found = await connector.findByKeys(['ada@old.example'], ['emails'], signal);
    expect(found).toEqual([
      { id, key: 'ada@old.example', values: { emails: 'Ada@work.example' }, owner: 'Kim Park', stage: 'Hot lead' },
    ]);
    const listed = await connector.listRecords(null, signal);
    expect(listed).toMatchObject({ records: [{ id, key: 'Ada@work.example', stage: 'Hot lead' }], next: null });
  });

  it('keep their other emails when one is written', async () => {
    const { connector, person, id } = await open();
    const [updated] = await connector.updateRecords([{ id, values: { emails: 'ada@new.example' } }], signal);
    expect(updated).toMatchObject({ state: 'written', record: { values: { emails: 'ada@new.example' } } });
    expect(person.emails).toEqual([
      { value: 'ada@new.example', primary: true, label: 'work' },
      { value: 'ada@old.example', primary: false, label: 'home' },
    ]);
  });

  it('are not created again where an interrupted creation has no email to find it by', async () => {
    const { connector } = await open();
    const records = [{ reference: 'run-1', values: { name: 'Nobody' } }];
    expect(await connector.createRecords(records, true, signal)).toMatchObject([{ state: 'refused' }]);
  });
});

describe('Salesforce', () => {
  const secrets = {
    clientId: SALESFORCE_APP.client_id,
    clientSecret: SALESFORCE_APP.client_secret,
    refreshToken: SALESFORCE_APP.refresh_token,
  };

  it.each(['https://127.0.0.1', 'https://10.0.0.8', 'http://example.my.salesforce.example', 'https://[::1]', 'no address'])(
    'is not asked at %s',
    (instanceUrl) => {
      const network = { isPrivateAllowed: false, salesforceUrl: null };
      expect(() => createSalesforceConnector({ ...secrets, instanceUrl, object: 'companies', network })).toThrow(
        RefusedByDestination,
      );
    },
  );

  it('names owners, and the type of an account as its stage', async () => {
    const salesforce = await startSalesforce();
    onTestFinished(salesforce.close);
    const { organization, origin } = salesforce;
    const network = { isPrivateAllowed: false, salesforceUrl: origin };
    const connector = createSalesforceConnector({ ...secrets, instanceUrl: origin, object: 'companies', network });
    const { id } = organization.create('Account', { Name: 'One', Website: 'ONE.example', Type: 'Prospect' });
    expect(await connector.findByKeys(['one.example'], ['Name'], signal)).toEqual([
      { id, key: 'one.example', values: { Name: 'One' }, owner: 'Kim Park', stage: 'Prospect' },
    ]);
    // An access token that ended is replaced.
    salesforce.expire();
    expect(await connector.listRecords(null, signal)).toMatchObject({ records: [{ id, key: 'ONE.example' }], next: null });
  });
});

/** Vendors that answer what no documentation says: pauses of a day, pages of HTML, and answers without end. */
import { createServer, type ServerResponse } from 'node:http';
import { BusyDestination } from '@leadloom/server/connectors/connector';
import type { CrmConnector } from '@leadloom/server/connectors/crm-connector';
import { createHubspotConnector } from '@leadloom/server/connectors/hubspot/hubspot-connector';
import { createPipedriveConnector } from '@leadloom/server/connectors/pipedrive/pipedrive-connector';
import { createSalesforceConnector } from '@leadloom/server/connectors/salesforce/salesforce-connector';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';
import { describe, expect, it, onTestFinished } from 'vitest';

const { signal } = new AbortController();
const object = 'companies';
type Sleep = (milliseconds: number) => Promise<void>;

const vendors: readonly (readonly [string, (url: string, sleep: Sleep) => CrmConnector])[] = [
  ['HubSpot', (url, sleep) => createHubspotConnector({ url, accessToken: 'fictional', object, sleep })],
  ['Pipedrive', (url, sleep) => createPipedriveConnector({ url, apiToken: 'fictional', object, sleep })],
  [
    'Salesforce',
    (url, sleep) => {
      const secrets = { clientId: 'fictional', clientSecret: 'fictional', refreshToken: 'fictional' };
      const network = { isPrivateAllowed: false, salesforceUrl: url };
      return createSalesforceConnector({ ...secrets, instanceUrl: url, object, network, sleep });
    },
  ],
];

/** @param answer what is answered to every call but the one for Salesforce's access token */
async function serve(answer: (response: ServerResponse, calls: number) => void) {
  let calls = 0;
  const server = createServer((request, response) => {
    if (request.url === '/services/oauth2/token') return void response.end('{"access_token":"fictional"}');
    calls += 1;
    answer(response, calls);
  });
  const { origin, close } = await listenOnLoopback(server, 0);
  onTestFinished(close);
  return { origin, calls: () => calls };
}

describe.each(vendors)('%s', (name, connect) => {
  it.each([429, 503])('is left alone where its %i asks for a day, and nothing waits that long', async (status) => {
    const { origin } = await serve((response) => response.writeHead(status, { 'retry-after': '86400' }).end('{}'));
    const slept: number[] = [];
    const connector = connect(origin, async (milliseconds) => void slept.push(milliseconds));
    const error = await connector.test(signal).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BusyDestination);
    expect(Math.max(0, ...slept)).toBeLessThanOrEqual(60_000);
    // Pipedrive's own limits end within seconds, whatever else it says.
    if (name !== 'Pipedrive' || status !== 429)
      expect((error as BusyDestination).until.getTime()).toBeGreaterThan(Date.now() + 80_000_000);
  });

  it('a page of HTML is said in a sentence, without the page', async () => {
    const { origin } = await serve((response) => response.end('<!doctype html><script>alert(1)</script>'));
    const error = await connect(origin, async () => undefined)
      .test(signal)
      .catch((caught: unknown) => caught);
    expect(String(error)).toBe(`Error: ${name} did not answer as its documentation says.`);
  });
});

describe('an organization of Salesforce', () => {
  it.each([
    ['that are long', 'x'.repeat(4_000_000)],
    ['that are empty', ''],
  ])('has its questions answered in pages without end %s, and is left', async (_, text) => {
    const { origin, calls } = await serve((response, count) => {
      const records = text === '' ? [] : [{ Id: `001${String(count).padStart(12, '0')}`, Website: text }];
      response.end(JSON.stringify({ records, nextRecordsUrl: `/services/data/v62.0/query/more-${count}` }));
    });
    const [, , salesforce] = vendors;
    const connector = salesforce?.[1](origin, async () => undefined);
    await expect(connector?.test(signal)).rejects.toThrow('Salesforce answered more than was asked for.');
    expect(calls()).toBeLessThan(120);
  });
});

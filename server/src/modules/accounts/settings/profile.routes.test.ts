import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createAccount, type TestAccount } from '../../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const filled = {
  fullName: 'Alba Norr',
  companyName: 'Norr & Söhne',
  vatNumber: 'DE123456789',
  country: 'DE',
  currency: 'EUR',
  address: 'Example Street 1\n12345 Exampletown',
};

describe('the profile', () => {
  let server: TestServer;
  const save = ({ browser, accessToken }: TestAccount, body: object) =>
    browser.call('POST', '/update-profile', { bearer: accessToken, body });
  const read = async ({ browser, accessToken }: TestAccount) => {
    const { full_name, company_name, vat_number, country, currency, address } = (
      await browser.call('GET', '/me', { bearer: accessToken })
    ).body;
    return { full_name, company_name, vat_number, country, currency, address };
  };
  const subscribe = async ({ email }: TestAccount, status: string) => {
    const accountId = await accountIdOf(server, email);
    await server.database.execute(
      sql`insert into subscriptions (provider, subscription_id, account_id, plan, status, currency, started_at, current_period_end, provider_time)
        values ('sandbox', ${`sub-${accountId}`}, ${accountId}, 'Leadloom', ${status}, 'EUR', now(), now() + interval '20 days', now())`,
    );
  };
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('a profile is sent in one spelling and returned in the other', async () => {
    const account = await createAccount(server);
    expect(await save(account, filled)).toMatchObject({ status: 200, body: { msg: 'Profile info updated correctly.' } });
    expect(await read(account)).toEqual({
      full_name: 'Alba Norr',
      company_name: 'Norr & Söhne',
      vat_number: 'DE123456789',
      country: 'DE',
      currency: 'EUR',
      address: 'Example Street 1\n12345 Exampletown',
    });
  });

  it('values are trimmed, empty ones clear the field, and absent ones leave it unchanged', async () => {
    const account = await createAccount(server);
    await save(account, filled);
    await save(account, { fullName: '  Alba   ', companyName: '  ', address: null, country: 'se', currency: '' });
    expect(await read(account)).toEqual({
      full_name: 'Alba',
      company_name: null,
      vat_number: 'DE123456789',
      country: 'SE',
      currency: null,
      address: null,
    });
    expect((await save(account, {})).status).toBe(200);
    expect(await read(account)).toMatchObject({ full_name: 'Alba', country: 'SE' });
  });

  it.each(['nonsense', 'de 12', '🙂', 'XX'])('the VAT number %j is stored as typed', async (vatNumber) => {
    const account = await createAccount(server);
    expect((await save(account, { ...filled, vatNumber })).status).toBe(200);
    expect(await read(account)).toMatchObject({ vat_number: vatNumber });
  });

  it.each(['XX', 'UK', 'EL', 'D', '12', '__'])('the country %j is refused and changes nothing', async (country) => {
    const account = await createAccount(server);
    expect(await save(account, { ...filled, country })).toMatchObject({ status: 400, body: { code: 'PROFILE.COUNTRY_UNKNOWN' } });
    expect(await read(account)).toMatchObject({ full_name: null, country: null });
  });

  it.each([
    { currency: 'GBP' },
    { fullName: 'x'.repeat(201) },
    { address: 'x'.repeat(501) },
    { country: 'DEU' },
    { fullName: 1 },
  ])('the profile %j is refused', async (body) => {
    expect((await save(await createAccount(server), body)).status).toBe(400);
  });

  it.each(['active', 'trialing', 'past_due'])('the currency cannot change while a subscription is %s', async (status) => {
    const account = await createAccount(server);
    await save(account, filled);
    await subscribe(account, status);
    const fixed = { status: 400, body: { code: 'PROFILE.CURRENCY_FIXED' } };
    expect(await save(account, { currency: 'USD' })).toMatchObject(fixed);
    expect(await save(account, { currency: null })).toMatchObject(fixed);
    expect(await save(account, { currency: null, country: null })).toMatchObject({
      status: 400,
      body: { code: 'PROFILE.NEEDED_WHILE_SUBSCRIBED' },
    });
    expect(await read(account)).toMatchObject({ country: 'DE', currency: 'EUR' });
    expect((await save(account, { country: null, fullName: 'Alba N.' })).status).toBe(200);
    expect((await save(account, { country: 'SE', currency: 'EUR' })).status).toBe(200);
  });

  it('country and currency cannot both be cleared while a subscription is running', async () => {
    const account = await createAccount(server);
    await save(account, { country: 'DE' });
    await subscribe(account, 'active');
    expect(await save(account, { country: '' })).toMatchObject({
      status: 400,
      body: { msg: 'Country and currency cannot both be empty while you have a subscription.' },
    });
    expect((await save(account, { currency: 'EUR', country: '' })).status).toBe(200);
  });

  it('country and currency can change again after the subscription has ended', async () => {
    const account = await createAccount(server);
    await save(account, filled);
    await subscribe(account, 'canceled');
    expect((await save(account, { currency: 'USD', country: null })).status).toBe(200);
    expect((await save(account, { currency: null })).status).toBe(200);
  });

  it('parallel changes of the profile lose no field', async () => {
    const account = await createAccount(server);
    await Promise.all(Object.entries(filled).map(([name, value]) => save(account, { [name]: value })));
    expect(Object.values(await read(account))).toEqual(Object.values(filled));
  });
});

import { searchCompanies, searchLocations } from '@leadloom/shared/contract/linkedin';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { companyAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { rememberLocations } from './lookups.service.ts';

describe('lookups for a people search', () => {
  let server: TestServer;
  let asking: TestAccount;
  let one: TestAccount;
  let other: TestAccount;
  beforeAll(async () => {
    server = await startTestServer();
    [asking, one, other] = await Promise.all([
      createAccount(server, 'asking@first.example'),
      createVerifiedAccount(server, 'one@second.example'),
      createVerifiedAccount(server, 'other@third.example'),
    ]);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await emptyCollector(server);
    await server.database.execute(sql`truncate companies`);
    await server.database.execute(sql`update accounts set blocked_at = null`);
  });

  const ask = (path: string, query: string) =>
    server.app.inject({ url: `/api/v1/linkedin/search/${path}`, query: { query }, headers: asking.headers });
  const companies = async (query: string) => {
    const answer = await ask('company', query);
    expect(answer.statusCode, answer.body).toBe(200);
    return searchCompanies.success.body.parse(answer.json()).data.map((found) => `${found.company_id} ${found.company_name}`);
  };
  const know = async (account: TestAccount, id: string, name: string) => {
    const answer = await openCollector(account).call('POST', '/parse/company', {
      url: `https://www.linkedin.com/company/${id}`,
      companyResponse: companyAnswer({ id, slug: `company-${id}`, name }),
    });
    expect(answer.status).toBe(200);
  };
  const load = (name: string, url: string | null, source = 'operator.csv') =>
    server.database.execute(
      sql`insert into companies (name, linkedin_url, canonical_key, source) values (${name}, ${url}, ${`${name} ${url}`}, ${source})`,
    );

  describe('the companies', () => {
    it('an account finds the companies it parsed at once', async () => {
      await know(asking, '90210', 'Nordlys Freight');
      expect(await companies('nord')).toEqual(['90210 Nordlys Freight']);
      expect(await companies('NÖRD FR')).toEqual(['90210 Nordlys Freight']);
    });

    it('an account finds its companies by a part of a word, after those with a word that starts like it', async () => {
      await know(asking, '101', 'Nordlys Freight');
      await know(asking, '102', 'Lys & Co');
      await know(asking, '103', 'The Lys Works');
      expect(await companies('lys')).toEqual(['102 Lys & Co', '103 The Lys Works', '101 Nordlys Freight']);
      expect(await companies('ORDLYS fr')).toEqual(['101 Nordlys Freight']);
      expect(await companies('or%lys')).toEqual([]);
      await know(one, '104', 'Nordlys of another');
      expect(await companies('ordlys')).toEqual(['101 Nordlys Freight']);
    });

    it('companies of others are found only after two unrelated accounts gave the same name', async () => {
      await know(one, '90210', 'Nordlys Freight');
      expect(await companies('nordlys')).toEqual([]);
      expect(await companies('freight')).toEqual([]);
      await know(other, '90210', 'NORDLYS FREIGHT');
      expect(await companies('nordlys')).toEqual(['90210 NORDLYS FREIGHT']);
    });

    it('a company that two accounts name differently is found by neither name', async () => {
      await know(one, '90210', 'Nordlys Freight');
      await know(other, '90210', 'Nordlys Scam');
      await know(other, '4711', 'Nordlys Freight');
      expect(await companies('nordlys')).toEqual([]);
    });

    it.each([
      ['not verified', () => createAccount(server, `late-${Math.random()}@fourth.example`)],
      ['of one domain with the first', () => createVerifiedAccount(server, `friend-${Math.random()}@second.example`)],
    ])('companies of a second account that is %s are only found by the accounts that parsed them', async (_, create) => {
      await know(one, '90210', 'Nordlys Freight');
      await know(await create(), '90210', 'Nordlys Freight');
      expect(await companies('nordlys')).toEqual([]);
    });

    it('the names given by a blocked account do not count', async () => {
      await know(one, '90210', 'Nordlys Freight');
      await know(other, '90210', 'Nordlys Freight');
      await server.database.execute(sql`update accounts set blocked_at = now() where email = ${other.email}`);
      expect(await companies('nordlys')).toEqual([]);
    });

    it('imported companies are found if their address contains the number', async () => {
      await load('Kestrel Works', 'https://www.linkedin.com/company/4711');
      await load('Kestrel Maps', 'https://www.linkedin.com/company/4712/');
      await load('Kestrel by Name', 'https://www.linkedin.com/company/kestrel');
      await load('Kestrel without', null);
      await load('Kestrel Sample', 'https://www.linkedin.com/company/4713', 'sample');
      expect(await companies('kestrel')).toEqual(['4712 Kestrel Maps', '4711 Kestrel Works']);
    });

    it('companies are found after the database has vacuumed its indexes, which it does without a search path', async () => {
      await load('Kestrel Works', 'https://www.linkedin.com/company/4711');
      await know(asking, '4712', 'Kestrel Maps');
      await server.database.execute(sql`analyze companies, linkedin_companies, linkedin_profiles`);
      await server.database.execute(sql`reindex index companies_numbered`);
      expect(await companies('kestrel')).toEqual(['4712 Kestrel Maps', '4711 Kestrel Works']);
    });

    it('a company is listed once, with the account’s own name first', async () => {
      await load('Nordlys of the file', 'https://www.linkedin.com/company/90210');
      expect(await companies('nordlys')).toEqual(['90210 Nordlys of the file']);
      await know(asking, '90210', 'Nordlys of mine');
      expect(await companies('nordlys')).toEqual(['90210 Nordlys of mine']);
    });

    it('the exact name comes first, then names that start with the text, at most ten', async () => {
      for (const [position, name] of ['The Nord', 'Nordlys', 'Nord', 'Great Nord'].entries())
        await know(asking, `${position + 101}`, name);
      expect(await companies('nord')).toEqual(['103 Nord', '102 Nordlys', '104 Great Nord', '101 The Nord']);
      for (let id = 10; id < 22; id += 1) await load(`Nordic ${id}`, `https://www.linkedin.com/company/${id}`);
      expect(await companies('nord')).toHaveLength(10);
    });

    it.each(['', '   ', '%', '_', '\\', "'", ':*', '()', '\0', '🙂', '--', 'n\0%'])(
      'no company is found for %j',
      async (query) => {
        await know(asking, '90210', 'Oslo 100% _ Works');
        expect(await companies(query)).toEqual([]);
      },
    );

    it('companies are searched by words only, whatever else is typed', async () => {
      await know(asking, '90210', "O'Neill & Sons (100%)");
      expect(await companies("o'neill' & sons) or 1=1:* --".slice(0, 15))).toEqual(["90210 O'Neill & Sons (100%)"]);
      expect((await ask('company', 'x'.repeat(201))).statusCode).toBe(400);
      expect(await companies('x'.repeat(200))).toEqual([]);
    });
  });

  describe('the locations', () => {
    const found = async (query: string) => {
      const answer = await ask('location', query);
      expect(answer.statusCode, answer.body).toBe(200);
      return searchLocations.success.body.parse(answer.json()).data;
    };
    const places = async (query: string) => (await found(query)).map(({ ids, label }) => `${ids.join('+')} ${label}`);
    const remember = (account: TestAccount, id: string, name: string) =>
      openCollector(account).call('POST', '/linkedin/search/location', { data: [{ id, name }] });

    it.each([
      ['Norway', '103819153 Norway'],
      ['NORGE', '103819153 Norway'],
      ['uk', '101165590 United Kingdom'],
      ['osterreich', '103883259 Austria'],
      ['méxico', '103323778 Mexico'],
      ['bay area', '90000084 San Francisco Bay Area'],
      ['ger', '101282230 Germany'],
      ['london area', '90009496 London Area, United Kingdom'],
      ['greater london', '102257491 Greater London, England, United Kingdom'],
    ])('the search for %s lists the right location first', async (query, first) => {
      expect((await places(query))[0]).toBe(first);
    });

    it('each location has its country and kind', async () => {
      expect((await found('munich'))[0]).toEqual({
        id: '100477049',
        ids: ['100477049'],
        name: 'Munich',
        label: 'Munich, Bavaria, Germany',
        country: 'Germany',
        kind: 'city',
      });
    });

    it('what LinkedIn named is found by the account that asked, with the whole name as it was', async () => {
      expect((await ask('location', 'brimfjord')).statusCode).toBe(404);
      const answer = await remember(asking, '4711', 'Brimfjord, Vestland, Norway');
      const place = {
        id: '4711',
        ids: ['4711'],
        name: 'Brimfjord',
        label: 'Brimfjord, Vestland, Norway',
        country: 'Norway',
        kind: null,
      };
      expect(answer).toMatchObject({ status: 200, body: { data: [place] } });
      expect(await found('BRÍM')).toEqual([place]);
      await remember(asking, '4711', 'Brimfjord Municipality, Vestland, Norway');
      expect(await places('brimfjord')).toEqual(['4711 Brimfjord Municipality, Vestland, Norway']);
    });

    it('two numbers with one whole name are one place', async () => {
      await remember(asking, '4711', 'Brimfjord, Vestland, Norway');
      await remember(asking, '4712', 'Brimfjord, Vestland, Norway');
      await remember(asking, '4713', 'Brimfjord, Nordland, Norway');
      expect((await places('brimfjord')).toSorted()).toEqual([
        '4711+4712 Brimfjord, Vestland, Norway',
        '4713 Brimfjord, Nordland, Norway',
      ]);
    });

    it('places of others are found only after two unrelated accounts were given the same name', async () => {
      await remember(one, '4711', 'Brimfjord, Vestland, Norway');
      expect((await ask('location', 'brimfjord')).statusCode).toBe(404);
      await remember(other, '4711', 'Brimfjord, Nordland, Norway');
      expect((await ask('location', 'brimfjord')).statusCode).toBe(404);
      await remember(other, '4711', 'Brimfjord, Vestland, Norway');
      expect(await places('brimfjord')).toEqual(['4711 Brimfjord, Vestland, Norway']);
      await server.database.execute(sql`update accounts set blocked_at = now() where email = ${other.email}`);
      expect((await ask('location', 'brimfjord')).statusCode).toBe(404);
    });

    it.each([
      ['not verified', () => createAccount(server, `late-${Math.random()}@fourth.example`)],
      ['of one domain with the first', () => createVerifiedAccount(server, `friend-${Math.random()}@second.example`)],
    ])('a place of a second account that is %s is found by nobody else', async (_, create) => {
      await remember(one, '4711', 'Brimfjord, Vestland, Norway');
      await remember(await create(), '4711', 'Brimfjord, Vestland, Norway');
      expect((await ask('location', 'brimfjord')).statusCode).toBe(404);
    });

    it('what others were given changes nothing of the list, whose numbers and names are known', async () => {
      const before = await places('germany');
      for (const giver of [one, other]) {
        await remember(giver, '4711', 'Germany');
        await remember(giver, '103035651', 'Germany');
      }
      expect(await places('germany')).toEqual(before);
    });

    it('an account keeps a bounded number of places, the newest', async () => {
      for (let id = 1; id <= 25; id += 1) {
        server.clock.advance(1000);
        await remember(asking, String(id), `Brimfjord ${id}, Norway`);
      }
      const { rows } = await server.database.execute(
        sql`select count(*)::int as total, min(place_id::int) as first from linkedin_known_places`,
      );
      expect(rows[0]).toEqual({ total: 20, first: 6 });
    });

    it.each([
      [[]],
      [[{ id: 'x', name: 'Brimfjord' }]],
      [[{ id: '0', name: 'Brimfjord' }]],
      [[{ id: '4711', name: '  ' }]],
      [[{ id: '4711', name: 'Brim\0fjord' }]],
      [[{ id: '4711', name: 'x'.repeat(201) }]],
      [Array.from({ length: 101 }, (_, id) => ({ id: `${id + 1}`, name: 'Brimfjord' }))],
    ])('the places %j are refused', async (data) => {
      expect((await openCollector(asking).call('POST', '/linkedin/search/location', { data })).status).toBe(400);
    });

    it('look-ups of one account at once are all kept, above its limit too', async () => {
      const account = await createAccount(server);
      const id = await accountIdOf(server, account.email);
      const place = (number: number) => ({ id: String(1000 + number), name: `Brimfjord ${number}, Norway` });
      const numbers = Array.from({ length: 60 }, (_, number) => place(number));
      for (let round = 0; round < 20; round += 1) {
        server.clock.advance(1000);
        await Promise.all(
          Array.from({ length: 10 }, (_, call) => {
            const first = ((call * 7 + round * 3) % 4) * 12;
            return rememberLocations(server.platform, id, numbers.slice(first, first + 24));
          }),
        );
      }
      const { rows } = await server.database.execute(
        sql`select count(*)::int as total from linkedin_known_places where account_id = ${id}`,
      );
      expect(rows[0]).toEqual({ total: 20 });
    });

    it('a pending search is described by the names of its places, double numbers as one', async () => {
      await remember(asking, '4711', 'Brimfjord, Vestland, Norway');
      const [rome] = (await found('rome')).filter(({ ids }) => ids.length > 1);
      const search = { page: 1, peopleSearchQuery: 'pilot', locationIds: [...(rome?.ids ?? []), '4711'] };
      const saved = await openCollector(asking).call('POST', '/linkedin/jobs/search', { searchParams: [search] });
      expect(saved.body).toMatchObject({
        description: '“pilot” · Rome, Latium, Italy or Brimfjord, Vestland, Norway · page 1',
        searches: [{ locationIds: search.locationIds }],
      });
    });

    it.each(['', ' ', 'nowhere', '%', '_', '.*', '\\', '\0', '🙂'])(
      'no location is found for %j, which returns 404',
      async (query) => {
        const answer = await ask('location', query);
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ code: 'LOCATION.NONE', msg: 'No results found' });
      },
    );
  });

  describe('the risk of collecting', () => {
    it('the risk is accepted once, and the first time is kept', async () => {
      const account = await createAccount(server);
      const collector = openCollector(account);
      expect((await collector.jobs()).risk_accepted_at).toBeNull();
      const at = server.clock.now().toISOString();
      const accept = () => collector.call('POST', '/linkedin/risk', { accepted: true });
      expect((await Promise.all([accept(), accept(), accept()])).map(({ body }) => body.risk_accepted_at)).toEqual([at, at, at]);
      server.clock.advance(60_000);
      expect((await accept()).body).toEqual({ risk_accepted_at: at });
      expect((await collector.jobs()).risk_accepted_at).toBe(at);
    });

    it.each([{}, { accepted: false }, { accepted: 'true' }, { accepted: true, at: '2020-01-01' }])(
      'the risk is not accepted by %j',
      async (body) => {
        const collector = openCollector(await createAccount(server));
        expect((await collector.call('POST', '/linkedin/risk', body)).status).toBe(400);
        expect((await collector.jobs()).risk_accepted_at).toBeNull();
      },
    );
  });
});

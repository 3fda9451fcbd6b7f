import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCatalogue, parseProfile } from '@leadloom/shared/contract/linkedin';
import { readSignedCatalogue } from '@leadloom/shared/linkedin/read-signed-catalogue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../testing/collector-client.ts';
import { emptyCollector } from '../../testing/empty-collector.ts';
import { companyAnswer, personAnswer } from '../../testing/linkedin-answers.ts';
import { readWorkbook } from '../../testing/read-workbook.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { defaultCatalogue } from './catalogue/default-catalogue.ts';

const maren = {
  memberId: 'ACoAAMaren01',
  slug: 'maren-holt',
  headline: '=HYPERLINK("http://example.com","Head of Supply Chain")',
  summary: 'Moves things.\nQuietly, "on time".',
  email: 'maren@example.com',
  phones: ['+47 555 01 020', '+47 555 01 021'],
  photoRoot: 'https://media.licdn.com/dms/image/v2/profile-displayphoto-shrink_',
  connections: 812,
  followers: 1874,
  positions: [
    {
      title: 'Head of Supply Chain',
      description: '-2+3',
      company: { name: 'Nordlys Freight', id: '90210', slug: 'nordlys-freight' },
      start: { year: 2021, month: 3 },
    },
    { title: 'Planner', company: { name: 'Kestrel Works', id: '4711' }, start: { year: 2016 }, end: { year: 2021 } },
    { title: 'Deckhand', company: { name: 'A boat' } },
  ],
};

describe('the collector', () => {
  let server: TestServer;
  let account: TestAccount;
  let collector: CollectorClient;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'collector-'));
    server = await startTestServer({ environment: { DATA_DIR: dataDir } });
    account = await createAccount(server);
    collector = openCollector(account);
  });
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true });
  });
  beforeEach(() => emptyCollector(server));

  const download = (path: string) => server.app.inject({ url: `/api/v1${path}`, headers: account.headers });

  describe('a collected profile', () => {
    const collect = async () => {
      const answer = await collector.parseProfile('https://www.linkedin.com/in/maren-holt', personAnswer(maren));
      expect(answer.status).toBe(200);
      return parseProfile.success.body.parse(answer.body);
    };

    it('its name and employer are in the answer, and in the list', async () => {
      await collector.add('maren-holt', 'aldo-brink');
      expect(await collect()).toMatchObject({ full_name: 'Maren Holt', company_name: 'Nordlys Freight' });
      expect((await collector.jobs()).user_jobs).toMatchObject([
        { name: 'Maren Holt', employer: 'Nordlys Freight' },
        { name: null, employer: null },
      ]);
    });

    it('a profile is found by our id and by LinkedIn’s', async () => {
      const stored = await collect();
      const profile = await collector.profile(stored.user_id);
      expect(profile).toMatchObject({
        user_id: stored.user_id,
        profile_id: maren.memberId,
        profile_url: 'https://www.linkedin.com/in/maren-holt',
        full_name: 'Maren Holt',
        headline: maren.headline,
        description: maren.summary,
        location: 'Bergen, Norway',
        country: 'Norway',
        company_name: 'Nordlys Freight',
        company_url: 'https://www.linkedin.com/company/nordlys-freight',
        email: 'maren@example.com',
        connection_count: 812,
        follower_count: 1874,
        sections: { profile: 'complete', experience: 'complete' },
      });
      expect(profile.photo_url).toBe(`${maren.photoRoot}800_800/0/1?e=1&v=beta`);
      expect(await collector.profile(maren.memberId)).toEqual(profile);
    });

    it('a profile shows dates with their precision', async () => {
      const profile = await collector.profile((await collect()).user_id);
      expect(profile.experiences).toMatchObject([
        {
          title: 'Head of Supply Chain',
          started_at: '2021-03-01',
          started_precision: 'month',
          ended_at: null,
          is_current: true,
        },
        { title: 'Planner', started_at: '2016-01-01', started_precision: 'year', ended_precision: 'year', is_current: false },
        { title: 'Deckhand', company_name: 'A boat', company_url: null, started_at: null, started_precision: null },
      ]);
    });

    it.each(['0', '987654321', 'ACoAANobody1', 'maren-holt', '%00', 'a%2Fb', '9'.repeat(30)])(
      'no profile is found by %s',
      async (id) => {
        await collect();
        expect(await collector.call('GET', `/linkedin/users/${id}`)).toMatchObject({
          status: 404,
          body: { msg: 'Profile not found' },
        });
      },
    );

    it('storing a profile marks its entry as downloaded in the same step', async () => {
      const [row] = await collector.add('Maren-Holt');
      const stored = await collect();
      expect((await collector.jobs()).user_jobs).toEqual([
        {
          id: row?.id,
          url: 'https://www.linkedin.com/in/Maren-Holt',
          collected: true,
          status: 'ok',
          profile_id: maren.memberId,
          user_id: stored.user_id,
          profile_url: 'https://www.linkedin.com/in/maren-holt',
          email: 'maren@example.com',
          name: 'Maren Holt',
          employer: 'Nordlys Freight',
          found_by: null,
        },
      ]);
    });

    it('a profile stays when its entry is deleted', async () => {
      const [row] = await collector.add('maren-holt');
      const stored = await collect();
      await collector.call('DELETE', '/linkedin/jobs/users', { ids: [row?.id] });
      expect((await collector.profile(stored.user_id)).full_name).toBe('Maren Holt');
    });

    it('a profile lists companies that have not been looked up, until they are', async () => {
      const stored = await collect();
      expect((await collector.profile(stored.user_id)).experiences[1]?.company_url).toBe('https://www.linkedin.com/company/4711');
      expect((await collector.jobs()).company_ids).toEqual(['4711', '90210']);
      const answer = await collector.call('POST', '/parse/company', {
        url: 'https://www.linkedin.com/company/4711',
        companyResponse: JSON.stringify(companyAnswer({ id: '4711', slug: 'kestrel-works', name: 'Kestrel Works AS' })),
      });
      expect(answer).toMatchObject({ status: 200, body: { company_id: '4711', company_name: 'Kestrel Works AS' } });
      expect((await collector.jobs()).company_ids).toEqual(['90210']);
      expect((await collector.profile(stored.user_id)).experiences[1]).toMatchObject({
        company_name: 'Kestrel Works',
        company_url: 'https://www.linkedin.com/company/kestrel-works',
      });
      expect((await download('/linkedin/experiences/export')).body).toContain('https://www.linkedin.com/company/kestrel-works');
    });

    it('a profile is exported as one line of safe cells', async () => {
      await collect();
      const answer = await download('/linkedin/users/export');
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="linkedin_users_export.csv"',
      });
      expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const at = server.clock.now().toISOString();
      expect(answer.body.slice(1)).toBe(
        'profile_url,profile_id,full_name,headline,description,location,country,company_name,company_url,email,' +
          'phones,websites,connection_count,follower_count,photo_url,collected_at,updated_at,tags,last_collected_at,title\r\n' +
          'https://www.linkedin.com/in/maren-holt,ACoAAMaren01,Maren Holt,' +
          '"\'=HYPERLINK(""http://example.com"",""Head of Supply Chain"")","Moves things.\nQuietly, ""on time"".",' +
          '"Bergen, Norway",Norway,Nordlys Freight,https://www.linkedin.com/company/nordlys-freight,maren@example.com,' +
          `"+47 555 01 020, +47 555 01 021",,812,1874,${maren.photoRoot}800_800/0/1?e=1&v=beta,${at},${at},,${at},Head of Supply Chain\r\n`,
      );
    });

    it('profiles and experiences are exported as workbooks, with days and numbers where they are known', async () => {
      await collect();
      const answer = await download('/linkedin/users/export?format=xlsx');
      expect(answer.headers).toMatchObject({
        'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'content-disposition': 'attachment; filename="linkedin_users_export.xlsx"',
      });
      const [people] = readWorkbook(answer.rawPayload);
      const [header, person] = people?.rows ?? [];
      const cell = (field: string) => person?.[header?.indexOf(field) ?? -1];
      expect(people).toMatchObject({ name: 'People', frozenRows: 1, formulas: 0 });
      expect(cell('headline')).toBe('=HYPERLINK("http://example.com","Head of Supply Chain")');
      expect([cell('connection_count'), cell('collected_at')]).toEqual([812, server.clock.now()]);
      const [experiences] = readWorkbook((await download('/linkedin/experiences/export?format=xlsx')).rawPayload);
      expect(experiences?.rows.map((cells) => cells.slice(9))).toMatchObject([
        ['started_at', 'ended_at', 'is_current'],
        ['2021-03', null, true],
        ['2016', '2021', false],
        [null, null, false],
      ]);
    });

    it('a profile is exported with its experiences, with dates only as precise as known', async () => {
      await collect();
      const answer = await download('/linkedin/experiences/export');
      expect(answer.headers['content-disposition']).toBe('attachment; filename="linkedin_experiences_export.csv"');
      const person = 'https://www.linkedin.com/in/maren-holt,ACoAAMaren01,Maren Holt,';
      expect(answer.body.slice(1).split('\r\n')).toEqual([
        'profile_url,profile_id,full_name,title,description,company_name,company_url,category,location,started_at,ended_at,is_current',
        `${person}Head of Supply Chain,'-2+3,Nordlys Freight,https://www.linkedin.com/company/nordlys-freight,,,2021-03,,true`,
        `${person}Planner,,Kestrel Works,https://www.linkedin.com/company/4711,,,2016,2021,false`,
        expect.stringContaining(`${person}Deckhand,,A boat,,,,,,`),
        '',
      ]);
    });

    it('an account without profiles exports the header alone', async () => {
      expect((await download('/linkedin/users/export')).body.split('\r\n')).toHaveLength(2);
      expect((await download('/linkedin/experiences/export')).body.split('\r\n')).toHaveLength(2);
    });
  });

  describe('exports of many rows', () => {
    it('an export contains every row once, in order, across batches', async () => {
      const slugs = Array.from({ length: 12 }, (_, index) => `person-${index}`);
      for (const [index, slug] of slugs.entries()) {
        const positions = Array.from({ length: 90 }, (_, place) => ({ title: `Role ${place}`, company: { name: 'Nordlys' } }));
        const p1 = personAnswer({ memberId: `ACoAAMany${index}`, slug, positions });
        await collector.parseProfile(`https://www.linkedin.com/in/${slug}`, p1);
      }
      const lines = (await download('/linkedin/experiences/export')).body.split('\r\n').slice(1, -1);
      expect(lines.map((line) => line.split(',').slice(1, 4).join(' '))).toEqual(
        slugs.flatMap((_, index) => Array.from({ length: 90 }, (_, place) => `ACoAAMany${index} Maren Holt Role ${place}`)),
      );
    });
  });

  describe('onboarding', () => {
    it('the onboarding is marked as done on the account', async () => {
      expect((await collector.call('GET', '/me')).body.linkedin_onboarded).not.toBe(true);
      for (const _ of [1, 2])
        expect((await collector.call('POST', '/linkedin/onboarding', { completed: true })).status).toBe(200);
      expect((await collector.call('GET', '/me')).body.linkedin_onboarded).toBe(true);
    });

    it.each([{}, { completed: false }, { completed: true, verified: true }])(
      '%j does not mark the onboarding as done',
      async (body) => {
        expect((await collector.call('POST', '/linkedin/onboarding', body)).status).toBe(400);
        expect((await collector.call('GET', '/me')).body.linkedin_onboarded).not.toBe(true);
      },
    );
  });

  describe('the endpoint catalogue', () => {
    it('the endpoint catalogue is the built-in one, or the operator’s if there is one', async () => {
      const signed = async () => getCatalogue.success.body.parse((await collector.call('GET', '/linkedin/catalogue')).body);
      const first = await signed();
      expect(readSignedCatalogue(first)).toEqual(defaultCatalogue);
      expect(await signed()).toEqual(first);
      const path = join(dataDir, 'linkedin-catalogue.json');
      await writeFile(path, JSON.stringify({ ...defaultCatalogue, version: 12, limits: { profiles: 20 } }));
      const later = await signed();
      expect(readSignedCatalogue(later)).toMatchObject({ version: 12, limits: { profiles: 20 } });
      expect(later.publicKey).toBe(first.publicKey);
      expect(later.signature).not.toBe(first.signature);
      await rm(path);
    });
  });
});

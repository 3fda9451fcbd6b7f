import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector, isNothingStored } from '../../../testing/empty-collector.ts';
import { companyAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { unreadableAnswers } from '../../../testing/unreadable-answers.ts';

describe('a company', () => {
  let server: TestServer;
  let collector: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer();
    collector = openCollector(await createAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const nordlys = { id: '90210', slug: 'nordlys-freight', name: 'Nordlys Freight', website: 'https://nordlys.example' };
  const parseCompany = (companyResponse: unknown, url = 'https://www.linkedin.com/company/nordlys-freight') =>
    collector.call('POST', '/parse/company', { url, companyResponse });

  it.each([
    'https://www.linkedin.com/company/nordlys-freight',
    'https://www.linkedin.com/company/90210/',
    'https://www.linkedin.com/voyager/api/organization/companies?q=universalName&universalName=90210',
    'https://www.linkedin.com/voyager/api/organization/companies?q=universalName&universalName=nordlys-freight',
  ])('a company is stored under %s', async (url) => {
    expect(await parseCompany(companyAnswer(nordlys), url)).toMatchObject({
      status: 200,
      body: { company_id: '90210', company_name: 'Nordlys Freight' },
    });
  });

  it.each(['https://example.com/company/nordlys-freight', 'nordlys', 'https://www.linkedin.com/in/maren-holt'])(
    'a company is not stored under %s',
    async (url) => {
      expect(await parseCompany(companyAnswer(nordlys), url)).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
      expect(await isNothingStored(server)).toBe(true);
    },
  );

  it('a known company keeps values that a later answer lacks', async () => {
    await parseCompany(companyAnswer(nordlys));
    const { website: _, ...less } = nordlys;
    await parseCompany(companyAnswer({ ...less, name: 'Nordlys Freight AS' }));
    const { rows } = await server.database.execute(sql`select name, universal_name, url, website from linkedin_companies`);
    expect(rows).toEqual([
      {
        name: 'Nordlys Freight AS',
        universal_name: 'nordlys-freight',
        url: 'https://www.linkedin.com/company/nordlys-freight',
        website: 'https://nordlys.example',
      },
    ]);
  });

  it('a company other than the requested one is refused', async () => {
    const answer = await parseCompany(companyAnswer({ id: '5', slug: 'kestrel-works', name: 'Kestrel Works' }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'PARSE.OTHER_MEMBER' } });
    expect(await isNothingStored(server)).toBe(true);
  });

  it.each([
    ...unreadableAnswers,
    [
      'a number without a name',
      { data: { '*elements': ['urn:li:fsd_company:90210'] }, included: [{ entityUrn: 'urn:li:fsd_company:90210' }] },
    ] as const,
  ])('no company is stored from %s', async (_, content) => {
    expect(await parseCompany(content)).toMatchObject({ status: 400, body: { code: 'PARSE.UNREADABLE' } });
    expect(await isNothingStored(server)).toBe(true);
  });
});

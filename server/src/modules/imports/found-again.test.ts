import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

describe('companies with a website in one file and none in another', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies; delete from investors; delete from shared_keys'));

  /** A dry run says the same as the import after it. */
  const load = async (content: string) => {
    const dry = (await imports.load('companies', content, { isDryRun: true })).report;
    const { report } = await imports.load('companies', content);
    expect({ ...dry, is_dry_run: false }).toEqual(report);
    return report;
  };
  const rows = async () =>
    (await imports.rows('companies')).map(({ name, country, website, city, employee_count: count }) =>
      [name, country, website, city, count].join(' '),
    );

  it('the row without a website is found by name and country, and its website stays', async () => {
    await load('name,country,website,city\nAcmé Mills,Norway,acme.example,Oslo\n');
    expect(await load('name,country,website,employees\nacmé mills,NO,,12\n')).toMatchObject({
      added: 0,
      changed: 1,
      changed_columns: { name: 1, employee_count: 1 },
    });
    expect(await rows()).toEqual(['acmé mills Norway acme.example Oslo 12']);
    expect(await load('name,country,employees\nacmé mills,NO,13\n')).toMatchObject({ added: 0, changed: 1 });
    expect(await load('name,country,website\nacmé mills,NO,acme.example\n')).toMatchObject({ added: 0, unchanged: 1 });
  });

  it('the row with a website takes over the one without, and is found by both from then on', async () => {
    await load('name,country,city\nAcme Mills,Norway,Oslo\n');
    expect(await load('name,country,website\nAcme Mills,NO,acme.example\n')).toMatchObject({ added: 0, changed: 1 });
    expect(await load('name,country,employees\nAcme Mills,NO,12\n')).toMatchObject({ added: 0, changed: 1 });
    expect(await load('name,country,website,employees\nAcme Mills AS,NO,acme.example,12\n')).toMatchObject({
      added: 0,
      changed: 1,
    });
    expect(await rows()).toEqual(['Acme Mills AS Norway acme.example Oslo 12']);
  });

  it('rows of one file are found alike, and a profile address counts as a website', async () => {
    await load('name,country,city\nAcme,Norway,Oslo\n');
    const report = await load(
      'name,country,website,linkedin_url,employees\nAcme,NO,,,12\nAcme,NO,acme.example,,12\nOak,SE,,linkedin.com/company/oak,\nOak,SE,,,3\n',
    );
    expect(report).toMatchObject({ rows_read: 4, added: 1, changed: 1, duplicates: 2 });
    expect(report.folded).toMatchObject([
      { key: 'website: acme.example', line: 2, kept_line: 3 },
      { key: 'linkedin_url: linkedin.com/company/oak', line: 4, kept_line: 5 },
    ]);
    expect((await imports.rows('companies')).map(({ name, linkedin_url }) => `${name} ${linkedin_url}`)).toEqual([
      'Acme null',
      'Oak linkedin.com/company/oak',
    ]);
  });

  it('another country, or none on one side, is another company', async () => {
    await load('name,country,website\nAcme,Norway,acme.example\n');
    expect(await load('name,country,city\nAcme,Sweden,Malmö\nAcme,,Bergen\n')).toMatchObject({ added: 2 });
  });

  it('a row that could be several others becomes a row of its own, and is listed', async () => {
    await load('name,country,website\nAcme,Norway,acme.example\nAcme,Norway,acme-mills.example\n');
    const report = await load('name,country,city\nOak,Norway,Oslo\nAcme,Norway,Oslo\n');
    expect(report).toMatchObject({
      added: 2,
      notices: ['Line 3 (Acme, Norway) could be any of 2 rows with this name, and is a row of its own.'],
    });
    expect(await load('name,country,city\nAcme,Norway,Bergen\n')).toMatchObject({ added: 0, changed: 1, notices: [] });
  });

  it('of several rows that could be a known one, none takes it over', async () => {
    await load('name,country,city\nAcme,Norway,Oslo\n');
    const report = await load('name,country,website\nAcme,Norway,acme.example\nAcme,Norway,acme-mills.example\n');
    expect(report).toMatchObject({
      added: 2,
      notices: [
        'Line 2 (Acme, Norway) is one of 2 rows that could be a stored one, and is a row of its own.',
        'Line 3 (Acme, Norway) is one of 2 rows that could be a stored one, and is a row of its own.',
      ],
    });
    expect(await rows()).toHaveLength(3);
  });

  it('a row with an address that several share is not taken for one with an address of its own', async () => {
    await load('name,country,website\nAcme,Norway,acme.example\n');
    expect(await load('name,country,website\nAcme,NO,facebook.com\n')).toMatchObject({ added: 1, changed: 0 });
    expect(await rows()).toEqual(['Acme Norway acme.example  ', 'Acme Norway facebook.com  ']);
  });

  it('an investor is found as a company is', async () => {
    await imports.load('investors', 'name,country,website\nOak Ventures,Norway,oak.example\n');
    const { report } = await imports.load('investors', 'name,country,phone\nOak Ventures,NO,+47 22 00 00 00\n');
    expect(report).toMatchObject({ added: 0, changed: 1 });
  });
});

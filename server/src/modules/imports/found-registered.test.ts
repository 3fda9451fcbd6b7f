import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

describe('companies of a register, and the same without a number', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies; delete from investors; delete from shared_keys'));

  /** A dry run says the same as the import after it, and the same file again changes nothing. */
  const load = async (content: string) => {
    const dry = (await imports.load('companies', content, { isDryRun: true })).report;
    const { report } = await imports.load('companies', content);
    expect({ ...dry, is_dry_run: false }).toEqual(report);
    expect((await imports.load('companies', content)).report).toMatchObject({ added: 0, changed: 0 });
    return report;
  };
  const rows = async () =>
    (await imports.rows('companies')).map(({ name, website, registry_id: id, city }) => [name, website, id, city].join(' '));
  const register = (...lines: readonly string[]) => load(`name,country,website,registry,registry_id\n${lines.join('\n')}\n`);

  it('a number finds the row of its site, which is found by the number from then on', async () => {
    await load('name,country,website,city\nAcme,NO,acme.example,Oslo\n');
    expect(await register('ACME MILLS AS,NO,acme.example,no-orgnr,912345678')).toMatchObject({ added: 0, changed: 1 });
    expect(await rows()).toEqual(['ACME MILLS AS acme.example 912345678 Oslo']);
    expect(await register('Acme Looms AS,NO,looms.example,no-orgnr,912345678')).toMatchObject({ added: 0, changed: 1 });
  });

  it('a number finds the only row of its name and country, also where the legal form is left out', async () => {
    await load('name,country,website,city\nAcme Mills,NO,acme.example,Oslo\n');
    expect(await register('Acme Mills AS,NO,,no-orgnr,912345678')).toMatchObject({ added: 0, changed: 1 });
    expect(await imports.rows('companies')).toHaveLength(1);
  });

  it.each([
    ['another country', 'name,country,website\nAcme,SE,acme.example', 'Acme,NO,acme.example,no-orgnr,912345678'],
    ['another site', 'name,country,website\nAcme,NO,acme.example', 'Acme,NO,other.example,no-orgnr,912345678'],
    ['another legal form', 'name,country,website\nAcme AB,NO,acme.example', 'Acme AS,NO,,no-orgnr,912345678'],
    ['no country', 'name,website\nAcme,acme.example', 'Acme,NO,,no-orgnr,912345678'],
    ['two rows of the name', 'name,country,website\nAcme,NO,a.example\nAcme,NO,b.example', 'Acme,NO,,no-orgnr,912345678'],
  ])('each stays a row of its own where something contradicts it: %s', async (_, file, registered) => {
    await load(`${file}\n`);
    expect(await register(registered)).toMatchObject({ added: 1, changed: 0 });
  });

  it('two numbers are never one row, and neither takes a row that both could be', async () => {
    await load('name,country,website\nScout,US,scout.example\n');
    expect(await register('Scout,US,,sec-cik,0000000001', 'Scout,US,,sec-cik,0000000002')).toMatchObject({ added: 2 });
    expect(await register('Scout,US,scout.example,sec-cik,0000000003')).toMatchObject({ added: 0, changed: 1 });
    expect(await register('Scout,US,scout.example,no-orgnr,912345678')).toMatchObject({ added: 1, changed: 0 });
    expect(await imports.rows('companies')).toHaveLength(4);
  });

  it('of several units at one site, the one of the name takes the row', async () => {
    await load('name,country,website,city\nAcme,NO,acme.example,Oslo\n');
    const units = ['Acme Energy AS,NO,acme.example,no-orgnr,900000001', 'Acme ASA,NO,acme.example,no-orgnr,900000002'];
    expect(await register(...units)).toMatchObject({ added: 1, changed: 1 });
    expect(await rows()).toEqual(['Acme ASA acme.example 900000002 Oslo', 'Acme Energy AS acme.example 900000001 ']);
  });

  it('a row without a number finds that of the register by its site, or by name and country, and keeps the number', async () => {
    await register('ACME MILLS AS,NO,acme.example,no-orgnr,912345678', 'Oak AS,SE,,sec-cik,0000000007');
    expect(await load('name,country,website,city\nAcme,NO,acme.example,Oslo\n')).toMatchObject({ added: 0, changed: 1 });
    expect(await load('name,country,website,city,registry,registry_id\nOak,SE,oak.example,Lund,,\n')).toMatchObject({
      added: 0,
      changed: 1,
    });
    expect(await rows()).toEqual(['Acme acme.example 912345678 Oslo', 'Oak oak.example 0000000007 Lund']);
  });

  it('a row without a number that could be several of the register is none of them', async () => {
    await register('Acme One AS,NO,acme.example,no-orgnr,900000001', 'Acme Two AS,NO,acme.example,no-orgnr,900000002');
    expect(await load('name,country,website\nAcme,NO,acme.example\n')).toMatchObject({ added: 1 });
    expect(await load('name,country,website\nAcme Two,NO,two.example\n')).toMatchObject({ added: 1 });
  });

  it('a number counts without the zeros that spreadsheets drop, and only within its register', async () => {
    await register('Acme,GB,,gb-crn,02943302');
    expect(await register('Acme,GB,,gb-crn,2943302')).toMatchObject({ added: 0 });
    expect(await load('name,registry_id\nOak,2943302\n')).toMatchObject({ added: 1 });
  });

  it('many rows that are loaded at once are found as few are', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => at);
    await load(`name,country,website\n${lines.map((at) => `Mill ${at},NO,mill-${at}.example`).join('\n')}\n`);
    const content = `name,country,website,registry,registry_id\n${lines
      .map((at) => `Mill ${at} AS,NO,${at % 2 ? `mill-${at}.example` : ''},no-orgnr,9000000${10 + at}`)
      .join('\n')}\n`;
    expect((await imports.load('companies', content, { replacingRows: 10 })).report).toMatchObject({ added: 0, changed: 40 });
    expect((await imports.load('companies', content, { replacingRows: 10 })).report).toMatchObject({ added: 0, changed: 0 });
  });
});

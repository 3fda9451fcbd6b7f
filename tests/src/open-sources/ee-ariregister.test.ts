import { eeAriregister } from '@leadloom/server/open-sources/ee-ariregister/ee-ariregister';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AriregisterStandIn, sampleCompany, startAriregisterStandIn } from '../stand-ins/ariregister/server.ts';
import { type OpenRunFixture, openRunFixture } from './open-run.fixture.ts';

let register: AriregisterStandIn;
let fixture: OpenRunFixture;
beforeEach(async () => {
  register = await startAriregisterStandIn();
  fixture = await openRunFixture(eeAriregister, { origin: register.origin });
});
afterEach(async () => {
  await fixture.close();
  await register.close();
});

async function cellsOf(...companies: readonly unknown[]) {
  register.publish(companies);
  return (await fixture.readRecords()).map(({ cells }) => cells);
}

const staff = (number: string | null) => ({
  info_majandusaasta_aruannetest: [{ majandusaasta_perioodi_lopp_kpv: '31.12.2025', tootajate_arv: number }],
});

describe('the register of Estonia', () => {
  it('a company is read from a file with 64-bit sizes, without what has ended', async () => {
    expect(await fixture.readRecords()).toEqual([
      {
        cells: {
          name: 'Põhjavalguse Tarkvara OÜ',
          legal_name: 'Põhjavalguse Tarkvara OÜ',
          website: 'https://pohjavalgus.example/',
          linkedin_url: null,
          country: 'Estonia',
          city: 'Tallinn',
          region: 'Europe',
          business_status: null,
          verticals: ['SaaS', 'E-Commerce'],
          employee_count: 14,
          main_contact_email: 'info@pohjavalgus.example',
          phone: '+372 55500101',
          legal_form: 'OÜ',
          founded_on: '2013-06-05',
          registry: 'ee-code',
          registry_id: '10000001',
        },
        url: 'https://ariregister.rik.ee/eng/company/10000001',
        asOf: '2026-11-28',
      },
    ]);
  });

  it('only companies with two people or more in the last report are read', async () => {
    const cells = await cellsOf(
      sampleCompany(staff('1')),
      sampleCompany(staff('0')),
      sampleCompany(staff(null)),
      sampleCompany({ info_majandusaasta_aruannetest: [] }),
      sampleCompany({ oiguslik_vorm: 'FIE' }),
      sampleCompany({ oiguslik_vorm: 'MTÜ' }),
      sampleCompany({ ...staff('2'), oiguslik_vorm: 'AS' }),
    );
    expect(cells.map(({ legal_form, employee_count }) => [legal_form, employee_count])).toEqual([['AS', 2]]);
  });

  it('a bankruptcy and a winding up are told by the status, and a number keeps its zeros', async () => {
    const cells = await cellsOf(
      sampleCompany({ staatus: 'N' }, { ariregistri_kood: '01234567' }),
      sampleCompany({ staatus: 'L' }, { ariregistri_kood: 1_234_568 }),
    );
    expect(cells.map(({ registry_id, business_status }) => [registry_id, business_status])).toEqual([
      ['01234567', 'Bankruptcy: Liquidation'],
      ['01234568', 'Out of Business'],
    ]);
  });

  it.each([
    ['Tartu linn, Tartu maakond', 'Tartu'],
    ['Viimsi vald, Harju maakond', 'Viimsi'],
    ['Soome', 'Soome'],
  ])('the place of %s is %s', async (ehak_nimetus, city) => {
    const [cells] = await cellsOf(sampleCompany({ aadressid: [{ ehak_nimetus }] }));
    expect(cells?.city).toBe(city);
  });

  it('a file that did not change is not loaded again', async () => {
    const [step] = await fixture.read();
    expect(step?.isFull).toBe(true);
    expect(await fixture.read(step?.checkpoint)).toEqual([]);
    register.publish([sampleCompany({})], new Date('2026-11-29T03:00:00Z'));
    expect(await fixture.read(step?.checkpoint)).toHaveLength(1);
  });

  it('a field that has another name is named', async () => {
    register.publish([{ kood: 1, nimi: 'X', yldandmed: {} }]);
    expect((await fixture.failureOf()).message).toMatch(/ariregistri_kood.*format may have changed/);
    register.publish(Array.from({ length: 1_000 }, () => sampleCompany({ sidevahendid: [], sidevahend: [{}] })));
    expect((await fixture.failureOf()).message).toMatch(/has sidevahendid\. Its format may have changed/);
  });

  it('a trial reads the beginning of the file alone', async () => {
    const companies = Array.from({ length: 20_000 }, (_, index) =>
      sampleCompany({ sidevahend: Math.sin(index), juhuslik: `${Math.cos(index)}${Math.tan(index)}` }),
    );
    register.publish(companies);
    const { records, missing } = await eeAriregister.tryOut(fixture.run);
    expect(records).toHaveLength(5);
    expect(missing).toEqual([]);
    expect(register.requests.map(({ range }) => range)).toEqual(['bytes=0-262143']);
  });
});

it('nobody has seen it live, and it is off at first', () => {
  expect(eeAriregister.manifest).toMatchObject({ isUntried: true, isOnByDefault: false });
});

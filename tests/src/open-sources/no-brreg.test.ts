import { gzipSync } from 'node:zlib';
import { noBrreg } from '@leadloom/server/open-sources/no-brreg/no-brreg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BrregStandIn, startBrregStandIn } from '../stand-ins/brreg/server.ts';
import { sampleUnit } from '../stand-ins/brreg/units.ts';
import { type OpenRunFixture, openRunFixture } from './open-run.fixture.ts';

let now = new Date('2026-11-28T22:00:00Z');
let register: BrregStandIn;
let fixture: OpenRunFixture;
beforeEach(async () => {
  now = new Date('2026-11-28T22:00:00Z');
  register = await startBrregStandIn({ now: () => now });
  fixture = await openRunFixture(noBrreg, { origin: register.origin, now: () => now });
});
afterEach(async () => {
  await fixture.close();
  await register.close();
});

/** The register's file with these units alone. */
async function wholeWith(...changes: readonly Readonly<Record<string, unknown>>[]) {
  for (const [index, change] of changes.entries())
    register.put(sampleUnit({ organisasjonsnummer: String(910000001 + index), ...change }));
  register.makeFile();
  const records = await fixture.readRecords();
  return records.filter(({ cells }) => cells.registry_id !== '900000001').map(({ cells }) => cells);
}

describe('the whole register of Norway', () => {
  it('a unit becomes a company, with the day of the file and the page that says so', async () => {
    register.makeFile(new Date('2026-11-28T04:30:00Z'));
    expect(await fixture.readRecords()).toEqual([
      {
        cells: {
          name: 'Nordlys Økologiske Åker AS',
          legal_name: 'NORDLYS ØKOLOGISKE ÅKER AS',
          website: 'www.nordlys.example',
          linkedin_url: null,
          country: 'Norway',
          city: 'Mo i Rana',
          region: 'Europe',
          business_status: null,
          verticals: ['SaaS', 'Programmeringstjenester', 'Dyrking av grønnsaker'],
          employee_count: 12,
          main_contact_email: 'post@nordlys.example',
          phone: '22 00 01 23',
          description: 'Utvikling av programvare for økologisk dyrking.',
          legal_form: 'AS',
          founded_on: '2014-03-01',
          registry: 'no-orgnr',
          registry_id: '900000001',
        },
        url: 'https://data.brreg.no/enhetsregisteret/api/enheter/900000001',
        asOf: '2026-11-28',
      },
    ]);
  });

  it('sole proprietors and those that are no companies are left out', async () => {
    const forms = ['ENK', 'FLI', 'ESEK', 'KBO', 'ORGL', 'ASA', 'NUF'];
    const cells = await wholeWith(...forms.map((kode) => ({ organisasjonsform: { kode } })));
    expect(cells.map(({ legal_form }) => legal_form)).toEqual(['ASA', 'NUF']);
  });

  it('a company is left out if it has no staff, email or website', async () => {
    const none = { antallAnsatte: undefined, harRegistrertAntallAnsatte: false, epostadresse: undefined, hjemmeside: undefined };
    const cells = await wholeWith(
      none,
      { ...none, antallAnsatte: 0 },
      { ...none, antallAnsatte: 7 },
      { ...none, harRegistrertAntallAnsatte: true },
      { ...none, epostadresse: 'post@b.example' },
      { ...none, hjemmeside: 'b.example' },
    );
    expect(cells.map(({ registry_id, employee_count }) => [registry_id, employee_count])).toEqual([
      ['910000003', 7],
      // The register does not tell how many there are, if there are fewer than five.
      ['910000004', null],
      ['910000005', null],
      ['910000006', null],
    ]);
  });

  it('bankruptcy and winding up are told by the status', async () => {
    const cells = await wholeWith(
      { konkurs: true, underAvvikling: true },
      { underAvvikling: true },
      { underTvangsavviklingEllerTvangsopplosning: true },
    );
    expect(cells.map(({ business_status }) => business_status)).toEqual([
      'Bankruptcy: Liquidation',
      'Out of Business',
      'Out of Business',
    ]);
  });

  it('pages of networks are no website, and a mobile number stands in for a telephone', async () => {
    const cells = await wholeWith(
      { hjemmeside: 'https://www.facebook.com/nordlys', telefon: undefined },
      { hjemmeside: 'https://www.linkedin.com/company/nordlys/' },
    );
    expect(cells.map(({ website, linkedin_url, phone }) => [website, linkedin_url, phone])).toEqual([
      [null, null, '900 00 123'],
      [null, 'https://www.linkedin.com/company/nordlys/', '22 00 01 23'],
    ]);
  });

  it('a branch of a foreign company is in its country', async () => {
    const address = { landkode: 'SE', land: 'Sverige', poststed: 'GÖTEBORG' };
    const [cells] = await wholeWith({ organisasjonsform: { kode: 'NUF' }, forretningsadresse: address });
    expect(cells).toMatchObject({ country: 'Sweden', city: 'Göteborg', region: null });
  });

  it('persons, streets and what else nobody asked for are in no cell', async () => {
    const [cells] = await wholeWith({ daglig: 'OLA NORDMANN', fodselsdato: '1970-01-01' });
    expect(JSON.stringify(cells)).not.toMatch(/NORDMANN|1970|Storgata|5000000000/i);
  });

  it('the step holds everything there is, and the feed continues the day before the file was made', async () => {
    register.makeFile(new Date('2026-11-27T04:30:00Z'));
    const [step] = await fixture.read();
    expect(step).toMatchObject({ isFull: true, checkpoint: { since: '2026-11-26T00:00:00.000Z' } });
  });

  it('a file of other things is refused, and says what is missing', async () => {
    register.replaceFile(gzipSync(JSON.stringify([{ orgnr: '900000001', navn: 'X' }])));
    expect((await fixture.failureOf()).message).toMatch(/organisasjonsnummer.*format may have changed/);
  });

  it('a field that no unit of a large file has any more is named', async () => {
    const units = Array.from({ length: 1_000 }, (_, index) => {
      const { epostadresse, ...unit } = sampleUnit({ organisasjonsnummer: String(920000001 + index) });
      return { ...unit, epost: epostadresse };
    });
    register.replaceFile(gzipSync(JSON.stringify(units)));
    expect((await fixture.failureOf()).message).toBe(
      'No unit in the file of Brønnøysund has epostadresse. Its format may have changed.',
    );
  });

  it('a file that is cut off is refused', async () => {
    const whole = gzipSync(
      JSON.stringify(Array.from({ length: 500 }, (_, index) => sampleUnit({ organisasjonsnummer: String(920000001 + index) }))),
    );
    register.replaceFile(whole.subarray(0, whole.length - 400));
    expect((await fixture.failureOf()).message).toMatch(/cannot be read|cut off/);
  });

  it('a download whose connection breaks is continued', async () => {
    register.faults.add({ call: /lastned/, cutAfter: 100, times: 2 });
    expect(await fixture.readRecords()).toHaveLength(1);
    const ranges = register.requests.filter(({ path }) => path.endsWith('/lastned')).map(({ range }) => range);
    expect(ranges).toEqual([null, 'bytes=100-', 'bytes=200-']);
  });
});

describe('the change feed of Norway', () => {
  const since = { since: '2026-11-28T00:00:00.000Z' };

  it('a new unit is asked for, because an event carries no fields, and the next run asks for what is behind it', async () => {
    register.change(sampleUnit({ organisasjonsnummer: '910000001' }), 'Ny');
    const [step, ...more] = await fixture.read(since);
    expect(more).toEqual([]);
    expect(step).toMatchObject({ isFull: false, title: '1 changes up to 24000004', checkpoint: { after: 24_000_004 } });
    expect(step?.loads[0]?.records.map(({ cells }) => cells.registry_id)).toEqual(['910000001']);
    expect(await fixture.read(step?.checkpoint)).toEqual([]);
    expect(register.requests.at(-1)?.query.get('oppdateringsid')).toBe('24000005');
  });

  it('what happened between the night’s file and the first run is not lost', async () => {
    register.makeFile(new Date('2026-11-28T04:30:00Z'));
    register.change(sampleUnit({ organisasjonsnummer: '900000001', antallAnsatte: 13 }));
    const steps = await fixture.read();
    expect(steps.map(({ isFull, loads }) => [isFull, loads[0]?.records[0]?.cells.employee_count])).toEqual([
      [true, 12],
      [false, 13],
    ]);
  });

  it('many units are asked for at once, each of them one time', async () => {
    for (let index = 0; index < 250; index += 1) {
      register.change(sampleUnit({ organisasjonsnummer: String(910000001 + index) }), 'Ny');
      register.change(sampleUnit({ organisasjonsnummer: String(910000001 + index) }));
    }
    const records = await fixture.readRecords(since);
    expect(records).toHaveLength(250);
    expect(register.requests).toHaveLength(1 + 3 + 1);
  });

  it('a unit that was struck off or removed changes only a row that is stored', async () => {
    register.put(
      sampleUnit({ organisasjonsnummer: '910000001', navn: 'GAMLE FJELL AS' }),
      sampleUnit({ organisasjonsnummer: '910000002' }),
    );
    register.strikeOff('910000001');
    register.remove('910000002');
    const records = await fixture.readRecords(since);
    expect(records.map(({ cells, isOnlyForStored }) => [cells, isOnlyForStored])).toEqual([
      [{ name: 'Gamle Fjell AS', business_status: 'Out of Business', registry: 'no-orgnr', registry_id: '910000001' }, true],
      [{ business_status: 'Out of Business', registry: 'no-orgnr', registry_id: '910000002' }, true],
    ]);
  });

  it('a unit that fell below the floor changes only a row that is stored; sole proprietors change none', async () => {
    const none = { antallAnsatte: undefined, harRegistrertAntallAnsatte: false, epostadresse: undefined, hjemmeside: undefined };
    register.change(sampleUnit({ organisasjonsnummer: '910000001', ...none }));
    register.change(sampleUnit({ organisasjonsnummer: '910000002', organisasjonsform: { kode: 'ENK' } }));
    const records = await fixture.readRecords(since);
    expect(records.map(({ cells, isOnlyForStored }) => [cells.registry_id, cells.main_contact_email, isOnlyForStored])).toEqual([
      ['910000001', '', true],
    ]);
  });

  it('a feed in another form is refused', async () => {
    register.faults.add({ call: /oppdateringer/, status: 200 });
    expect((await fixture.failureOf(since)).message).toMatch(/did not answer JSON/);
  });

  it('a refusal says until when nothing is sent', async () => {
    register.faults.add({ call: /oppdateringer/, status: 429, retryAfter: '120' });
    expect((await fixture.failureOf(since)).retryAt).toEqual(new Date('2026-11-28T22:02:00Z'));
  });
});

it('a trial reads some units, stores no checkpoint, and names what is missing', async () => {
  register.put(sampleUnit({ organisasjonsnummer: '900000001', naeringskode1: undefined }));
  const { records, missing, url } = await noBrreg.tryOut(fixture.run);
  expect(url).toMatch(/^https:\/\/data\.brreg\.no\/enhetsregisteret\/api\/enheter\?/);
  expect(records.map(({ table, record }) => [table, record.cells.name])).toEqual([['companies', 'Nordlys Økologiske Åker AS']]);
  expect(missing).toEqual(['naeringskode1']);
});

import { OpenSourceError } from '@leadloom/server/open-sources/open-source';
import { secFormD } from '@leadloom/server/open-sources/sec-form-d/sec-form-d';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type SampleFiling, sampleFiling } from '../stand-ins/sec/form-d-filing.ts';
import type { SecStandIn } from '../stand-ins/sec/server.ts';
import type { ReadStep } from './open-run.fixture.ts';
import { type FormDFixture, NOW, openFormDFixture, recordsOf } from './sec-form-d.fixture.ts';

const INDEX = (day: string) =>
  new RegExp(`^GET www\\.sec\\.gov/Archives/edgar/daily-index/\\d+/QTR\\d/form\\.${day.replaceAll('-', '')}`);

let sec: SecStandIn;
let fixture: FormDFixture;
beforeEach(async () => {
  fixture = await openFormDFixture();
  sec = fixture.sec;
});
afterEach(() => fixture.close());

const read: FormDFixture['read'] = (given, checkpoint) => fixture.read(given, checkpoint);
const failure: FormDFixture['failure'] = (given, checkpoint) => fixture.failure(given, checkpoint);
const titlesOf = (steps: readonly ReadStep[]) => steps.map(({ title }) => title);

describe('a run', () => {
  const filings = (count: number): readonly SampleFiling[] =>
    Array.from({ length: count }, (_, index) =>
      sampleFiling({
        accession: `0001999999-26-${String(index + 1).padStart(6, '0')}`,
        cik: `0001${String(index).padStart(6, '0')}`,
      }),
    );

  it('a first run reads the last four quarters, and then the days since', async () => {
    for (const title of ['2025 Q1', '2025 Q2', '2025 Q3', '2025 Q4', '2026 Q1']) sec.formD.quarters.set(title, [sampleFiling()]);
    for (const day of ['2026-07-01', '2026-07-02', '2026-07-06']) sec.formD.days.set(day, [sampleFiling({ filedOn: day })]);
    const steps = await read();
    expect(titlesOf(steps)).toEqual(['2025 Q3', '2025 Q4', '2026 Q1', '2026 Q2', '2026-07-01', '2026-07-02', '2026-07-06']);
    expect(steps.every(({ isFull }) => !isFull)).toBe(true);
    // The folders moved in 2026: the links of the page are followed, not built.
    expect(sec.requests.filter(({ path }) => path.endsWith('.zip')).map(({ path }) => path.split('/')[2])).toEqual([
      ...['structureddata', 'structureddata', 'structureddata', 'datastandardsinnovation'],
    ]);
  });

  it('a run goes on at its checkpoint, wherever it ended', async () => {
    sec.formD.quarters.set('2026 Q1', [sampleFiling()]);
    for (const day of ['2026-07-01', '2026-07-02', '2026-07-06']) sec.formD.days.set(day, [sampleFiling({ filedOn: day })]);
    const steps = await read();
    for (const [index, { checkpoint }] of steps.entries())
      expect(titlesOf(await read({}, checkpoint))).toEqual(titlesOf(steps).slice(index + 1));
  });

  it('a holiday has no index, which is no error once a later day has one; weekends are not asked for', async () => {
    sec.formD.days.set('2026-07-01', [sampleFiling({ filedOn: '2026-07-01' })]);
    sec.formD.days.set('2026-07-06', []);
    sec.faults.add({ call: INDEX('2026-07-02'), status: 404 });
    expect(titlesOf(await read())).toEqual(['2026 Q2', '2026-07-01', '2026-07-06']);
    expect(sec.requests.some(({ path }) => /2026070[45]/.test(path))).toBe(false);
  });

  it('a missing file may also be said by the storage, with 403', async () => {
    sec.formD.days.set('2026-07-01', [sampleFiling({ filedOn: '2026-07-01' })]);
    const missing = Buffer.from('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>');
    sec.faults.add({ call: INDEX('2026-07-02'), status: 403, body: missing });
    expect(titlesOf(await read())).toEqual(['2026 Q2', '2026-07-01']);
  });

  it('the newest day that has no index yet is asked for again', async () => {
    sec.formD.days.set('2026-07-01', []);
    const [, day] = await read();
    expect(day?.checkpoint).toMatchObject({ through: '2026-07-01' });
    sec.formD.days.set('2026-07-02', [sampleFiling({ filedOn: '2026-07-02' })]);
    expect(titlesOf(await read({}, day?.checkpoint))).toEqual(['2026-07-02']);
  });

  it('days without any index are an error when they are more than holidays', async () => {
    expect((await failure({ now: new Date('2026-07-13T23:00:00Z') })).message).toBe(
      'The SEC has published no daily index since 2026-06-30. Its address may have changed.',
    );
  });

  it('after a long pause, the quarters that were published meanwhile are read whole', async () => {
    sec.formD.quarters.set('2026 Q1', [sampleFiling()]);
    expect(titlesOf(await read({}, { through: '2026-02-02', sales: {} }))).toEqual(['2026 Q1', '2026 Q2']);
    expect(titlesOf(await read({}, { through: 'some day' }))).toEqual(['2026 Q1', '2026 Q2']);
  });

  it.each(['time', 'month', 'short'] as const)('the day of a filing is read in the style "%s"', async (style) => {
    sec.formD.dayStyle = style;
    expect(recordsOf((await read())[0], 'companies')[0]?.asOf).toBe('2026-05-14');
  });

  it('nothing is asked without a contact, and a publisher that refuses is left alone for ten minutes', async () => {
    expect((await failure({ contact: null })).message).toContain('without a contact address');
    expect(sec.requests).toEqual([]);
    sec.faults.add({ call: /form-d-data-sets$/, status: 403 });
    const refusal = await failure();
    expect(refusal.message).toContain('It may refuse the contact address');
    expect(refusal.retryAt).toEqual(new Date(NOW.getTime() + 10 * 60_000));
  });

  it('a publisher that wants fewer requests is obeyed, also within a day', async () => {
    sec.formD.days.set('2026-07-01', filings(3));
    sec.faults.add({ call: /0001999999-26-000002\.txt/, status: 429, retryAfter: '120' });
    const refusal = await failure();
    expect(refusal.message).toBe('www.sec.gov wants fewer requests (status 429).');
    expect(refusal.retryAt).toEqual(new Date(NOW.getTime() + 120_000));
  });

  it('a quarter that moved is followed within the site, and nowhere else', async () => {
    const { quarters } = sec.formD;
    const target = 'https://www.sec.gov/files/datastandardsinnovation/data/form-d-data-sets/2026q2_d.zip?moved';
    sec.faults.add({ call: /2026q2_d\.zip$/, status: 302, location: target });
    expect(titlesOf(await read())).toEqual([...quarters.keys()]);
    sec.faults.clear();
    sec.faults.add({ call: /2026q2_d\.zip$/, status: 302, location: 'https://files.example/2026q2_d.zip' });
    expect((await failure()).message).toContain(
      'redirects to https://files.example/2026q2_d.zip, which is not an address of SEC Form D',
    );
  });

  it('a cut connection is tried again, and a slow answer waited for', async () => {
    sec.formD.quarters.set('2026 Q2', filings(2_000));
    sec.faults.add({ call: /2026q2_d\.zip$/, cutAfter: 2_000, times: 2 });
    sec.faults.add({ call: /form-d-data-sets$/, delayMs: 200 });
    const [step] = await read();
    expect(recordsOf(step, 'companies')).toHaveLength(2_000);
    expect(sec.requests.filter(({ path }) => path.endsWith('.zip'))).toHaveLength(3);
  });

  it('a broken archive is refused, and fetched again by the next run', async () => {
    sec.faults.add({ call: /2026q2_d\.zip$/, change: (bytes) => bytes.subarray(0, bytes.length - 200), times: 1 });
    const opened = await fixture.open();
    expect((await opened.failureOf()).message).toBe('2026q2_d.zip cannot be read: it is damaged or cut off.');
    expect(titlesOf(await opened.read())).toEqual(['2026 Q2']);
  });

  test.each(['FILING_DATE', 'CIK', 'ENTITYNAME', 'TOTALAMOUNTSOLD', 'LASTNAME', 'SIGNATURETITLE'])(
    'a quarter whose column %s is called otherwise is refused by the name of the column',
    async (column) => {
      sec.formD.renamed.set(column, `${column}_NEW`);
      sec.formD.quarters.set('2026 Q2', [sampleFiling({ signers: [{ name: 'Ann Sample', title: 'CEO' }] })]);
      expect((await failure()).message).toMatch(
        new RegExp(`^[A-Z]+\\.tsv has no column ${column}\\. Its format may have changed`),
      );
    },
  );

  it('a page without quarters, and an index without its columns, are refused', async () => {
    sec.formD.days.set('2026-07-01', []);
    sec.faults.add({ call: INDEX('2026-07-01'), change: (bytes) => Buffer.from(bytes.toString().replace('File Name', 'Path')) });
    expect((await failure()).message).toContain('has no columns Form Type and File Name');
    sec.formD.quarters.clear();
    expect((await failure()).message).toContain('lists no quarter');
  });

  it('a few filings that cannot be read are left out, many stop the day', async () => {
    sec.formD.days.set('2026-07-01', filings(20));
    const broken = (accessions: RegExp) =>
      sec.faults.add({ call: accessions, change: (bytes) => bytes.subarray(0, bytes.length / 2) });
    broken(/-26-00000[1-5]\.txt/);
    const steps = await read();
    expect(recordsOf(steps[1], 'companies')).toHaveLength(15);
    broken(/-26-000006\.txt/);
    expect((await failure({}, steps[0]?.checkpoint)).message).toMatch(
      /^6 filings of 2026-07-01 cannot be read, the last at https:/,
    );
  });

  it('a quarter in which many filings are cut off is refused', async () => {
    const many = filings(100).map((filing, index) => (index < 11 ? { ...filing, cik: 'none' } : filing));
    sec.formD.quarters.set('2026 Q2', many);
    expect((await failure()).message).toBe('11 of 100 filings of 2026 Q2 cannot be read. The format may have changed.');
    sec.formD.quarters.set('2026 Q2', many.slice(1));
    expect(recordsOf((await read())[0], 'companies')).toHaveLength(89);
  });
});

describe('"Try it"', () => {
  it('it reads the newest filing about a company, and says what was missing', async () => {
    sec.formD.days.set('2026-07-02', [
      sampleFiling({ accession: '0001999999-26-000001', industry: 'Pooled Investment Fund' }),
      sampleFiling({ accession: '0001999999-26-000002', filedOn: '2026-07-02' }),
    ]);
    const { run } = await fixture.open();
    const trial = await secFormD.tryOut(run);
    expect(trial.url).toBe('https://www.sec.gov/Archives/edgar/data/1999999/0001999999-26-000002.txt');
    expect(trial.records.map(({ table, record }) => [table, record.cells.name])).toEqual([
      ['companies', 'Northlight Robotics, Inc.'],
      ['people', 'Ann Sample'],
    ]);
    expect(trial.missing).toEqual([]);
    sec.formD.renamed.set('issuerPhoneNumber', 'phone').set('totalAmountSold', 'sold');
    const changed = await secFormD.tryOut(run);
    expect(changed.missing).toEqual(['primaryIssuer/issuerPhoneNumber', 'offeringData/offeringSalesAmounts/totalAmountSold']);
  });

  it('it fails with a sentence where there is no index', async () => {
    const { run } = await fixture.open();
    await expect(secFormD.tryOut(run)).rejects.toThrow(
      new OpenSourceError('The SEC has published no daily index in the last 7 days.'),
    );
    sec.formD.days.set('2026-07-02', []);
    await expect(secFormD.tryOut(run)).rejects.toThrow(
      new OpenSourceError('The SEC has published no filing on Form D in the last 7 days.'),
    );
  });
});

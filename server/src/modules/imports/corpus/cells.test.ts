/** Cells as other programs write them: the same in CSV and in JSON. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../testing/read-file.ts';

type Cells = Readonly<Record<string, string>>;

/** Reads one row in both formats. @param others rows that show what the whole file has in common */
async function readBoth(table: TableName, row: Cells, others: readonly Cells[] = []) {
  const rows = [row, ...others];
  const headers = Object.keys(row);
  const line = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\n`;
  const csv = [headers, ...rows.map((cells) => headers.map((header) => cells[header] ?? ''))].map(line).join('');
  const files = [await readFile(table, csv), await readFile(table, rows.map((cells) => `${JSON.stringify(cells)}\n`).join(''))];
  return files.map(({ rows: [first = {}] }) => first);
}

async function expectCell(table: TableName, row: Cells, [field, value]: readonly [string, unknown], others?: readonly Cells[]) {
  for (const found of await readBoth(table, row, others)) expect(found[field] ?? null).toEqual(value);
}

describe('escapes', () => {
  it.each([
    ['Phone', "'+55 45 3223-0100", 'phone', '+55 45 3223-0100'],
    ['Phone', '="+442079460000"', 'phone', '+442079460000'],
    ['Phone', '="0049 30 1234"', 'phone', '0049 30 1234'],
    ['Phone', '442079460001.0', 'phone', '442079460001'],
    ['Phone', '’+47 22 00 00 00', 'phone', '+47 22 00 00 00'],
    ['Email', "'ada@escape.example", 'email', 'ada@escape.example'],
    ['Company', "'=Weaver", 'company_name', '=Weaver'],
    ['Company', "O'Loom", 'company_name', "O'Loom"],
    ['Company', '="00123"', 'company_name', '00123'],
    ['Company', 'None', 'company_name', null],
    ['Company', 'N/A', 'company_name', null],
    ['Company', 'NaN', 'company_name', null],
    ['Company', "['Weaver']", 'company_name', 'Weaver'],
    ['Company', "['Weaver', 'Warp']", 'company_name', null],
    ['Company', '[Weaver]', 'company_name', '[Weaver]'],
    ['Company', "{'name': 'Weaver'}", 'company_name', null],
    ['Company', 'Warp &amp; Weft', 'company_name', 'Warp & Weft'],
  ])('%s %s: %s is %s', (header, cell, field, value) => expectCell('people', { Name: 'Ada', [header]: cell }, [field, value]));
});

describe('places written as objects', () => {
  it.each([
    ["{'locationName': 'Oslo', 'country': 'Norway', 'countryCode': 'NO'}", 'Oslo', 'Norway'],
    ['{"city": "Oslo", "country": "Norway"}', 'Oslo', 'Norway'],
    ["{'city': None, 'country': 'Norway'}", null, 'Norway'],
    ["{'countryCode': 'NO', 'hq': True}", null, 'Norway'],
    ["{'locationName': 'Oslo, Norway'}", 'Oslo', 'Norway'],
    ["{'town': 'L\\'Aquila', 'country_code': 'IT'}", "L'Aquila", 'Italy'],
    ["{'addressLocality': 'Leeds', 'addressCountry': 'GB'}", 'Leeds', 'United Kingdom'],
    ["{'name': 'somewhere'}", null, null],
    ["{'city': ['Oslo']}", null, null],
    ['{}', null, null],
  ])('%s', async (cell, city, country) => {
    await expectCell('people', { Name: 'Ada', Location: cell }, ['city', city]);
    await expectCell('people', { Name: 'Ada', Location: cell }, ['country', country]);
  });

  it('an object of JSON is one, too', async () => {
    const { rows } = await readFile('people', '{"name":"Ada","location":{"city":"Oslo","country":"Norway"}}\n');
    expect(rows).toEqual([{ name: 'Ada', city: 'Oslo', country: 'Norway' }]);
  });
});

describe('numbers of a file with decimal commas', () => {
  const others = [{ Firma: 'Warp', Mitarbeiter: '12', EBITDA: '0,7' }];
  it.each([
    ['Mitarbeiter', '1.250', 'employee_count', 1250],
    ['Mitarbeiter', '10.500', 'employee_count', 10_500],
    ['Mitarbeiter', '1.234.567', 'employee_count', 1_234_567],
    ['Mitarbeiter', '12', 'employee_count', 12],
    ['Mitarbeiter', 'ca. 1.200', 'employee_count', 1200],
    ['EBITDA', '8,5', 'ebitda', 8.5],
    ['EBITDA', '-1,5', 'ebitda', -1.5],
    ['EBITDA', '1.250,75', 'ebitda', 1250.75],
    ['EBITDA', '0,125', 'ebitda', 0.125],
    ['EBITDA', '12', 'ebitda', 12],
  ])('%s %s', (header, cell, field, value) =>
    expectCell('companies', { Firma: 'Weaver', Mitarbeiter: '1', EBITDA: '1,5', [header]: cell }, [field, value], others),
  );
});

describe('days', () => {
  it.each([
    ['Mar 2023', '2023-03-01'],
    ['March 2023', '2023-03-01'],
    ['März 2023', '2023-03-01'],
    ['2021-07', '2021-07-01'],
    ['07/2021', '2021-07-01'],
    ['2019', '2019-01-01'],
    ['Q3 2020', '2020-07-01'],
    ['45352', '2024-03-01'],
    ['45352.5', '2024-03-01'],
    ['2024-03-01T10:00:00Z', '2024-03-01'],
    ['1 March 2024', '2024-03-01'],
    ['soon', null],
    ['13/2021', null],
  ])('%s', (cell, value) =>
    expectCell('companies', { Company: 'Weaver', 'Last Funding Date': cell }, ['last_financing_on', value]),
  );
});

describe('a day and a time in two columns', () => {
  const post = { id: 'cellf1', title: 'Two columns', subreddit: 'weaving' };
  it.each([
    ['2024-03-05', '8:30:05 AM', '2024-03-05T08:30:05.000Z'],
    ['2024-03-05', '8:30:05 PM', '2024-03-05T20:30:05.000Z'],
    ['2024-03-05', '08:30', '2024-03-05T08:30:00.000Z'],
    ['2024-03-05', '23:59:59', '2024-03-05T23:59:59.000Z'],
    ['5 March 2024', '08:30', '2024-03-05T08:30:00.000Z'],
    ['Mar 5, 2024', '8:30 pm', '2024-03-05T20:30:00.000Z'],
    ['2024/03/05', '12:00 AM', '2024-03-05T00:00:00.000Z'],
    ['2024-03-05', '', '2024-03-05T00:00:00.000Z'],
    ['25.03.2024', '08:30', '2024-03-25T08:30:00.000Z'],
    ['2024-03-05', '08:30:05.250', '2024-03-05T08:30:05.250Z'],
  ])('%s and %s', (date, time, value) => {
    const others = [{ ...post, id: 'cellf2', date: '2024-03-06', time: '10:00' }];
    return expectCell('reddit-posts', { ...post, date, time }, ['posted_at', value], others);
  });
});

describe('countries', () => {
  it.each([
    ['England', 'United Kingdom'],
    ['Scotland', 'United Kingdom'],
    ['Northern Ireland', 'United Kingdom'],
    ['Netherlands, The', 'Netherlands'],
    ['Bahamas, The', 'Bahamas'],
    ['United States of America (USA)', 'United States'],
    ['Deutschland', 'Germany'],
    ['Allemagne', 'Germany'],
    ['Alemanha', 'Germany'],
    ['Duitsland', 'Germany'],
    ['Tyskland', 'Germany'],
    ['ドイツ', 'Germany'],
    ['Korea (Republic of)', 'South Korea'],
    ['USA', 'United States'],
    ['San Francisco, CA', 'United States'],
  ])('%s', (cell, value) => expectCell('companies', { Company: 'Weaver', Country: cell }, ['country', value]));
});

describe('names of stores on networks', () => {
  it.each([
    ['instagram', 'weaver_fict', 'https://www.instagram.com/weaver_fict'],
    ['instagram', '@weaver.fict', 'https://www.instagram.com/weaver.fict'],
    ['instagram', 'https://instagram.com/weaver_fict', 'https://instagram.com/weaver_fict'],
    ['instagram', 'yes', null],
    ['facebook', 'weaverfict', 'https://www.facebook.com/weaverfict'],
    ['facebook', 'facebook.com/weaverfict', 'facebook.com/weaverfict'],
    ['linkedin', 'weaver-fict', 'https://www.linkedin.com/company/weaver-fict'],
    ['linkedin', 'company/weaver-fict', 'https://www.linkedin.com/company/weaver-fict'],
    ['youtube_channel', '@weaverfict', 'https://www.youtube.com/@weaverfict'],
    ['facebook', 'true', null],
  ])('%s %s', (header, cell, value) =>
    expectCell('shopify', { url: 'shop.cellfict.example', merchant_name: 'Weaver', [header]: cell }, [header, value]),
  );
});

describe('reviews', () => {
  const review = { Title: 'Fine', Review: 'It weaves.' };
  it.each([
    ['Rated 1 out of 5 stars', 1],
    ['Rated 4.5 out of 5', 4.5],
    ['4 out of 5', 4],
    ['4,5 von 5 Sternen', 4.5],
    ['5 stars', 5],
    ['3/5', 3],
    ['2.0', 2],
    ['4 sur 5', 4],
    ['8 out of 10', null],
    ['great', null],
  ])('rating %s', (cell, value) => expectCell('reviews', { ...review, Rating: cell }, ['rating', value]));

  it.each([
    [{ title: 'Fine', description: 'It weaves.' }, 'It weaves.'],
    [{ Overall: 'I like how it weaves.' }, 'I like how it weaves.'],
    [{ Headline: 'Fine', Comment: 'It weaves.' }, 'It weaves.'],
    [{ title: 'Fine', content: 'It weaves.' }, 'It weaves.'],
    [{ title: 'Fine', 'Review Body': 'It weaves.' }, 'It weaves.'],
    [{ Titel: 'Gut', Bewertungstext: 'Er webt.' }, 'Er webt.'],
    [{ title: 'Fine', feedback: 'It weaves.', overall: '4' }, 'It weaves.'],
    [{ title: 'Fine', 'Full review': 'It weaves.' }, 'It weaves.'],
    [{ title: 'Fine', 'Overall Opinion': 'It weaves.' }, 'It weaves.'],
    [{ title: 'Fine', text: 'It weaves.', description: 'A loom' }, 'It weaves.'],
  ])('the text of %j', (row, value) => expectCell('reviews', row, ['text', value]));
});

describe('contacts without a name', () => {
  it.each([
    [{ Email: 'ada.fict@weaver.example' }, 'ada.fict'],
    [{ 'First Name': '', 'Last Name': '', Email: 'info@weaver.example' }, 'info'],
    [{ 'First Name': 'Ada', 'Last Name': '', Email: 'x@weaver.example' }, 'Ada'],
    [{ Name: '', Email: 'ada+list@weaver.example' }, 'ada+list'],
    [{ Name: '', LinkedIn: 'https://www.linkedin.com/in/ada-fict' }, 'ada-fict'],
    [{ LinkedIn: 'https://www.linkedin.com/in/ada-fict/' }, 'ada-fict'],
    [{ LinkedIn: 'linkedin.com/in/%C3%A5da', Email: '' }, 'åda'],
    [{ Name: '', Email: 'ada@weaver.example', LinkedIn: 'https://www.linkedin.com/in/other' }, 'ada'],
    [{ Name: 'N/A', Email: 'ada@weaver.example' }, 'ada'],
    [{ Name: 'Ada', Email: 'bo@weaver.example' }, 'Ada'],
  ])('%j', (row, name) => expectCell('people', row, ['name', name]));
});

/** The screen of imports with files as people have them: a long export, a workbook with several sheets, and a letter. */
import { workbookOf } from '@leadloom/server/testing/workbook-file';
import { expect, type Page } from '@playwright/test';
import { dropFile, LONG } from './states.ts';

/** Header and cell of the export of a CRM, with two columns of emails and much that no table has. */
const contact: Readonly<Record<string, (index: number) => string>> = {
  'Record ID': (index) => String(9000 + index),
  'First Name': (index) => ['Ada', 'Bo', 'Cleo', 'Dag'][index % 4] ?? '',
  'Last Name': (index) => ['Warpfict', 'Weaverfict'][index % 2] ?? '',
  Email: (index) => (index % 3 === 0 ? '' : `contact${index}@loom${index % 9}fict.example`),
  'Work Email': (index) => `work${index}@loom${index % 9}fict.example`,
  'Phone Number': (index) => (index % 2 === 0 ? `+44 20 7946 0${100 + index}` : ''),
  'Mobile Phone Number': (index) => `+44 7700 900${100 + index}`,
  'Job Title': (index) => ['Head of Sales', 'CTO', 'Founder'][index % 3] ?? '',
  'Company Name': (index) => (index % 2 === 0 ? `Loom ${index % 9} Fict Ltd` : ''),
  'Associated Company': (index) => `Loom ${index % 9} Fict Ltd`,
  'Website URL': (index) => `https://loom${index % 9}fict.example`,
  'LinkedIn URL': (index) => `https://www.linkedin.com/in/contact-${index}-fict`,
  City: (index) => ['San Francisco', 'Leeds'][index % 2] ?? '',
  'State/Region': (index) => ['CA', 'West Yorkshire'][index % 2] ?? '',
  'Country/Region': (index) => ['United States', 'United Kingdom'][index % 2] ?? '',
  'Postal Code': (index) => `LS1 ${index % 9}AB`,
  'Street Address': (index) => `${index} Weaver Street`,
  'Lifecycle Stage': () => 'Lead',
  'Lead Status': () => 'Open',
  'Contact owner': () => 'Cleo Sellerfict',
  'Create Date': (index) => `2026-05-${String((index % 28) + 1).padStart(2, '0')} 09:30`,
  'Marketing contact status': () => 'Marketing contact',
};

export async function readContacts(page: Page): Promise<void> {
  const rows = Array.from({ length: 60 }, (_, index) => Object.values(contact).map((cell) => cell(index)));
  const lines = [Object.keys(contact), ...rows].map((cells) => cells.join(','));
  await dropFile(page, { name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) });
  await page.getByRole('button', { name: 'Next: columns' }).click();
  await expect(page.getByLabel('Column for Job Title')).toBeVisible(LONG);
  await expect(page.getByRole('button', { name: 'Next: check the rows' })).toBeEnabled(LONG);
}

export async function readWorkbook(page: Page): Promise<void> {
  const leads = Array.from({ length: 12 }, (_, index) => [
    `Loom ${index} Fict AS`,
    `https://loom-${index}-fict.example`,
    ['Norway', 'Germany', 'Chile'][index % 3] ?? '',
    20 + index,
  ]);
  const sheets = [
    { name: 'Leads', rows: [['Company', 'Website', 'Country', 'Employees'], ...leads] },
    { name: 'Partners', rows: [['Company', 'Contact', 'Email'], ...[['Weft Fict', 'Ada Warpfict', 'ada@weftfict.example']]] },
    { name: 'Notes', rows: [['Collected at the fair']] },
  ];
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await dropFile(page, { name: 'fair.xlsx', mimeType, buffer: workbookOf({ sheets }) });
  await expect(page.getByRole('table', { name: 'First rows' })).toBeVisible(LONG);
}

export async function dropLetter(page: Page): Promise<void> {
  const letter = 'Dear Ada,\n\nthank you for the looms. The list of leads follows next week.\n\nYours,\nBo\n';
  await dropFile(page, { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from(letter) });
  await expect(page.getByText('No table fits').first()).toBeVisible(LONG);
}

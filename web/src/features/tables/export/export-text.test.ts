import { describe, expect, it } from 'vitest';
import { exportFileName, exportLine } from './export-text.ts';

describe('the line of the export bar', () => {
  it.each([
    [250, 1000, '250/1000 records this month, 75% remaining'],
    [0, 1000, '0/1000 records this month, 100% remaining'],
    [1, 1000, '1/1000 records this month, 99% remaining'],
    [1200, 1000, '1200/1000 records this month, 0% remaining'],
    [3, null, '3/N/A records this month, N/A remaining'],
    [0, null, '0/N/A records this month, N/A remaining'],
    [0, 0, '0/0 records this month, N/A remaining'],
  ])('the text of the export bar for %s used and a limit of %s is correct', (used, limit, text) => {
    expect(exportLine({ export_count: used, export_limit: limit })).toBe(`Export these results to CSV (${text})`);
  });
});

describe("an export's file", () => {
  it('an export’s file is named after the title and the day', () => {
    expect(exportFileName('Shopify Stores', new Date(2026, 2, 1, 23, 59), 'csv')).toBe('shopify stores_export_20260301.csv');
    expect(exportFileName('Companies', new Date(2026, 11, 31), 'xlsx')).toBe('companies_export_20261231.xlsx');
  });
});

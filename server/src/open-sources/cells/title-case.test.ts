import { describe, expect, it } from 'vitest';
import { companyName, placeName } from './title-case.ts';

describe('names that a register writes in capitals', () => {
  it.each([
    ['NORTHLIGHT VENTURES, LLC', 'Northlight Ventures, LLC'],
    ['NORTHLIGHT VENTURES GP II, L.P.', 'Northlight Ventures GP II, L.P.'],
    ['BDT & QRS CAPITAL PARTNERS, INC.', 'BDT & QRS Capital Partners, Inc.'],
    ['THE OLD OAK CO. OF NEW YORK', 'The Old Oak Co. of New York'],
    ["O'BRIEN MCDONALD WOMEN'S FUND", "O'Brien McDonald Women's Fund"],
    ['J.P. SMITH-JONES (UK) LTD', 'J.P. Smith-Jones (UK) Ltd'],
    ['1ST AVENUE A&B 3M FUND', '1st Avenue A&B 3M Fund'],
    ['LIGHTHOUSE.COM ADVISERS', 'Lighthouse.com Advisers'],
    ['FJELLVÆR ØKOLOGISKE ÅKER AS', 'Fjellvær Økologiske Åker AS'],
    ['BRØDRENE ÆRLIG OG SØNN ASA', 'Brødrene Ærlig og Sønn ASA'],
    ['HUS OG BIL DA', 'Hus og Bil DA'],
  ])('%s becomes %s', (written, name) => {
    expect(companyName(written)).toBe(name);
  });

  it.each(['eBay-like Ventures llc', 'Northlight VENTURES', '', '123'])('%j stays as it is written', (name) => {
    expect(companyName(name)).toBe(name);
  });

  it.each([
    ['ST. LOUIS', 'St. Louis'],
    ['LA JOLLA', 'La Jolla'],
    ['STOKE ON TRENT', 'Stoke on Trent'],
    ['Å', 'Å'],
    ['MO I RANA', 'Mo i Rana'],
    ['NY-ÅLESUND', 'Ny-Ålesund'],
  ])('the town %s becomes %s', (written, name) => {
    expect(placeName(written)).toBe(name);
  });
});

import { describe, expect, it } from 'vitest';
import { readTaxId } from './tax-id.ts';

describe('a tax id', () => {
  it.each([
    ['DE123456789', 'eu_vat', 'DE123456789'],
    [' fr 12 345.678-901 ', 'eu_vat', 'FR12345678901'],
    ['GB123456789', 'gb_vat', 'GB123456789'],
    ['XI123456789', 'eu_vat', 'XI123456789'],
    ['GR123456789', 'eu_vat', 'EL123456789'],
  ])('the VAT number %j is of type %s with the value %s', (vatNumber, type, value) => {
    expect(readTaxId(vatNumber)).toEqual({ type, value });
  });

  it.each([null, '', 'US123456789', 'DE', '123456789', 'DE1234567890123', 'ΕΛ123456789'])(
    '%j is not a VAT number',
    (vatNumber) => {
      expect(readTaxId(vatNumber)).toBeNull();
    },
  );
});

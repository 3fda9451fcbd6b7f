import { describe, expect, it } from 'vitest';
import { vatNumberProblem } from './vat-number.ts';

const specified = 'AT BE BG CY CZ DE DK EE EL ES FI FR GB HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

describe('the hint on a VAT number', () => {
  it.each(specified)('is given for %s', (country) => {
    expect(vatNumberProblem(country, '123')).toBe('Invalid VAT Number');
    expect(vatNumberProblem(country, `${country}12345678`)).toBeNull();
  });

  it.each(['DE12', 'DE123456789012', 'IEab12', 'FRX1234567890', ' DE123456789 '])('lets %j pass', (number) => {
    expect(vatNumberProblem('DE', number)).toBeNull();
  });

  it.each([
    'DE1',
    'DE1234567890123',
    'de123456789',
    'D1123456789',
    '123456789',
    'DE 123 456',
    'DE-123',
    'DE12\u00e9',
    'DE12\n34',
  ])('is given for %j', (number) => {
    expect(vatNumberProblem('DE', number)).toBe('Invalid VAT Number');
  });

  it.each(['', '   '])('is not given for an empty number', (number) => {
    expect(vatNumberProblem('DE', number)).toBeNull();
  });

  it.each(['US', 'NO', 'CH', 'ZA', ''])('is not given where such numbers are not judged (%j)', (country) => {
    expect(vatNumberProblem(country, 'x')).toBeNull();
  });

  it('treats Greece by its country code as by its VAT prefix', () => {
    expect(vatNumberProblem('GR', '123456789')).toBe('Invalid VAT Number');
    expect(vatNumberProblem('GR', 'EL123456789')).toBeNull();
  });

  it('takes Northern Ireland’s prefix for the United Kingdom', () => {
    expect(vatNumberProblem('GB', 'XI123456789')).toBeNull();
    expect(vatNumberProblem('GB', 'GB123456789')).toBeNull();
  });
});

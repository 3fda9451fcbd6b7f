import { describe, expect, it } from 'vitest';
import { vatNumberProblem } from './vat-number.ts';

const specified = 'AT BE BG CY CZ DE DK EE EL ES FI FR GB HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

describe('the hint on a VAT number', () => {
  it.each(specified)('a VAT number of %s that is too short gets a hint', (country) => {
    expect(vatNumberProblem(country, '123')).toBe('Invalid VAT Number');
    expect(vatNumberProblem(country, `${country}12345678`)).toBeNull();
  });

  it.each(['DE12', 'DE123456789012', 'IEab12', 'FRX1234567890', ' DE123456789 '])('%j gets no hint', (number) => {
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
  ])('%j gets a hint', (number) => {
    expect(vatNumberProblem('DE', number)).toBe('Invalid VAT Number');
  });

  it.each(['', '   '])('an empty number gets no hint', (number) => {
    expect(vatNumberProblem('DE', number)).toBeNull();
  });

  it.each(['US', 'NO', 'CH', 'ZA', ''])('numbers of countries outside the list get no hint (%j)', (country) => {
    expect(vatNumberProblem(country, 'x')).toBeNull();
  });

  it('Greece is accepted by its country code and by its VAT prefix', () => {
    expect(vatNumberProblem('GR', '123456789')).toBe('Invalid VAT Number');
    expect(vatNumberProblem('GR', 'EL123456789')).toBeNull();
  });

  it('the prefix of Northern Ireland is accepted for the United Kingdom', () => {
    expect(vatNumberProblem('GB', 'XI123456789')).toBeNull();
    expect(vatNumberProblem('GB', 'GB123456789')).toBeNull();
  });
});

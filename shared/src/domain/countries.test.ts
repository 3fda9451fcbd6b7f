import { describe, expect, it } from 'vitest';
import { countryLabel, countryName, isCountryCode, offeredCountries, profileCountries } from './countries.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);

describe('countries', () => {
  it('the list has the 249 countries of the standard, each with a unique name', () => {
    expect(codes).toHaveLength(249);
    expect(new Set(codes.map(countryName)).size).toBe(249);
    expect(codes.map(countryName).filter((name) => name.trim() !== name || name.length < 4)).toEqual([]);
  });

  it('a country code is recognised in upper case only', () => {
    expect(isCountryCode('DE')).toBe(true);
    for (const text of ['de', 'De', 'DEU', '', 'UK', 'EL', 'XX', 'toString', '__proto__', ' DE'])
      expect(isCountryCode(text)).toBe(false);
  });

  it('the profile offers countries in the specified order', () => {
    expect(profileCountries.join(' ')).toBe('US GB CA AU DE FR IT ES BR MX IN CN JP SG ZA EG RU SE FI NO');
    expect(countryLabel('DE')).toBe('DE Germany');
  });

  it('countries added by an operator follow without duplicates', () => {
    expect(offeredCountries([])).toEqual(profileCountries);
    expect(offeredCountries(['PL', 'DE', 'NL', 'PL'])).toEqual([...profileCountries, 'PL', 'NL']);
  });
});

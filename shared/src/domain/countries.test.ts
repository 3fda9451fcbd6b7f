import { describe, expect, it } from 'vitest';
import { countryLabel, countryName, isCountryCode, offeredCountries, profileCountries } from './countries.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);

describe('countries', () => {
  it('are the 249 of the standard, each with a name of its own', () => {
    expect(codes).toHaveLength(249);
    expect(new Set(codes.map(countryName)).size).toBe(249);
    expect(codes.map(countryName).filter((name) => name.trim() !== name || name.length < 4)).toEqual([]);
  });

  it('are known by their code in upper case alone', () => {
    expect(isCountryCode('DE')).toBe(true);
    for (const text of ['de', 'De', 'DEU', '', 'UK', 'EL', 'XX', 'toString', '__proto__', ' DE'])
      expect(isCountryCode(text)).toBe(false);
  });

  it('are offered in the order of the profile', () => {
    expect(profileCountries.join(' ')).toBe('US GB CA AU DE FR IT ES BR MX IN CN JP SG ZA EG RU SE FI NO');
    expect(countryLabel('DE')).toBe('DE Germany');
  });

  it('are followed by those an operator adds, none of them twice', () => {
    expect(offeredCountries([])).toEqual(profileCountries);
    expect(offeredCountries(['PL', 'DE', 'NL', 'PL'])).toEqual([...profileCountries, 'PL', 'NL']);
  });
});

import { countryCodes, countryName } from '@leadloom/shared/domain/countries';
import { describe, expect, it, test } from 'vitest';
import { englishCountry } from './country-names.ts';

describe('countries', () => {
  test.each([
    ['DE', 'Germany'],
    ['deu', 'Germany'],
    ['Deutschland', 'Germany'],
    ['Allemagne', 'Germany'],
    ['USA', 'United States'],
    ['U.S.A.', 'United States'],
    ['the United States of America', 'United States'],
    ['UK', 'United Kingdom'],
    ['Great Britain', 'United Kingdom'],
    ['Turkey', 'Türkiye'],
    ['Czech Republic', 'Czechia'],
    ['Korea, Republic of', 'South Korea'],
    ['Côte d’Ivoire', "Côte d'Ivoire"],
    ['Ivory Coast', "Côte d'Ivoire"],
    ['Bosnia & Herzegovina', 'Bosnia and Herzegovina'],
    ['SAO TOME AND PRINCIPE', 'São Tomé and Príncipe'],
    ['日本', 'Japan'],
    ['The Netherlands', 'Netherlands'],
    ['Atlantis', 'Atlantis'],
    ['England', 'United Kingdom'],
    ['Northern Ireland', 'United Kingdom'],
    ['Netherlands, The', 'Netherlands'],
    ['Gambia, The', 'Gambia'],
    ['United States of America (USA)', 'United States'],
    ['Germany (DE)', 'Germany'],
    ['Congo (Kinshasa)', 'Congo (Kinshasa)'],
    ['Georgia (US)', 'Georgia (US)'],
    ['New England', 'New England'],
    ['248 CA-59', '248 CA-59'],
  ])('%s is read as %s', (name, country) => expect(englishCountry(name)).toBe(country));

  it('every country is found by its name and by its codes', () => {
    for (const code of countryCodes) {
      expect(englishCountry(countryName(code))).toBe(countryName(code));
      expect(englishCountry(code)).toBe(countryName(code));
      expect(englishCountry(code.toLowerCase())).toBe(countryName(code));
    }
  });
});

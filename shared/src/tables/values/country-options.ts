/** Countries by their English names, as stored in rows. */
import { countryCodes, countryName } from '../../domain/countries.ts';
import type { FilterOption } from '../define-table.ts';

export const countryOptions: readonly FilterOption[] = countryCodes
  .map((code) => ({ value: countryName(code) }))
  .sort((one, other) => one.value.localeCompare(other.value, 'en'));

/** The forty-one countries with the most investors. */
export const investorCountryOptions: readonly FilterOption[] = [
  'Argentina',
  'Australia',
  'Austria',
  'Belgium',
  'Brazil',
  'Canada',
  'Chile',
  'China',
  'Colombia',
  'Czechia',
  'Denmark',
  'Egypt',
  'Estonia',
  'Finland',
  'France',
  'Germany',
  'Greece',
  'Hong Kong',
  'Hungary',
  'India',
  'Indonesia',
  'Ireland',
  'Israel',
  'Italy',
  'Japan',
  'Luxembourg',
  'Mexico',
  'Netherlands',
  'New Zealand',
  'Nigeria',
  'Norway',
  'Poland',
  'Portugal',
  'Singapore',
  'South Korea',
  'Spain',
  'Sweden',
  'Switzerland',
  'United Arab Emirates',
  'United Kingdom',
  'United States',
].map((value) => ({ value }));

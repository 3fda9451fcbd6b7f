/** States and provinces of countries whose addresses name them instead of the country, by ISO 3166-2. */
import { iso31662 } from 'iso-3166';

/** ISO 3166 names German states in German, which is also how German addresses write them. */
const COUNTRIES = ['US', 'CA', 'AU', 'BR', 'IN', 'DE'] as const;
export type StateCountry = (typeof COUNTRIES)[number];

let found: ReadonlyMap<string, readonly StateCountry[]> | null = null;

/**
 * The countries that have a state of this name or code.
 * @param text a name in any case, with or without accents, or a code in capitals, such as `CA`
 */
export function countriesOfState(text: string): readonly StateCountry[] {
  found ??= readStates();
  return found.get(text) ?? found.get(fold(text)) ?? [];
}

function readStates(): ReadonlyMap<string, readonly StateCountry[]> {
  const states = new Map<string, StateCountry[]>();
  const add = (key: string, country: StateCountry) => {
    const countries = states.get(key) ?? [];
    states.set(key, countries.includes(country) ? countries : [...countries, country]);
  };
  for (const { code, name } of iso31662) {
    const country = COUNTRIES.find((own) => code.startsWith(`${own}-`));
    if (country === undefined) continue;
    // Behind a city, UK is the United Kingdom, which is no code of ISO, and hardly ever Uttarakhand.
    if (code !== 'IN-UK') add(code.slice(3), country);
    add(fold(name), country);
  }
  add(fold('District of Columbia'), 'US');
  add('D.C.', 'US');
  return states;
}

/** Codes are in capitals, so that they stay apart from names. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

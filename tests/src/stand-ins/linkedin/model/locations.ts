/** Places members live in. Country ids are the network's public ones, so that a search by country finds someone; those of cities are fictional. */
export interface Location {
  readonly id: number;
  readonly name: string;
  /** Null when the place is itself a country. */
  readonly nameWithoutCountry: string | null;
  readonly countryId: number;
  readonly countryName: string;
  /** Upper or lower case, as the network sends either. */
  readonly countryCode: string;
}

const countries: readonly (readonly [id: number, name: string, code: string, cities: readonly string[]])[] = [
  [103644278, 'United States', 'us', ['Portland, Oregon', 'Austin, Texas Metropolitan Area']],
  [101165590, 'United Kingdom', 'GB', ['Leeds, England', 'Cardiff, Wales']],
  [101282230, 'Germany', 'de', ['Leipzig, Saxony', 'Bremen']],
  [105015875, 'France', 'FR', ['Nantes, Pays de la Loire']],
  [103819153, 'Norway', 'no', ['Bergen, Vestland', 'Tromsø, Troms']],
  [102890719, 'Netherlands', 'NL', ['Utrecht']],
  [105072130, 'Poland', 'pl', ['Wrocław, Dolnośląskie']],
  [101355337, 'Japan', 'JP', ['Sapporo, Hokkaido']],
  [102713980, 'India', 'in', ['Pune, Maharashtra', 'Kochi, Kerala']],
  [106057199, 'Brazil', 'BR', ['Curitiba, Paraná']],
  [101174742, 'Canada', 'ca', ['Halifax, Nova Scotia']],
  [105646813, 'Spain', 'ES', ['Zaragoza, Aragón']],
];

const FIRST_CITY_ID = 900_100_000;

export const countryLocations: readonly Location[] = countries.map(([id, name, countryCode]) => ({
  id,
  name,
  nameWithoutCountry: null,
  countryId: id,
  countryName: name,
  countryCode,
}));

export const cityLocations: readonly Location[] = countries
  .flatMap(([countryId, countryName, countryCode, cities]) =>
    cities.map((city) => ({ nameWithoutCountry: city, name: `${city}, ${countryName}`, countryId, countryName, countryCode })),
  )
  .map((place, position) => ({ id: FIRST_CITY_ID + position, ...place }));

export const allLocations: readonly Location[] = [...countryLocations, ...cityLocations];

/** A place where nobody lives, with the network's public number, which a check of its answers compares. */
const berlin: Location = {
  ...{ id: 106967730, name: 'Berlin, Berlin, Germany', nameWithoutCountry: 'Berlin, Berlin' },
  ...{ countryId: 101282230, countryName: 'Germany', countryCode: 'de' },
};
export const suggestedLocations: readonly Location[] = [...allLocations, berlin];

export interface Industry {
  readonly id: number;
  readonly name: string;
}

export const industries: readonly Industry[] = [
  { id: 4, name: 'Software Development' },
  { id: 96, name: 'IT Services and IT Consulting' },
  { id: 116, name: 'Transportation, Logistics, Supply Chain and Storage' },
  { id: 147, name: 'Industrial Machinery Manufacturing' },
  { id: 11, name: 'Business Consulting and Services' },
  { id: 43, name: 'Financial Services' },
  { id: 14, name: 'Hospitals and Health Care' },
  { id: 68, name: 'Higher Education' },
  { id: 86, name: 'Environmental Services' },
  { id: 99, name: 'Design Services' },
];

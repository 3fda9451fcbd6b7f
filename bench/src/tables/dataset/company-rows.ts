/**
 * Generated companies, the same in every run: about 490 bytes each, most of them in a few countries and verticals, every
 * second one with a contact. The identity of a company follows from its number, so that filters can ask for companies that
 * exist.
 */
import { companies } from '@leadloom/shared/tables/companies';
import {
  businessStatuses,
  dealTypes,
  ownershipStatuses,
  regions,
  verticals,
} from '@leadloom/shared/tables/values/company-values';
import { countryOptions, investorCountryOptions } from '@leadloom/shared/tables/values/country-options';
import { createRandom, createZipf, itemAt, type Random } from './random.ts';
import { capitalized, words } from './words.ts';

/** Increase it when the rows change: kept data of an older version is then generated again. */
export const DATASET_KIND = 1;
const SEED = 20_260_715;
const COUNTRIES = 80;
const DAY = 24 * 3600 * 1000;

const values = (options: readonly { readonly value: string }[]) => options.map(({ value }) => value);
/** Countries, the most frequent first. */
export const companyCountries: readonly string[] = [
  ...new Set([...values(investorCountryOptions), ...values(countryOptions)]),
].slice(0, COUNTRIES);
export const companyVerticals = values(verticals);
export const companyOwnerships = values(ownershipStatuses);

const country = createZipf([...companyCountries.keys()]);
const vertical = createZipf(companyVerticals);
const status = createZipf(values(businessStatuses));
const ownership = createZipf(companyOwnerships);
const deal = createZipf(values(dealTypes));
const word = createZipf(words);
const firstName = createZipf(words.slice(0, 300).map(capitalized));
const regionNames = values(regions);
/** Ranges of sizes, and the share of companies up to there. */
const sizes: readonly (readonly [from: number, to: number, upTo: number])[] = [
  [1, 10, 0.5],
  [10, 50, 0.8],
  [50, 200, 0.94],
  [200, 20_000, 1],
];

/** The columns of the cells in order: all columns of the table that a file may have. */
export const companyFields: readonly string[] = companies.columns
  .filter((column) => !('isSetByServer' in column))
  .map(({ field }) => field);

/** Cells as in a file; blank ones are empty. */
export function* companyRows(count: number): Generator<readonly string[]> {
  const random = createRandom(SEED);
  for (let index = 0; index < count; index += 1) {
    const row = companyRow(index, random);
    yield companyFields.map((field) => row[field] ?? '');
  }
}

/** The domain of a company; null: it has no website. */
export function companyDomain(index: number): string | null {
  return index % 40 === 39 ? null : `${slugOf(index)}.example`;
}

function slugOf(index: number): string {
  const [one, other] = [itemAt(words, (index * 7) % words.length), itemAt(words, (index * 13 + 5) % words.length)];
  return `${one}-${other}-${index.toString(36)}`;
}

function companyRow(index: number, random: Random): Readonly<Record<string, string>> {
  const slug = slugOf(index);
  const domain = companyDomain(index);
  const place = country(random);
  const hasContact = random.chance(0.55);
  const contact = `${firstName(random)} ${capitalized(word(random))}`;
  const isFinanced = random.chance(0.7);
  const revenue = random.chance(0.4) ? (random.next() ** 4 * 900).toFixed(2) : '';
  const chosen = new Set(Array.from({ length: 1 + random.below(4) }, () => vertical(random)));
  return {
    name: `${slug.split('-').slice(0, 2).map(capitalized).join(' ')} ${index.toString(36).toUpperCase()}`,
    linkedin_url: random.chance(0.9) ? `https://www.linkedin.com/company/${slug}` : '',
    website: domain === null ? '' : `https://www.${domain}`,
    country: itemAt(companyCountries, place),
    city: random.chance(0.95) ? capitalized(itemAt(words, (place * 25 + random.below(25)) % words.length)) : '',
    region: itemAt(regionNames, place % regionNames.length),
    business_status: status(random),
    ownership_status: ownership(random),
    verticals: [...chosen].join('; '),
    employee_count: random.chance(0.9) ? String(sizeOf(random)) : '',
    main_contact_email: hasContact ? `${contact.toLowerCase().replace(' ', '.')}@${domain ?? 'mail.example'}` : '',
    main_contact_name: hasContact ? contact : '',
    last_financing_deal_type: isFinanced ? deal(random) : '',
    last_financing_on: isFinanced ? dayAt(Date.UTC(2014, 0, 1) + random.below(4500) * DAY) : '',
    revenue,
    ebitda: revenue !== '' && random.chance(0.6) ? (Number(revenue) * (random.next() - 0.3) * 0.4).toFixed(2) : '',
    description: sentence(random),
    updated_at: new Date(Date.UTC(2024, 0, 1) + Math.floor(random.next() * 1000 * DAY)).toISOString(),
  };
}

function sizeOf(random: Random): number {
  const share = random.next();
  const [from, to] = itemAt(
    sizes,
    sizes.findIndex(([, , upTo]) => share < upTo),
  );
  return from + random.below(to - from);
}

function sentence(random: Random): string {
  const length = 20 + random.below(24);
  const chosen = Array.from({ length }, (_, at) => (at % 9 === 8 ? `${word(random)},` : word(random)));
  return `${capitalized(chosen.join(' ').replace(/,$/, ''))}.`;
}

function dayAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

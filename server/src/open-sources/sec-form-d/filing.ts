/**
 * A filing on Form D, whether it came from a quarter's file or from EDGAR: which ones are about companies that raised money,
 * and what rows they make. Streets are never read: those of persons are sometimes homes.
 */
import { companyName, placeName } from '../cells/title-case.ts';
import type { OpenRecord } from '../open-source.ts';
import { type Place, secLocation } from './sec-locations.ts';

export interface Person {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  readonly roles: readonly string[];
}

export interface Filing {
  /** `0001999999-26-000001`. */
  readonly accession: string;
  /** Of the offering, `021-501236`; '': unknown. */
  readonly fileNumber: string;
  /** The filing that this one amends; ''. */
  readonly previousAccession: string;
  readonly filedOn: string;
  readonly isTest: boolean;
  /** Of the primary issuer, ten digits. */
  readonly cik: string;
  readonly name: string;
  readonly city: string;
  readonly place: string;
  readonly phone: string;
  readonly entityType: string;
  /** A year; '': the filing does not say it, or the company is yet to be formed. */
  readonly foundedIn: string;
  readonly industry: string;
  readonly fundType: string;
  readonly exemptions: readonly string[];
  /** Of the first sale, `YYYY-MM-DD`; '': there was none yet. */
  readonly firstSaleOn: string;
  readonly isEquity: boolean;
  readonly isDebt: boolean;
  readonly isOption: boolean;
  readonly isPooled: boolean;
  readonly isCombination: boolean;
  /** Dollars, cumulative over the amendments of an offering. */
  readonly amountSold: string;
  readonly persons: readonly Person[];
  readonly signers: readonly { readonly name: string; readonly title: string }[];
}

export const COMPANY_FIELDS = [
  ...['name', 'legal_name', 'country', 'state', 'city', 'region', 'phone', 'legal_form', 'founded_on', 'verticals'],
  ...['last_financing_on', 'last_financing_amount', 'last_financing_deal_type', 'ownership_status', 'main_contact_name'],
  ...['registry', 'registry_id'],
];
export const PERSON_FIELDS = ['name', 'title', 'company_name', 'country', 'city', 'biography'];

const REAL_ESTATE = ['commercial', 'construction', 'residential', 'reits and finance', 'other real estate'];
/** Of people that register a company as a person: what stands in one of the two names. */
const COMPANY_WORDS =
  /\b(?:llc|l\.l\.c|llp|lp|l\.p|ltd|limited|inc|incorporated|corp|corporation|company|plc|gmbh|s\.?a\.?r\.?l|fund|funds|gp|trust|partners|partnership|holdings?|group|capital|management|ventures|advisors|advisers|associates|investments?|investors|equity|realty|properties|services|enterprises|foundation|bank)\b|\b(?:co|s\.a|b\.v|n\.v|a\.g)\.|&/i;
const SALE_AGE_YEARS = 5;

/** @param options the switches that are on */
export function isTaken(filing: Filing, options: ReadonlySet<string>): boolean {
  if (filing.isTest) return false;
  if (isVehicle(filing) && !options.has('vehicles')) return false;
  return !REAL_ESTATE.includes(filing.industry.toLowerCase().replace('&', 'and')) || options.has('real_estate');
}

/** Whether it only holds the money of its investors. Some call themselves something else, and claim a fund's exemption. */
function isVehicle({ industry, fundType, isPooled, exemptions }: Filing): boolean {
  return (
    /^pooled investment fund/i.test(industry) ||
    fundType !== '' ||
    isPooled ||
    exemptions.some((exemption) => exemption.toUpperCase().startsWith('3C'))
  );
}

/** '' where it is doubtful: a day is typed by whoever files. */
export function financedOn({ firstSaleOn, filedOn }: Filing): string {
  const oldest = `${Number(filedOn.slice(0, 4)) - SALE_AGE_YEARS}${filedOn.slice(4)}`;
  return firstSaleOn > filedOn || firstSaleOn < oldest ? '' : firstSaleOn;
}

interface CompanyContext {
  /** The filing whose offering was sold last; null: another is known that was sold later. */
  readonly financing: Filing | null;
  /** CIKs of companies with a ticker; null: they could not be had. */
  readonly listed: ReadonlySet<string> | null;
}

export function companyRecord(filing: Filing, { financing, listed }: CompanyContext): OpenRecord {
  const place = secLocation(filing.place);
  const industry = named(filing.industry);
  const ownership = listed?.has(filing.cik) === true ? 'Publicly Held' : 'Privately Held (backing)';
  return {
    cells: {
      name: companyName(filing.name),
      legal_name: filing.name,
      ...placeCells(filing, place),
      state: place?.state ?? null,
      region: place?.code === 'US' || place?.code === 'CA' ? 'Americas' : null,
      phone: phoneOf(filing.phone, place),
      legal_form: named(filing.entityType),
      founded_on: filing.foundedIn === '' ? null : `${filing.foundedIn}-01-01`,
      verticals: industry === null ? null : [industry],
      ...(financing === null ? {} : financingCells(financing)),
      ...(listed === null ? {} : { ownership_status: ownership }),
      main_contact_name: mainContact(filing),
      registry: 'sec-cik',
      registry_id: filing.cik,
    },
    url: pageOf(filing),
    asOf: filing.filedOn,
  };
}

/** The persons of a filing who are no companies. */
export function personRecords(filing: Filing): readonly OpenRecord[] {
  const place = secLocation(filing.place);
  return filing.persons.filter(isNatural).map((person) => {
    const roles = inWords(person.roles);
    return {
      cells: {
        name: fullName(person),
        title: signedTitle(filing, person) || roles || null,
        company_name: companyName(filing.name),
        ...placeCells(filing, place),
        biography: `${roles === '' ? 'Named' : roles}, Form D filed ${filing.filedOn}`,
      },
      url: pageOf(filing),
      asOf: filing.filedOn,
    };
  });
}

/** EDGAR's page about the filing, with all its documents. */
export function pageOf({ cik, accession }: Pick<Filing, 'cik' | 'accession'>): string {
  return `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}

/** null for the "Other" of a list of choices, which says nothing. */
function named(choice: string): string | null {
  return /^(?:other)?$/i.test(choice) ? null : choice;
}

function placeCells({ city }: Filing, place: Place | null) {
  return { country: place?.country ?? null, city: placeName(city) || null };
}

/** No round is named: the form does not name any. */
function financingCells(filing: Filing) {
  const sold = /^\d+(?:\.\d+)?$/.test(filing.amountSold) ? Number(filing.amountSold) : 0;
  const isSold = sold > 0 || filing.firstSaleOn !== '';
  return {
    last_financing_on: financedOn(filing) || null,
    last_financing_amount: sold > 0 ? sold / 1_000_000 : null,
    last_financing_deal_type: isSold ? dealType(filing) : null,
  };
}

function dealType({ isCombination, isDebt, isEquity, isOption }: Filing): string {
  if (isCombination) return 'Merger/Acquisition';
  if (isDebt && isOption && !isEquity) return 'Convertible Debt';
  return isDebt && !isEquity && !isOption ? 'Debt' : 'Private placement';
}

/**
 * Numbers of North America are typed without the country's. Some filers type zeros, or a word, into the field that has to be
 * filled: no area there begins with 0 or 1, or has a 9 in the middle.
 */
function phoneOf(text: string, place: Place | null): string | null {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7) return null;
  const isNorthAmerican = place?.code === 'US' || place?.code === 'CA';
  const [, number = ''] = /^1?(\d{10})$/.exec(digits) ?? [];
  if (!isNorthAmerican || number === '') return text.trim();
  return /^[2-9][0-8]\d[2-9]/.test(number) ? `+1 ${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}` : null;
}

function mainContact({ persons }: Filing): string | null {
  const officer = persons.find((person) => isNatural(person) && person.roles.some((role) => /^executive officer$/i.test(role)));
  return officer === undefined ? null : fullName(officer);
}

/** Whether it is a human being, as far as the two names tell. */
function isNatural({ first, middle, last }: Person): boolean {
  const isName = (text: string) =>
    /\p{L}/u.test(text) && !/\d/.test(text) && !/^(?:none|n[./]?a\.?|not applicable)$/i.test(text.trim());
  return isName(first) && isName(last) && !COMPANY_WORDS.test(`${first} ${middle} ${last}`);
}

function fullName({ first, middle, last }: Person): string {
  const name = [first, /\p{L}/u.test(middle) && !/^n\/?a$/i.test(middle) ? middle : '', last]
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (/\p{Ll}/u.test(name)) return name;
  return name
    .split(' ')
    .map((word) => (/^(?:II|III|IV)$/.test(word) ? word : placeName(word)))
    .join(' ');
}

/** What the person signed as, which says more than the form's three roles. */
function signedTitle({ signers }: Filing, { first, last }: Person): string {
  const isSame = (name: string) => {
    const words = wordsOf(name);
    return words[0] === wordsOf(first)[0] && words.at(-1) === wordsOf(last).at(-1);
  };
  return signers.find(({ name, title }) => isSame(name) && title !== '')?.title ?? '';
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
}

/** `Executive Officer, Director and Promoter`. */
function inWords(roles: readonly string[]): string {
  const [last = '', ...others] = roles.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

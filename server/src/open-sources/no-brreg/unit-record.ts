/** A unit of the register, as a row of companies. A field that is blank is absent there. */
import { countryName, isCountryCode } from '@leadloom/shared/domain/countries';
import { verticalsOf } from '../cells/industry-verticals.ts';
import { isTrueAt, listAt, textAt, wholeNumberAt } from '../cells/json-fields.ts';
import { companyName, placeName } from '../cells/title-case.ts';
import { sortAddresses } from '../cells/web-address.ts';
import type { OpenRecord } from '../open-source.ts';

/**
 * Forms of companies. Sole proprietors (ENK) are persons; associations, parishes, estates, housing cooperatives and authorities
 * are no companies.
 */
const COMPANY_FORMS: ReadonlySet<string> = new Set('AS ASA ANS DA KS NUF SA SE BA SF IKS PRE SPA GFS EØFG'.split(' '));
const NUMBER = /^\d{9}$/;

export const unitFields = [
  'name',
  'linkedin_url',
  'website',
  'country',
  'city',
  'region',
  'business_status',
  'verticals',
  'employee_count',
  'main_contact_email',
  'description',
  'phone',
  'legal_name',
  'legal_form',
  'founded_on',
  'registry',
  'registry_id',
] as const;

export function unitNumber(unit: unknown): string {
  return textAt(unit, 'organisasjonsnummer');
}

/** Whether it has what every unit has. A file of units without it is another one than it was. */
export function isUnit(unit: unknown): boolean {
  return NUMBER.test(unitNumber(unit)) && textAt(unit, 'navn') !== '' && textAt(unit, 'organisasjonsform', 'kode') !== '';
}

export function isCompany(unit: unknown): boolean {
  return COMPANY_FORMS.has(textAt(unit, 'organisasjonsform', 'kode'));
}

/** Whether one can reach it, or it has staff. The register does not tell numbers below five, but that there are some. */
export function isAboveFloor(unit: unknown): boolean {
  return (
    (wholeNumberAt(unit, 'antallAnsatte') ?? 0) > 0 ||
    (isTrueAt(unit, 'harRegistrertAntallAnsatte') && textAt(unit, 'antallAnsatte') === '') ||
    textAt(unit, 'epostadresse') !== '' ||
    textAt(unit, 'hjemmeside') !== ''
  );
}

export function unitUrl(number: string): string {
  return `https://data.brreg.no/enhetsregisteret/api/enheter/${number}`;
}

/** @param asOf `YYYY-MM-DD` */
export function unitRecord(unit: unknown, asOf: string): OpenRecord {
  const number = unitNumber(unit);
  const name = textAt(unit, 'navn');
  const code = textAt(unit, 'forretningsadresse', 'landkode') || 'NO';
  const { website, linkedinUrl } = sortAddresses([textAt(unit, 'hjemmeside')]);
  const staff = wholeNumberAt(unit, 'antallAnsatte');
  return {
    cells: {
      name: companyName(name),
      legal_name: name,
      website,
      linkedin_url: linkedinUrl,
      country: isCountryCode(code) ? countryName(code) : textAt(unit, 'forretningsadresse', 'land'),
      city: placeName(textAt(unit, 'forretningsadresse', 'poststed')),
      region: code === 'NO' ? 'Europe' : null,
      business_status: statusOf(unit),
      verticals: verticalsOfUnit(unit),
      employee_count: staff === 0 ? null : staff,
      main_contact_email: textAt(unit, 'epostadresse').toLowerCase(),
      phone: textAt(unit, 'telefon') || textAt(unit, 'mobil'),
      description: sentences(listAt(unit, 'aktivitet')) || sentences(listAt(unit, 'vedtektsfestetFormaal')),
      legal_form: textAt(unit, 'organisasjonsform', 'kode'),
      founded_on: textAt(unit, 'stiftelsesdato'),
      registry: 'no-orgnr',
      registry_id: number,
    },
    url: unitUrl(number),
    asOf,
  };
}

/** A unit that the register struck off, or removed. @param name '' if the register does not say it any more */
export function goneRecord(number: string, name: string, asOf: string): OpenRecord {
  return {
    cells: {
      ...(name === '' ? {} : { name: companyName(name) }),
      business_status: 'Out of Business',
      registry: 'no-orgnr',
      registry_id: number,
    },
    url: unitUrl(number),
    asOf,
    isOnlyForStored: true,
  };
}

function statusOf(unit: unknown): string | null {
  if (isTrueAt(unit, 'konkurs')) return 'Bankruptcy: Liquidation';
  const isWoundUp = isTrueAt(unit, 'underAvvikling') || isTrueAt(unit, 'underTvangsavviklingEllerTvangsopplosning');
  return isWoundUp || textAt(unit, 'slettedato') !== '' ? 'Out of Business' : null;
}

/** Ours, and the register's own words for each industry: they say more, and every unit has one. */
function verticalsOfUnit(unit: unknown): readonly string[] {
  const industries = ['naeringskode1', 'naeringskode2', 'naeringskode3'];
  const ours = industries.flatMap((industry) => verticalsOf(textAt(unit, industry, 'kode')));
  const theirs = industries.map((industry) => textAt(unit, industry, 'beskrivelse'));
  return [...new Set([...ours, ...theirs])].filter((vertical) => vertical !== '');
}

/** Sentences that are cut into lines. */
function sentences(lines: readonly unknown[]): string {
  return lines
    .map((line) => textAt(line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

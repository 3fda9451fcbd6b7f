/**
 * Words of a header that do not say what its cells are, but whose, where, or which of several: `Person - `, `Company`,
 * `Entity.`, `Primary`, `HQ`, `(work)`. Pure.
 */
import type { TableName } from './table-names.ts';

export type HeaderOwner = 'person' | 'company';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const PERSON = words('person people contact lead prospect individual member');
const COMPANY = words('company organization organisation org account employer firm business corporate entity');
const CHOICE = words(
  'primary main default work direct current official preferred verified latest value secondary alternate alternative additional other 1',
);
const PLACE = words('hq headquarters headquarter head office registered reg legal address addr mailing billing home');
/** Parts of a country. With one beside it, a region is another of them: `State/Region`. */
const STATE = words('state province county bundesland département departement provincia estado');
const isOwner = (word: string) => PERSON.has(word) || COMPANY.has(word);
const isQualifier = (word: string) => isOwner(word) || CHOICE.has(word) || PLACE.has(word);

/** A name as it is compared: without case, accents, blanks and punctuation. */
export function simplify(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Words without case and accents; `CompanyName` and `company_name` are two each. */
export function splitHeader(header: string): readonly string[] {
  return header
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== '');
}

/** null: the header says neither, or both. */
export function ownerIn(header: string): HeaderOwner | null {
  const all = splitHeader(header);
  const [isPerson, isCompany] = [all.some((word) => PERSON.has(word)), all.some((word) => COMPANY.has(word))];
  return isPerson === isCompany ? null : isPerson ? 'person' : 'company';
}

/** What the header may mean without such words, the longest first; some dozen. */
export function withoutQualifiers(header: string): readonly string[] {
  const all = splitHeader(header);
  const lead = all.findIndex((word) => !isQualifier(word));
  const leading = Array.from({ length: Math.min(lead < 0 ? all.length - 1 : lead, 6) }, (_, index) => all.slice(index + 1));
  const without = (isLeftOut: (word: string) => boolean) => all.filter((word) => !isLeftOut(word));
  const choices = (word: string) => CHOICE.has(word);
  const bracketless = header.replace(/[([]([^()[\]]*)[)\]]/g, (brackets, inner: string) =>
    splitHeader(inner).every((word) => isQualifier(word) || /^\d+$/.test(word)) ? ' ' : brackets,
  );
  const isState = all.some((word) => STATE.has(word));
  const sides = header.includes('/') && !isState ? header.split('/').map((side) => splitHeader(side)) : [];
  const others = [without(choices), without(isOwner), without((word) => isOwner(word) || choices(word)), without(isQualifier)];
  const plainSides = sides.map((side) => side.filter((word) => !isQualifier(word)));
  return [
    ...new Set([...leading, ...others, splitHeader(bracketless), ...sides, ...plainSides].map((left) => left.join(' '))),
  ].filter((text) => text !== '');
}

const ENTITIES: Readonly<Partial<Record<TableName, HeaderOwner>>> = {
  companies: 'company',
  investors: 'company',
  shopify: 'company',
  people: 'person',
};

/** Whose a column of a table is; null where its rows are neither. */
export function ownerOf(table: string, field: string): HeaderOwner | null {
  // A job is neither, but its employer is a company.
  if (table === 'jobs') return field.startsWith('company_') ? 'company' : null;
  const own = Object.entries(ENTITIES).find(([name]) => name === table)?.[1] ?? null;
  if (own === 'company') return /_contact_/.test(field) ? 'person' : own;
  return own === 'person' && field.startsWith('company_') ? 'company' : own;
}

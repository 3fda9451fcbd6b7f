/**
 * What the headers of a file say about its kind beyond the columns they name: a file of first and last names holds people,
 * however many columns it has about their companies, unless nothing else is said of the people; and a list of businesses holds investors only where something speaks of
 * investing.
 */

import { companies } from '@leadloom/shared/tables/companies';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { headerPart } from '@leadloom/shared/tables/header-parts';
import { splitHeader } from '@leadloom/shared/tables/header-words';
import { people } from '@leadloom/shared/tables/people';

const INVESTING =
  /\b(?:invest\w*|fund|funds|fonds|vc|venture|capital|portfolio|aum|ticket|cheque|check size|limited partners?|lps?|angel|stage focus|preferred stages?)\b/i;
const SHOP = /\b(?:merchant|shops?|stores?|shopify|myshopify|theme|apps?|products?|vendors?|currency)\b/i;
const JOB =
  /\b(?:jobs?|vacanc\w*|salary|compensation|posting|posted|employment|workplace|remote|openings?|apply|hiring|stellen?\w*)\b/i;
/** Only people have them. */
const PERSON = /\b(?:full name|job title|position|seniority|headline)\b/;
const PERSON_PROFILE = /linkedin\.com\/(?:in|pub)\//i;

interface Evidence {
  /** By which the fit is multiplied. */
  readonly factor: number;
  /** A sentence; null: nothing speaks for or against the table. */
  readonly reason: string | null;
}

/** Their columns may all be there: a name, an email and a country are columns of others, too. */
const NOT_INVESTORS_ALONE = 'No header or cell is one that only investors have, such as a fund, a cheque or a portfolio.';
const NOT_SHOPS_ALONE = 'No header is one that only stores have, such as a currency, a theme or a merchant.';
const NOT_JOBS_ALONE = 'No header is one that only jobs have, such as a salary, a workplace or a day of publication.';
const NOT_PEOPLE_ALONE = 'No header or cell is one that only people have, such as a last name, a job title or a profile.';

const NOTHING: Evidence = { factor: 1, reason: null };

/** @param rows the first cells of the file @returns what speaks for or against the table beyond its columns */
export function evidenceFor(table: string, headers: readonly string[], rows: readonly (readonly string[])[]): Evidence {
  const words = headers.map((header) => splitHeader(header).join(' ')).join(' | ');
  if (table === 'investors') {
    const speaksOfInvesting = INVESTING.test(words) || cellsMatch(rows, INVESTING);
    return speaksOfInvesting ? NOTHING : { factor: 0.6, reason: NOT_INVESTORS_ALONE };
  }
  if (table === 'shopify') return SHOP.test(words) ? NOTHING : { factor: 0.6, reason: NOT_SHOPS_ALONE };
  if (table === 'jobs') return JOB.test(words) ? NOTHING : { factor: 0.6, reason: NOT_JOBS_ALONE };
  if (table !== 'people' && table !== 'companies') return NOTHING;
  const parts = new Set(headers.map((header) => headerPart(header, 'people')));
  const namesPeople = parts.has('first') && parts.has('last') && !areContacts(headers);
  const speaksOfPeople = PERSON.test(words) || areOfPersons(headers);
  const hasMailboxes = areNamedAfterPeople(headers, rows);
  const holdsPeople = namesPeople || speaksOfPeople || hasMailboxes || cellsMatch(rows, PERSON_PROFILE);
  if (!holdsPeople) return table === 'companies' ? NOTHING : { factor: 0.75, reason: NOT_PEOPLE_ALONE };
  const found = namesPeople
    ? 'It has first and last names.'
    : speaksOfPeople
      ? 'Its headers speak of people.'
      : hasMailboxes
        ? 'Its emails are those of the names, as people have them.'
        : 'It has profiles of people.';
  return { factor: table === 'people' ? 1 : 0.75, reason: found };
}

/** What only a company has, and how only a person is reached. */
const COMPANY_FACTS: ReadonlySet<string> = new Set(['employee_count', 'revenue', 'ebitda', 'last_financing_on', 'verticals']);
const PERSON_FACTS: ReadonlySet<string> = new Set(['title', 'email', 'phone', 'linkedin_url', 'biography']);

/** Whether first and last names are those of contacts in a list of companies: it says more of the companies than of them. */
function areContacts(headers: readonly string[]): boolean {
  const isOfCompany = headerMapper(companies);
  const isOfPerson = headerMapper(people);
  const facts = headers.filter((header) => COMPANY_FACTS.has(isOfCompany(header)?.field ?? ''));
  return facts.length >= 2 && !headers.some((header) => PERSON_FACTS.has(isOfPerson(header)?.field ?? ''));
}

/** Whether most headers say that they are a person's, and none that it is a fact of a company: `Person - Name`. */
function areOfPersons(headers: readonly string[]): boolean {
  const said = headers.filter((header) => /\b(?:person|people|lead|prospect|member)\b/i.test(header));
  return said.length * 2 > headers.length && !areContacts(headers);
}

const MAILBOX = /^([^@\s]+)@([^@\s]+\.[^@\s]+)$/;

/**
 * Whether names that may be those of people or companies stand in the email addresses before the @, as `Ada Weaver` in
 * `ada@loom.example`, and not behind it, as that of a company.
 */
function areNamedAfterPeople(headers: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const [isOfCompany, isOfPerson] = [headerMapper(companies), headerMapper(people)];
  const named = headers.findIndex((header) => isOfCompany(header)?.field === 'name' && isOfPerson(header)?.field === 'name');
  if (named < 0) return false;
  const fits = (cells: readonly string[]) => {
    const words = splitHeader(cells[named] ?? '').filter((word) => word.length > 1);
    if (words.length < 2 || words.length > 4) return false;
    return cells.some((cell) => {
      const [, box = '', host = ''] = MAILBOX.exec(cell.trim().toLowerCase()) ?? [];
      return words.some((word) => box.includes(word) && !host.includes(word));
    });
  };
  return rows.length > 0 && rows.filter(fits).length * 2 >= rows.length;
}

/** Whether a third of the rows have such a cell. */
function cellsMatch(rows: readonly (readonly string[])[], form: RegExp): boolean {
  return rows.length > 0 && rows.filter((cells) => cells.some((cell) => form.test(cell))).length * 3 >= rows.length;
}

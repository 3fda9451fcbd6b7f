/** Where the data tables say who somebody is, and what happens to such a row. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { redditForm, tiktokForm } from './person/person-address.ts';
import type { PersonFacts } from './person/person-keys.ts';

/** Cells by column; null where the row has none. */
export type IdentityRow = Readonly<Record<string, unknown>>;

/** People that a row names together: a contact with email and name, or a single address. */
interface NamedPerson {
  readonly columns: readonly string[];
  readonly factsOf: (row: IdentityRow) => PersonFacts;
  /** `row`: the row is about the person, and goes. Otherwise these columns are made blank, and the row stays. */
  readonly effect: 'row' | readonly string[];
}

export interface TableIdentity {
  readonly people: readonly NamedPerson[];
  /** Lists, from which single emails of the person are taken. */
  readonly emailLists: readonly string[];
}

const texts = (row: IdentityRow, ...columns: readonly string[]): string[] =>
  columns.flatMap((column) => {
    const cell = row[column];
    return typeof cell === 'string' && cell !== '' ? [cell] : [];
  });

const profileIn = (column: string): NamedPerson => ({
  columns: [column],
  factsOf: (row) => ({ profiles: texts(row, column) }),
  effect: [column],
});

function contact(prefix: string, others: readonly string[]): NamedPerson {
  const [name, email] = [`${prefix}_contact_name`, `${prefix}_contact_email`];
  return {
    columns: [name, email, ...others, 'website', 'name'],
    factsOf: (row) => ({
      names: texts(row, name),
      emails: texts(row, email),
      websites: texts(row, 'website'),
      employers: texts(row, 'name'),
    }),
    effect: [name, email, ...others],
  };
}

/** Identities of tables whose rows hold names, or are about somebody; see `identityByKinds` for all others. */
const identities = {
  people: {
    people: [
      {
        columns: ['name', 'email', 'linkedin_url', 'company_website', 'company_name'],
        factsOf: (row) => ({
          names: texts(row, 'name'),
          emails: texts(row, 'email'),
          profiles: texts(row, 'linkedin_url'),
          websites: texts(row, 'company_website'),
          employers: texts(row, 'company_name'),
        }),
        effect: 'row',
      },
    ],
    emailLists: [],
  },
  companies: { people: [contact('main', [])], emailLists: [] },
  investors: { people: [contact('primary', ['phone']), profileIn('linkedin_url')], emailLists: [] },
  shopify: {
    people: ['linkedin', 'facebook', 'instagram', 'youtube_channel'].map(profileIn),
    emailLists: ['emails'],
  },
  reviews: { people: [{ ...profileIn('reviewer_linkedin_url'), effect: 'row' }], emailLists: [] },
  'reddit-posts': {
    people: [{ columns: ['author'], factsOf: (row) => ({ profileForms: texts(row, 'author').map(redditForm) }), effect: 'row' }],
    emailLists: [],
  },
  'tiktok-videos': {
    people: [
      {
        columns: ['author', 'author_unique_id'],
        factsOf: (row) => ({
          profiles: texts(row, 'author'),
          profileForms: texts(row, 'author_unique_id').map(tiktokForm),
        }),
        effect: 'row',
      },
    ],
    emailLists: [],
  },
} satisfies Readonly<Partial<Record<TableName, TableIdentity>>>;

/** Tables for which `find-rows.repository.ts` has a condition as well. */
export type TableWithIdentity = keyof typeof identities;

export function hasIdentity(table: TableName): table is TableWithIdentity {
  return table in identities;
}

/**
 * The identity according to the kinds of the columns: each email and each address may be somebody's, and so may each email
 * of a list. The cell is blanked, or the row deleted where the cell is required.
 */
export function identityByKinds({ columns }: Pick<TableDefinition, 'columns'>): TableIdentity {
  const people = columns.flatMap(({ field, kind, isRequired }): NamedPerson[] => {
    const effect = isRequired === true ? 'row' : [field];
    if (kind === 'email') return [{ columns: [field], factsOf: (row) => ({ emails: texts(row, field) }), effect }];
    return kind === 'link' ? [{ ...profileIn(field), effect }] : [];
  });
  const lists = columns.filter(({ kind, isSetByServer }) => kind === 'list' && isSetByServer !== true);
  return { people, emailLists: lists.map(({ field }) => field) };
}

function identityOf(table: TableName): TableIdentity {
  return hasIdentity(table) ? identities[table] : identityByKinds(tableByName(table));
}

/** What is to be done with a row, and whom it is about. */
export interface Judgement {
  readonly isGone: boolean;
  /** Cells with their new values. */
  readonly blanked: Readonly<Record<string, null | readonly string[]>>;
  readonly facts: readonly PersonFacts[];
}

/** @param isPerson whether the facts are those of somebody who must not be there @returns null: the row stays as it is */
export function judgeRow(table: TableName, row: IdentityRow, isPerson: (facts: PersonFacts) => boolean): Judgement | null {
  return judgeBy(identityOf(table), row, isPerson);
}

export function judgeBy(
  { people, emailLists }: TableIdentity,
  row: IdentityRow,
  isPerson: (facts: PersonFacts) => boolean,
): Judgement | null {
  const found = people
    .filter(({ columns }) => columns.some((column) => (row[column] ?? null) !== null))
    .map((person) => ({ ...person, facts: person.factsOf(row) }))
    .filter(({ facts }) => isPerson(facts));
  const blanked: Record<string, null | readonly string[]> = {};
  for (const { effect } of found) if (effect !== 'row') for (const column of effect) blanked[column] = null;
  for (const column of emailLists) {
    const list = row[column];
    if (!Array.isArray(list)) continue;
    const emails = list.filter((email) => typeof email === 'string');
    const rest = emails.filter((email) => !isPerson({ emails: [email] }));
    if (rest.length < emails.length) blanked[column] = rest.length === 0 ? null : rest;
  }
  const isGone = found.some(({ effect }) => effect === 'row');
  if (!isGone && Object.keys(blanked).length === 0) return null;
  return { isGone, blanked, facts: found.map(({ facts }) => facts) };
}

/** All columns that say who somebody is. */
export function identityColumns(table: TableName): readonly string[] {
  const { people, emailLists } = identityOf(table);
  return [...new Set([...people.flatMap(({ columns }) => columns), ...emailLists])];
}

/**
 * Finds rows that may be about a person. The conditions here find too many rather than too few; the rules in `person` decide
 * about each of them. The tables belong to the installation, so no statement here names an account.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { ColumnKind, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { hasIdentity, type IdentityRow, identityColumns, type TableWithIdentity } from '../suppression/identity-columns.ts';
import { emailForm, profileForm, writtenNames } from '../suppression/person/person-address.ts';
import { nameForms } from '../suppression/person/person-name.ts';
import { nameInDatabase } from '../tables/changes/watched-rows.service.ts';
import type { KnownPerson } from './person/known-person.ts';

const BATCH = 5_000;

export function storedTable(table: TableName): SQL {
  return sql`${sql.identifier(nameInDatabase(table))}`;
}

/** Texts by which a person may be found. */
export interface Clues {
  /** The parts before the `@`, without points and tags. */
  readonly mailboxes: readonly string[];
  /** Patterns of addresses of profiles. */
  readonly profiles: readonly string[];
  /** Last parts of those addresses. */
  readonly slugs: readonly string[];
  /** Patterns of all words of a name, for each of its spellings. */
  readonly names: readonly (readonly string[])[];
}

const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
/** A name that is written `ue` may be stored with `ü`, which the database folds to `u`. */
const narrowed = (form: string) => form.replaceAll(/([aou])e/g, '$1').replaceAll('aa', 'a');

/** The ways in which addresses write a name: as it is, encoded once or twice, and in its other composition. */
function spellingsOf(slug: string): readonly string[] {
  const encoded = encodeURIComponent(slug);
  return [slug, encoded.toLowerCase(), encodeURIComponent(encoded).toLowerCase(), slug.normalize('NFD')];
}

/** The beginning of the older address of a public profile, which has the last digits of its name as parts of their own. */
function publicProfilePath(slug: string): readonly string[] {
  const name = /^(.+)-[\da-f]{6,9}$/.exec(slug)?.[1];
  return name === undefined ? [] : [`pub/${name}/`];
}

export function cluesOf({ emails, profiles, names }: KnownPerson): Clues {
  const pages = profiles.flatMap((profile) => (profileForm(profile) ?? profile).split('/').at(-1) ?? []);
  const slugs = [...new Set([...pages, ...profiles.flatMap(writtenNames)])].filter((slug) => slug !== '');
  const written = [...slugs, ...slugs.flatMap(publicProfilePath)];
  const forms = names.flatMap(nameForms);
  return {
    mailboxes: [...new Set(emails.flatMap((email) => emailForm(email)?.split('@')[0]?.split('+')[0]?.replaceAll('.', '') ?? []))],
    profiles: [...new Set(written.flatMap(spellingsOf))].map(pattern),
    slugs: [...new Set(slugs.flatMap((slug) => [slug, slug.replace(/^@/, '')]))],
    names: [...new Set([...forms, ...forms.map(narrowed)])].map((form) => form.split(' ').map(pattern)),
  };
}

export function isMailbox(email: SQL, { mailboxes }: Clues): SQL {
  return sql`replace(split_part(split_part(lower(${email}), '@', 1), '+', 1), '.', '') = any(${sql.param(mailboxes)}::text[])`;
}

/** @param folded a name as `fold_text` writes it */
export function isNamed(folded: SQL, { names }: Clues): SQL {
  const joined = sql`translate(${folded}, '''’‘\`´ʼ.', '')`;
  const each = names.map((words) => sql`${joined} like all(${sql.param(words)}::text[])`);
  return each.length === 0 ? sql`false` : sql`(${sql.join(each, sql` or `)})`;
}

/** Conditions on whether a column holds what the clues say. */
function comparisonsWith(clues: Clues) {
  const column = (name: string) => sql`${sql.identifier(name)}`;
  return {
    mail: (name: string) => isMailbox(column(name), clues),
    mailIn: (name: string) => sql`exists (select from unnest(${column(name)}) listed where ${isMailbox(sql`listed`, clues)})`,
    named: (name: string) => isNamed(sql`fold_text(${column(name)})`, clues),
    page: (name: string) => sql`lower(${column(name)}) like any(${sql.param(clues.profiles)}::text[])`,
  };
}

type Comparisons = ReturnType<typeof comparisonsWith>;

/** Each condition covers the same columns as the identity of its table. */
const conditions: Readonly<Record<TableWithIdentity, (comparisons: Comparisons, clues: Clues) => SQL>> = {
  people: ({ mail, named, page }) => sql`${mail('email')} or ${page('linkedin_url')} or ${named('name')}`,
  companies: ({ mail, named }) => sql`${mail('main_contact_email')} or ${named('main_contact_name')}`,
  investors: ({ mail, named, page }) =>
    sql`${mail('primary_contact_email')} or ${named('primary_contact_name')} or ${page('linkedin_url')}`,
  shopify: ({ mailIn, page }) =>
    sql`${mailIn('emails')} or ${page('linkedin')} or ${page('facebook')} or ${page('instagram')} or ${page('youtube_channel')}`,
  reviews: ({ page }) => page('reviewer_linkedin_url'),
  'reddit-posts': ({ page }) => page('author'),
  'tiktok-videos': ({ page }, { slugs }) => sql`${page('author')} or lower(author_unique_id) = any(${sql.param(slugs)}::text[])`,
};

function conditionOf(table: TableName, clues: Clues): SQL {
  return hasIdentity(table) ? conditions[table](comparisonsWith(clues), clues) : conditionByKinds(tableByName(table), clues);
}

/** The condition for tables whose people are found by `identityByKinds`. */
export function conditionByKinds({ columns }: Pick<TableDefinition, 'columns'>, clues: Clues): SQL {
  const { mail, mailIn, page } = comparisonsWith(clues);
  const byKind: Readonly<Partial<Record<ColumnKind, (name: string) => SQL>>> = { email: mail, link: page, list: mailIn };
  const conditions = columns.flatMap(({ field, kind, isSetByServer }) =>
    isSetByServer === true ? [] : (byKind[kind]?.(field) ?? []),
  );
  return conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `);
}

const MOST_EMPLOYERS = 100;

/**
 * The names of companies and investors with this website. Rows of registers name an employer, and no domain: who asks by the
 * domain is found there by these names.
 */
export async function findEmployers(connection: Connection, domain: string): Promise<readonly string[]> {
  const of = (table: TableName) => sql`
    select name, legal_name, website from ${storedTable(table)} where lower(website) like ${pattern(domain)}`;
  const { rows } = await connection.execute<{ name: string; legal_name: string | null; website: string }>(
    sql`${of('companies')} union all ${of('investors')} limit ${MOST_EMPLOYERS}`,
  );
  const own = rows.filter(({ website }) => normalDomain(website) === domain);
  return own.flatMap(({ name, legal_name: legalName }) => (legalName === null ? [name] : [name, legalName]));
}

export interface FoundRow {
  readonly id: number;
  readonly cells: IdentityRow;
}

/** @param clues null: every row, in batches by id */
export async function* findRows(connection: Connection, table: TableName, clues: Clues | null): AsyncGenerator<FoundRow> {
  const names = [...new Set([...identityColumns(table), ...(table === 'tiktok-videos' ? ['video'] : [])])];
  if (names.length === 0) return;
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const condition = clues === null ? sql`true` : sql`(${conditionOf(table, clues)})`;
  for (let last = 0; ; ) {
    const { rows } = await connection.execute<Record<string, unknown> & { id: string }>(sql`
      select id, ${columns} from ${storedTable(table)} where id > ${last} and ${condition} order by id limit ${BATCH}`);
    for (const { id, ...cells } of rows) yield { id: Number(id), cells };
    if (rows.length < BATCH) return;
    last = Number(rows.at(-1)?.id);
  }
}

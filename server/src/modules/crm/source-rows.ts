/**
 * The rows that a CRM gets: those of a view or list as they are now, in the order of their ids, a batch at a time. Cells are texts,
 * as members read them. A batch is read in a transaction of its own, so a run of any length holds no connection.
 */
import { namePartsOf } from '@leadloom/shared/domain/name-parts';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import type { ColumnDefinition, ColumnKind, TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { people } from '@leadloom/shared/tables/people';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Member } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { databaseName, domainSources } from '../../schema/data-table.ts';
import { findExportRows } from '../exports/scheduled/export-rows.ts';
import { openPeopleRows } from '../linkedin/profiles/export-people.service.ts';
import type { PersonFacts } from '../suppression/person/person-keys.ts';
import { watchedTable } from '../tables/changes/watched-rows.service.ts';
import { filterCondition } from '../tables/filters/filter-sql.ts';
import { COLLECTED_PEOPLE_ROWS } from '../tables/my-rows/listed-people.service.ts';
import type { CrmSettings } from './crm-settings.ts';

const PEOPLE_ROWS = databaseName(people);

/** A filter may need to look at the whole table for a few rows. */
const STATEMENT_MILLISECONDS = 120_000;

const rowsSchema = z.array(z.object({ id: z.coerce.number(), cells: z.record(z.string(), z.string().nullable()) }));

export interface SourceRow {
  readonly id: number;
  /** By column; null: blank. */
  readonly cells: Readonly<Record<string, string | null>>;
}

export interface SourceRows {
  /** The table's name in the database. */
  readonly tableName: string;
  /** Whether rows count as exported; people that the workspace collected itself do not. */
  readonly isCharged: boolean;
  /** As the ledger notes them. */
  readonly filters: TableFilters;
  readonly kindOf: (column: string) => ColumnKind | null;
  readonly columns: readonly string[];
  /** @param most counting stops there */
  readonly count: (most: number) => Promise<number>;
  /** @param after the id of the last row of the batch before; 0: the first batch */
  readonly readAfter: (after: number, limit: number) => Promise<readonly SourceRow[]>;
}

/**
 * @param member whose views and lists are meant
 * @returns for contacts, also with the columns `first_name` and `last_name` @throws {AppError} VIEW.NOT_FOUND, ROW_LIST.NOT_FOUND
 */
export async function openSourceRows(platform: Platform, member: Member, settings: CrmSettings): Promise<SourceRows> {
  const rows = await openTableRows(platform, member, settings);
  return settings.object === 'contacts' ? withNameParts(rows) : rows;
}

async function openTableRows(platform: Platform, member: Member, { source }: CrmSettings): Promise<SourceRows> {
  const found = await findExportRows(platform, member, source, 'jsonl');
  if (found.kind === 'people') return openListedPeople(platform, member, found.list);
  const { definition, filters } = found.choice;
  const kinds = new Map(definition.columns.map(({ field, kind }) => [field, kind]));
  const condition = filterCondition(definition, filters) ?? sql`true`;
  const table = sql.identifier(databaseName(definition));
  const cells = sql.join(
    definition.columns.map((column) => sql`${column.field}::text, ${cellText(column)}`),
    sql`, `,
  );
  return {
    tableName: databaseName(definition),
    isCharged: true,
    filters,
    kindOf: (column) => kinds.get(column) ?? null,
    columns: [...kinds.keys()],
    count: async (most) => {
      const counted = sql`select count(*) as rows from (select from ${table} where ${condition} limit ${most}) counted`;
      const [row] = await query(platform, counted);
      return Number(row?.rows ?? 0);
    },
    readAfter: async (after, limit) => {
      const rows = await query(
        platform,
        sql`select id, jsonb_build_object(${cells}) as cells from ${table} where id > ${after} and ${condition} order by id limit ${limit}`,
      );
      return rowsSchema.parse(rows);
    },
  };
}

async function openListedPeople(platform: Platform, { workspaceId }: Member, list: number): Promise<SourceRows> {
  const people = await openPeopleRows(platform, workspaceId, list);
  const kinds = new Map(people.columns.map(({ name, kind }) => [name, kind]));
  return {
    tableName: COLLECTED_PEOPLE_ROWS,
    isCharged: false,
    filters: {},
    kindOf: (column) => kinds.get(column) ?? null,
    columns: [...kinds.keys()],
    count: async (most) => Math.min(most, people.rowCount),
    readAfter: people.readAfter,
  };
}

const CONTACT_NAMES = ['full_name', 'main_contact_name', 'primary_contact_name'];
const NAME_PARTS = ['first_name', 'last_name'] as const;

/** CRMs hold first and last names apart. They are blank where it is not certain which is which, as in a file for a sender. */
function withNameParts(rows: SourceRows): SourceRows {
  // The name of a company or a product is nobody's.
  const whole = rows.tableName === PEOPLE_ROWS ? 'name' : CONTACT_NAMES.find((column) => rows.columns.includes(column));
  if (whole === undefined) return rows;
  return {
    ...rows,
    kindOf: (column) => (NAME_PARTS.some((part) => part === column) ? 'text' : rows.kindOf(column)),
    columns: [...rows.columns, ...NAME_PARTS],
    readAfter: async (after, limit) =>
      (await rows.readAfter(after, limit)).map(({ id, cells }) => {
        const [first, last] = namePartsOf(cells[whole] ?? '') ?? [null, null];
        return { id, cells: { ...cells, first_name: first, last_name: last } };
      }),
  };
}

/** @returns the rows, with columns in the order of the statement */
async function query({ database }: Platform, statement: SQL): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return database.transaction(
    async (transaction) => {
      await transaction.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_MILLISECONDS)}, true)`);
      return (await transaction.execute(statement)).rows;
    },
    { accessMode: 'read only' },
  );
}

function cellText({ field, kind }: ColumnDefinition): SQL {
  const column = sql.identifier(field);
  if (kind === 'list') return sql`nullif(array_to_string(${column}, ', '), '')`;
  if (kind === 'time') return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (kind === 'date') return sql`to_char(${column}, 'YYYY-MM-DD')`;
  return sql`nullif(${column}::text, '')`;
}

/** The row's domain or email, in the form in which records are compared; null: it has none. */
export function keyOfRow(tableName: string, { cells }: SourceRow, key: CrmSettings['key']): string | null {
  if (key === 'crm_id') return null;
  const definition = tableName === COLLECTED_PEOPLE_ROWS ? collectedPeople : watchedTable(tableName);
  const column = key === 'domain' ? domainColumnOf(definition) : definition.columns.find(({ kind }) => kind === 'email')?.field;
  return column === undefined ? null : normalKey(key, cells[column] ?? null);
}

/** The site of a company; of other rows, the first address that a filter compares by its host. */
function domainColumnOf(definition: TableDefinition): string | undefined {
  const { crmRecord } = definition;
  return crmRecord?.by === 'domain' ? crmRecord.column : domainSources(definition)[0];
}

/** @returns null: it is no domain or email */
export function normalKey(key: 'domain' | 'email', text: string | null): string | null {
  if (text === null) return null;
  if (key === 'domain') return normalDomain(text);
  const email = text.trim().toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(email) ? email : null;
}

const NAMES = ['name', 'full_name', 'main_contact_name', 'primary_contact_name'];
const PROFILES = ['linkedin_url', 'profile_url'];
const WEBSITES = ['company_website', 'website'];

/** Who a contact's row is about, to ask the suppression list. */
export function factsOfContact(tableName: string, row: SourceRow): PersonFacts {
  const texts = (columns: readonly string[]) => columns.flatMap((column) => row.cells[column] ?? []);
  const email = keyOfRow(tableName, row, 'email');
  return {
    emails: email === null ? [] : [email],
    names: texts(NAMES),
    profiles: texts(PROFILES),
    websites: texts(WEBSITES),
    employers: texts(['company_name']),
  };
}

/** What members call a row. */
export function nameOfRow({ id, cells }: SourceRow): string {
  return NAMES.flatMap((column) => cells[column] ?? [])[0] ?? `Row ${id}`;
}

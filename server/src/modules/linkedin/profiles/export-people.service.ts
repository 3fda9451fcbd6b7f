/**
 * Collected profiles and their experiences as a file. The ids are read at the start, the rows in batches, so that an export of
 * any size takes the memory of one batch and holds no connection while a client reads slowly. Profiles erased in the
 * meantime are left out.
 */
import { Readable } from 'node:stream';
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import { namePartsOf } from '@leadloom/shared/domain/name-parts';
import { type SenderField, senderColumns } from '@leadloom/shared/tables/sender-file';
import { cellKindOf } from '@leadloom/shared/workbook/cell-xml';
import { sql } from 'drizzle-orm';
import { inBatches } from '../../../database/in-batches.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { type ParquetRow, writeParquet } from '../../../parquet/write-parquet.ts';
import type { Platform } from '../../../platform.ts';
import { isShared } from '../../../schema/member-names.ts';
import { type FileColumn, fileStream } from '../../../workbook/file-stream.ts';
import { notedRows } from '../../activity/activity.service.ts';
import type { ProfileFilters } from './profile-filters.ts';
import { listProfileIds } from './profile-list.repository.ts';
import {
  type ExperiencePosition,
  type ExportedExperienceRow,
  listExperiencesAfter,
  listProfilesByIds,
  type ProfileRow,
} from './profile-reads.repository.ts';

const BATCH_ROWS = 500;
/** The name of the sheet. */
const PEOPLE = 'People';
/** How the activity of a workspace names what was exported. */
const COLLECTED = 'Collected people';
const EXPERIENCES = 'Experiences of collected people';

interface ProfileColumn extends FileColumn<ProfileRow> {
  /** Its values, in formats that have lists. */
  readonly list?: (row: ProfileRow) => readonly string[];
}

const profileColumns: readonly ProfileColumn[] = [
  { header: 'profile_url', value: (row) => row.profileUrl },
  { header: 'profile_id', value: (row) => row.memberId },
  { header: 'full_name', value: (row) => row.fullName },
  { header: 'headline', value: (row) => row.headline },
  { header: 'description', value: (row) => row.description },
  { header: 'location', value: (row) => row.location },
  { header: 'country', value: (row) => row.country },
  { header: 'company_name', value: (row) => row.companyName },
  { header: 'company_url', value: (row) => row.companyUrl },
  { header: 'email', value: (row) => row.email },
  { header: 'phones', value: (row) => row.phones.join(', '), list: (row) => row.phones },
  { header: 'websites', value: (row) => row.websites.join(', '), list: (row) => row.websites },
  { header: 'connection_count', kind: 'number', value: (row) => row.connectionCount },
  { header: 'follower_count', kind: 'number', value: (row) => row.followerCount },
  { header: 'photo_url', value: (row) => row.photoUrl },
  { header: 'collected_at', kind: 'time', value: (row) => row.collectedAt.toISOString() },
  { header: 'updated_at', kind: 'time', value: (row) => row.updatedAt.toISOString() },
  { header: 'tags', value: (row) => row.tags.join(', '), list: (row) => row.tags },
  { header: 'last_collected_at', kind: 'time', value: (row) => row.lastCollectedAt.toISOString() },
  { header: 'title', value: (row) => row.title },
];

/** The cells of a file for a sender, except the reason, which is the same for all. */
const senderCells: Readonly<Record<Exclude<SenderField, 'reason'>, (row: ProfileRow) => string | null>> = {
  email: (row) => row.email,
  first_name: (row) => namePartsOf(row.fullName ?? '')?.[0] ?? null,
  last_name: (row) => namePartsOf(row.fullName ?? '')?.[1] ?? null,
  company: (row) => row.companyName,
  title: (row) => row.title,
  website: (row) => row.companyWebsite,
  linkedin_url: (row) => row.profileUrl,
};

function columnsForSender(reason: string | null): readonly ProfileColumn[] {
  return senderColumns.map(({ field, kind }) => ({
    header: field,
    kind: cellKindOf(kind),
    value: field === 'reason' ? () => reason : senderCells[field],
  }));
}

const idColumn: ProfileColumn = { header: 'id', kind: 'number', value: (row) => row.id };

/** The columns of a workspace's file: members who share it see who collected whom. */
async function columnsIn(database: Platform['database'], workspaceId: WorkspaceId): Promise<readonly ProfileColumn[]> {
  const { rows } = await database.execute(sql`select ${isShared(sql`${workspaceId}::bigint`)} as shared`);
  return rows[0]?.shared === true
    ? [...profileColumns, { header: 'collected_by', value: (row) => row.collectedBy }]
    : profileColumns;
}

const experienceColumns: readonly FileColumn<ExportedExperienceRow>[] = [
  { header: 'profile_url', value: (row) => row.profileUrl },
  { header: 'profile_id', value: (row) => row.memberId },
  { header: 'full_name', value: (row) => row.fullName },
  { header: 'title', value: (row) => row.title },
  { header: 'description', value: (row) => row.description },
  { header: 'company_name', value: (row) => row.companyName },
  { header: 'company_url', value: (row) => row.companyUrl },
  { header: 'category', value: (row) => row.category },
  { header: 'location', value: (row) => row.location },
  { header: 'started_at', kind: 'date', value: (row) => knownPartOfDate(row.startedAt, row.startedPrecision) },
  { header: 'ended_at', kind: 'date', value: (row) => knownPartOfDate(row.endedAt, row.endedPrecision) },
  { header: 'is_current', kind: 'boolean', value: (row) => row.isCurrent },
];

/** The people of a list, for a file that a program reads. Who is erased meanwhile is left out. */
export async function openPeopleOfList(
  platform: Platform,
  member: Member,
  {
    list,
    format,
    withId = false,
  }: {
    readonly list: number;
    readonly format: FileFormat | 'parquet' | 'jsonl';
    /** Whether the file has the id as its first column, so that its rows can be told apart by programs. */
    readonly withId?: boolean | undefined;
  },
): Promise<{ readonly stream: Readable; readonly rowCount: number }> {
  const { database } = platform;
  const { workspaceId } = member;
  const ids = await listProfileIds(database, workspaceId, { list: String(list) });
  const batches = notedRows(platform, member, COLLECTED, batchesOf(database, workspaceId, ids));
  const columns = await columnsIn(database, workspaceId);
  const stream = peopleStream({ columns: withId ? [idColumn, ...columns] : columns, batches }, format);
  return { stream, rowCount: ids.length };
}

/** The people of a list, for what is no file: cells as texts, a batch at a time. Who is erased meanwhile is left out. */
export async function openPeopleRows({ database }: Pick<Platform, 'database'>, workspaceId: WorkspaceId, list: number) {
  const ids = await listProfileIds(database, workspaceId, { list: String(list) });
  return {
    columns: profileColumns.map(({ header, kind = 'text' }) => ({ name: header, kind })),
    rowCount: ids.length,
    /** In the order of their ids. @param after the last id of the batch before; 0: the first batch */
    readAfter: async (after: number, limit: number) => {
      const first = ids.findIndex((id) => id > after);
      const some = first === -1 ? [] : ids.slice(first, first + limit);
      const rows = await listProfilesByIds(database, workspaceId, some);
      return rows.map((row) => ({
        id: row.id,
        cells: Object.fromEntries(profileColumns.map(({ header, value }) => [header, String(value(row) ?? '') || null])),
      }));
    },
  };
}

interface PeopleCells {
  readonly columns: readonly ProfileColumn[];
  readonly batches: AsyncIterable<readonly ProfileRow[]>;
}

function peopleStream(file: PeopleCells, format: FileFormat | 'parquet' | 'jsonl'): Readable {
  if (format === 'jsonl') return Readable.from(objectLines(file));
  if (format === 'parquet') return Readable.from(parquetBytes(file), { objectMode: false });
  return fileStream(file.columns, file.batches, { format, title: PEOPLE, byteOrderMark: false });
}

async function* parquetBytes(file: PeopleCells): AsyncGenerator<Buffer> {
  const columns = file.columns.map(({ header, kind = 'text', list }) => {
    if (list !== undefined) return { name: header, kind: 'list' } as const;
    // The only numbers of a profile are counts.
    return { name: header, kind: kind === 'number' ? 'integer' : kind } as const;
  });
  for await (const { bytes } of writeParquet({ columns }, cellTexts(file))) yield bytes;
}

async function* cellTexts({ columns, batches }: PeopleCells): AsyncGenerator<readonly ParquetRow[]> {
  for await (const rows of batches)
    yield rows.map((row) =>
      columns.map(({ value, list }) => {
        if (list !== undefined) return JSON.stringify(list(row));
        const cell = value(row);
        return cell === null ? null : String(cell);
      }),
    );
}

/** One object for each profile, with the columns of the CSV file; columns with several values are lists. */
async function* objectLines({ columns, batches }: PeopleCells): AsyncGenerator<Buffer> {
  for await (const rows of batches) {
    const lines = rows.map((row) => {
      const cells = columns.map(({ header, value, list }) => [header, list?.(row) ?? value(row)]);
      return JSON.stringify(Object.fromEntries(cells));
    });
    if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`);
  }
}

interface PeopleFile {
  readonly filters: ProfileFilters;
  readonly format: FileFormat;
  /** The columns for a program that sends mails, instead of all. */
  readonly sender?: { readonly reason: string | null } | undefined;
}

/** The matching profiles, oldest first. CSV has a byte order mark, for spreadsheet programs. */
export async function exportProfiles(platform: Platform, member: Member, file: PeopleFile): Promise<Readable> {
  const { database } = platform;
  const { filters, format, sender } = file;
  const columns = sender === undefined ? await columnsIn(database, member.workspaceId) : columnsForSender(sender.reason);
  const rows = notedRows(platform, member, COLLECTED, profileBatches(database, member.workspaceId, filters));
  return fileStream(columns, rows, { format, title: PEOPLE, byteOrderMark: true });
}

/** The experiences of the matching profiles, in the profile's order. CSV has a byte order mark, for spreadsheet programs. */
export function exportExperiences(platform: Platform, member: Member, { filters, format }: PeopleFile): Readable {
  const rows = notedRows(platform, member, EXPERIENCES, experienceBatches(platform.database, member.workspaceId, filters));
  return fileStream(experienceColumns, rows, { format, title: 'Experiences', byteOrderMark: true });
}

async function* profileBatches(
  database: Platform['database'],
  workspaceId: WorkspaceId,
  filters: ProfileFilters,
): AsyncGenerator<readonly ProfileRow[]> {
  yield* batchesOf(database, workspaceId, await listProfileIds(database, workspaceId, filters));
}

async function* batchesOf(
  database: Platform['database'],
  workspaceId: WorkspaceId,
  ids: readonly number[],
): AsyncGenerator<readonly ProfileRow[]> {
  for (const some of inBatches(ids, BATCH_ROWS)) yield await listProfilesByIds(database, workspaceId, some);
}

async function* experienceBatches(
  database: Platform['database'],
  workspaceId: WorkspaceId,
  filters: ProfileFilters,
): AsyncGenerator<readonly ExportedExperienceRow[]> {
  for (const ids of inBatches(await listProfileIds(database, workspaceId, filters), BATCH_ROWS)) {
    let after: ExperiencePosition = { profileId: 0, position: -1 };
    for (;;) {
      const rows = await listExperiencesAfter(database, workspaceId, ids, after, BATCH_ROWS);
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH_ROWS) break;
      after = { profileId: last.profileId, position: last.position };
    }
  }
}

/** `2021-03-01` with the precision of a month is `2021-03`: the file shows no day that is not known. */
function knownPartOfDate(day: string | null, precision: 'day' | 'month' | 'year' | null): string | null {
  if (day === null) return null;
  if (precision === 'year') return day.slice(0, 4);
  return precision === 'month' ? day.slice(0, 7) : day;
}

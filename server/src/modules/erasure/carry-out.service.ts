/**
 * Carries out a request, in steps that each can be done again: whoever takes it over after a kill begins anew with what was
 * noted of the person, and finds less to do. The person is put on the suppression list first, so that nothing that is
 * written from then on brings them back while the steps are running.
 */
import { type ErasureChoice, type ErasureTouches, erasureChoice, erasureTouches } from '@leadloom/shared/contract/erasures';
import { tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { isSharedHost } from '../../hosts/shared-hosts.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import type { Platform } from '../../platform.ts';
import { withdrawContacts, withdrawRows } from '../crm/erased-contacts.service.ts';
import { type PersonFacts, withMemberMarks } from '../suppression/person/person-keys.ts';
import { openSuppressionKey } from '../suppression/suppression-key.service.ts';
import { keyInWorkspace, loadSuppressionList, suppressKeys } from '../suppression/suppressions.service.ts';
import { nameInDatabase } from '../tables/changes/watched-rows.service.ts';
import { COLLECTED_PEOPLE_ROWS } from '../tables/my-rows/listed-people.service.ts';
import { forgetVideos } from '../trends/forget-videos.service.ts';
import { eraseExportFiles, eraseImportFiles, eraseReports, eraseUploads } from './erase-files.repository.ts';
import { deleteEntries, deleteProfiles, lockProfiles } from './erase-profiles.repository.ts';
import { eraseHistory, eraseRows, lockTable } from './erase-rows.repository.ts';
import { erasureDoneMail } from './erasure-mails.ts';
import { changeErasure, listFreed, lockErasure, readErasure, type StoredErasure } from './erasures.repository.ts';
import { findJudgedProfiles, findJudgedRows, findPerson, type JudgedRow } from './find-person.ts';
import { findEmployers } from './find-rows.repository.ts';
import { type ErasedPerson, erasedPersonSchema, isOfIn, knownInWorkspaces } from './person/claims.ts';
import { isOf, type KnownPerson, personOf, together } from './person/known-person.ts';
import { mentionsOf } from './person/mentions.ts';

export interface CarryOutPlatform extends Pick<Platform, 'database' | 'secrets' | 'now'> {
  readonly config: Pick<Platform['config'], 'columnStore'>;
  /** null: nobody is notified. */
  readonly mailQueue: Platform['mailQueue'] | null;
}

const VIDEO = /\/video\/(\d+)/;

type Named = Pick<StoredErasure, 'email' | 'profileUrl' | 'name' | 'domain'>;

async function requestedPerson(connection: Connection, { email, profileUrl, name, domain }: Named): Promise<KnownPerson> {
  const listed = (text: string | null) => (text === null ? [] : [text]);
  const employers = domain === null || isSharedHost(domain) ? [] : await findEmployers(connection, domain);
  const person = { emails: listed(email), profiles: listed(profileUrl), names: listed(name) };
  return personOf({ ...person, websites: listed(domain), employers });
}

/** Runs long reads, for which no screen waits, without time limits. */
function unhurried<Result>(
  { database }: Pick<Platform, 'database'>,
  work: (transaction: Connection) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.execute(
      sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
    );
    return work(transaction);
  });
}

/** Counts of what erasing somebody would touch. */
export async function countPerson(
  platform: Pick<Platform, 'database'>,
  named: Named,
  choice: ErasureChoice = {},
): Promise<ErasureTouches> {
  const { touches } = await unhurried(platform, async (transaction) =>
    findPerson(transaction, await requestedPerson(transaction, named), choice),
  );
  return touches;
}

/** Notes what a request would touch. */
export async function countTouches(platform: Pick<Platform, 'database'>, id: string): Promise<void> {
  const asked = await readErasure(platform.database, id);
  if (asked?.state !== 'open') return;
  const touches = await countPerson(platform, asked);
  await platform.database.transaction(async (transaction) => {
    const found = await lockErasure(transaction, id);
    if (found?.state === 'open') await changeErasure(transaction, id, { touches });
  });
}

/**
 * Carries the request out; it has no effect on one that is not to be carried out. @param signal stops it between two steps;
 * the next try goes on
 */
export async function carryOut(platform: CarryOutPlatform, id: string, signal?: AbortSignal): Promise<void> {
  const person = await suppress(platform, id);
  if (person === null) return;
  await eraseEverywhere(platform, person, signal);
  const mentions = mentionsOf(person);
  for (const step of [eraseImportFiles, eraseUploads, eraseReports, eraseExportFiles]) {
    signal?.throwIfAborted();
    await unhurried(platform, (transaction) => step(transaction, mentions));
  }
  signal?.throwIfAborted();
  if (!(await waitForColumnStore(platform, id))) await finish(platform, id);
}

/** The request stays as it is for as long as a copy still holds what was removed. @returns whether it waits */
async function waitForColumnStore({ config, database }: CarryOutPlatform, id: string): Promise<boolean> {
  const waitsFor = config.columnStore === null ? null : await (await ofColumnStore()).lastWaiting(database);
  await changeErasure(database, id, { waitsFor });
  return waitsFor !== null;
}

/** Ends the requests that waited for the column store alone. */
export async function finishWaiting(platform: CarryOutPlatform): Promise<void> {
  for (const { id, origin } of await listFreed(platform.database))
    await finish(origin === 'command' ? { ...platform, mailQueue: null } : platform, id);
}

/**
 * Takes out of everything whoever is on the list: after a restore of a backup that is older than the list.
 * @returns how many rows, profiles and entries were removed or made blank
 */
export async function eraseSuppressedAgain(platform: Omit<CarryOutPlatform, 'mailQueue'>): Promise<number> {
  const list = await loadSuppressionList(platform.database, await openSuppressionKey(platform.database, platform.secrets));
  if (list.size === 0) return 0;
  return (await eraseFromTables(platform, null, list.holds)) + (await eraseFromProfiles(platform, null, list.holds));
}

/** Notes whom the request is about, and puts them on the list. @returns null: there is nothing to carry out */
async function suppress(platform: CarryOutPlatform, id: string): Promise<ErasedPerson | null> {
  const { database, secrets, now } = platform;
  const key = await openSuppressionKey(database, secrets);
  return unhurried(platform, async (transaction) => {
    const asked = await lockErasure(transaction, id);
    if (asked?.state !== 'running') return null;
    const noted = erasedPersonSchema.nullable().parse(asked.person);
    if (noted !== null) return noted;
    const requested = await requestedPerson(transaction, asked);
    const { person, touches } = await findPerson(transaction, requested, erasureChoice(asked.choice ?? {}));
    await suppressKeys(transaction, key, { texts: listedKeys(person), erasureId: id, addedAt: now() });
    await changeErasure(transaction, id, { person, touches });
    return person;
  });
}

/** The keys by which the person is on the list: for all workspaces, and for those that know more of them. */
function listedKeys(person: ErasedPerson): readonly string[] {
  const everywhere = withMemberMarks(person.keys);
  const known = new Set(everywhere);
  const inWorkspaces = person.accounts.flatMap(({ accountId, person: said }) =>
    withMemberMarks(together(person, said).keys)
      .filter((key) => !known.has(key))
      .map((key) => keyInWorkspace(accountId, key)),
  );
  return [...everywhere, ...inWorkspaces];
}

async function eraseEverywhere(platform: CarryOutPlatform, person: ErasedPerson, signal?: AbortSignal): Promise<void> {
  await eraseFromTables(platform, person, isOf(person), signal);
  await eraseFromProfiles(platform, together(person, knownInWorkspaces(person)), isOfIn(person));
  // Changes of all workspaces' CRMs are looked through.
  await unhurried(platform, async (transaction) => {
    await withdrawContacts(transaction, { emails: person.emails, workspaceId: null }, platform.now());
    // What one workspace says of the person counts there alone.
    for (const { accountId, person: said } of person.accounts)
      await withdrawContacts(transaction, { emails: said.emails, workspaceId: accountId }, platform.now());
  });
}

/** @param person null: look at everything @returns how many rows were deleted or made blank */
async function eraseFromTables(
  platform: Pick<CarryOutPlatform, 'config' | 'database' | 'now'>,
  person: KnownPerson | null,
  isPerson: (facts: PersonFacts) => boolean,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for (const table of tableNames) {
    signal?.throwIfAborted();
    count += await unhurried(platform, async (transaction) => {
      if (table === 'tiktok-videos') {
        // Links first, in the order in which others lock them.
        const videos = await findJudgedRows(transaction, table, person, isPerson);
        await forgetVideos(
          transaction,
          videos.flatMap(({ cells }) => VIDEO.exec(String(cells.video))?.[1] ?? []),
        );
      }
      await lockTable(transaction, table);
      const rows = await findJudgedRows(transaction, table, person, isPerson);
      await eraseRows(transaction, table, rows);
      const tableName = nameInDatabase(table);
      const erased = erasedIds(rows);
      await withdrawRows(transaction, { tableName, ...erased }, platform.now());
      if (platform.config.columnStore !== null)
        await (await ofColumnStore()).askToErase(transaction, tableName, [...erased.gone, ...erased.blanked]);
      await eraseHistory(transaction, table, person === null ? null : mentionsOf(person).needles, isPerson);
      return rows.length;
    });
  }
  return count;
}

/** Loaded only where there is a column store. */
function ofColumnStore() {
  return import('../../column-store/erasures.repository.ts');
}

function erasedIds(rows: readonly JudgedRow[]) {
  const ids = (isGone: boolean) => rows.filter(({ judgement }) => judgement.isGone === isGone).map(({ id }) => Number(id));
  return { gone: ids(true), blanked: ids(false) };
}

/** @param person null: look at everything @returns how many profiles and entries were deleted */
async function eraseFromProfiles(
  platform: Pick<Platform, 'database' | 'now'>,
  person: KnownPerson | null,
  isPerson: (facts: PersonFacts, workspaceId: WorkspaceId) => boolean,
): Promise<number> {
  return unhurried(platform, async (transaction) => {
    const { profiles, entries } = await findJudgedProfiles(transaction, person, isPerson);
    const ids = profiles.map((profile) => profile.id);
    // Collecting takes locks in this order, too: profiles, lists, and what hangs on profiles.
    await lockProfiles(transaction, ids);
    await deleteEntries(transaction, entries);
    await deleteProfiles(transaction, ids);
    await withdrawRows(transaction, { tableName: COLLECTED_PEOPLE_ROWS, gone: ids, blanked: [] }, platform.now());
    return profiles.length + entries.length;
  });
}

/** Ends the request. What the person named is removed from it once the answer to them is queued. */
async function finish({ database, mailQueue, now }: CarryOutPlatform, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const found = await lockErasure(transaction, id);
    if (found?.state !== 'running') return;
    if (found.email !== null) await mailQueue?.enqueue(transaction, erasureDoneMail(found.email), noticeFor(null));
    const touches = found.touches === null ? null : { ...erasureTouches(found.touches), names: [], claims: undefined };
    const named = { email: null, profileUrl: null, name: null, domain: null, message: null };
    const nobody = { ...named, person: null, choice: null, codeHash: null, waitsFor: null };
    await changeErasure(transaction, id, { ...nobody, touches, state: 'done', endedAt: now() });
  });
  mailQueue?.kick();
}

/** Open sources as operators see and switch them. What runs them is in `runs`. */
import type { FilledBySource } from '@leadloom/shared/contract/dashboard';
import type { OpenSourceId } from '@leadloom/shared/contract/open-source-ids';
import type { ChangedOpenSource, OpenSourceState, OpenSourceStatus } from '@leadloom/shared/contract/open-sources';
import { isUnreadMailbox } from '@leadloom/shared/domain/unread-mailbox';
import type { TableName } from '@leadloom/shared/tables/table-names';
import { isStillToCome } from '../../database/plausible-time.ts';
import { AppError } from '../../http/app-error.ts';
import type { OpenSource } from '../../open-sources/open-source.ts';
import type { Platform } from '../../platform.ts';
import { type Actor, recordAction } from '../audit/operator-audit.service.ts';
import { readContact } from './contact.ts';
import { hasBoards, readBoards } from './job-boards.service.ts';
import type { StoredSource } from './open-sources.repository.ts';
import * as repository from './open-sources.repository.ts';
import { addBoards, countBoards } from './runs/boards.repository.ts';
import { switchedOn } from './runs/open-run.ts';
import { isMet } from './runs/source-runner.ts';
import type { SourceRows } from './source-rows.ts';

type ServicePlatform = Pick<Platform, 'config' | 'database' | 'now'>;

export interface SourceParts {
  readonly sources: readonly OpenSource[];
  readonly rows: SourceRows;
}

export async function listSources(platform: ServicePlatform, { sources, rows }: SourceParts) {
  const { config, database, now } = platform;
  // One after the other: a call has one connection.
  const stored = await repository.listStored(database);
  const settings = await repository.readSettings(database);
  const contact = config.openSources.contact ?? settings.contact;
  const counted = await rows.read(stored);
  const boards = sources.some(({ manifest }) => hasBoards(manifest.id)) ? await countBoards(database) : 0;
  const describeSource = (source: OpenSource) => {
    const { id } = source.manifest;
    const seen = { contact, now: now(), rows: counted.of(id), boards: hasBoards(id) ? boards : null };
    return describe(source, stored.get(id), seen);
  };
  return {
    data: sources.map(describeSource),
    total: sources.length,
    contact,
    is_contact_set_by_server: config.openSources.contact !== null,
    sells_in: settings.countries === null ? null : [...settings.countries],
  };
}

/** What each source filled of the tables, and how fresh it is. */
export async function readFilledTables({ database }: Pick<Platform, 'database'>, { sources, rows }: SourceParts) {
  const stored = await repository.listStored(database);
  const counted = await rows.read(stored);
  return (table: TableName): FilledBySource[] =>
    sources.flatMap(({ manifest: { id, title } }) => {
      const filled = counted.ofTable(table, id);
      return filled === 0 ? [] : [{ title, rows: filled, at: stored.get(id)?.succeededAt?.toISOString() ?? null }];
    });
}

/** Whether it was said where the operator sells. */
export async function hasCountries({ database }: Pick<Platform, 'database'>): Promise<boolean> {
  return (await repository.readSettings(database)).countries !== null;
}

async function readSource(platform: ServicePlatform, parts: SourceParts, id: OpenSourceId): Promise<OpenSourceStatus> {
  const { data } = await listSources(platform, parts);
  const found = data.find((source) => source.id === id);
  if (found === undefined) throw new AppError('REQUEST.NOT_FOUND');
  return found;
}

/** @throws {AppError} REQUEST.NOT_FOUND if this version has no such source */
export function requireSource({ sources }: Pick<SourceParts, 'sources'>, id: OpenSourceId): OpenSource {
  const found = sources.find(({ manifest }) => manifest.id === id);
  if (found === undefined) throw new AppError('REQUEST.NOT_FOUND');
  return found;
}

interface Seen {
  readonly contact: string | null;
  readonly now: Date;
  readonly rows: number;
  readonly boards: number | null;
}

function describe(
  { manifest }: OpenSource,
  stored: StoredSource | undefined,
  { contact, now, rows, boards }: Seen,
): OpenSourceStatus {
  const { id, title, needs, attribution, publisher, licence, tables, countries, size, every, isUntried } = manifest;
  const isReady = isMet(needs, contact);
  const state = stateOf(stored, { isReady, now });
  const on = switchedOn({ manifest }, stored?.options);
  return {
    id,
    title,
    state,
    needs: isReady ? null : needs,
    last_run_at: stored?.lastRunAt?.toISOString() ?? null,
    next_run_at: state === 'running' ? null : (stored?.nextRunAt?.toISOString() ?? null),
    rows,
    added: stored?.added ?? 0,
    changed: stored?.changed ?? 0,
    error: stored?.error ?? null,
    can_confirm: state === 'failed' && stored?.refusedRows !== null && stored?.refusedRows !== undefined,
    attribution,
    publisher,
    licence,
    tables: [...tables],
    countries: [...countries],
    size,
    every,
    label: isUntried && (stored?.succeededAt ?? null) === null ? 'not yet seen live' : null,
    options: Object.entries(manifest.options).map(([key, label]) => ({ key, label, on: on.has(key) })),
    boards,
  };
}

/** A source that is due is taken within seconds, so it runs for whoever looks at it. */
function stateOf(
  stored: StoredSource | undefined,
  { isReady, now }: { readonly isReady: boolean; readonly now: Date },
): OpenSourceState {
  if (stored === undefined) return 'off';
  const isDue = stored.nextRunAt !== null && !isStillToCome(stored.nextRunAt, now, repository.LONGEST_WAIT);
  if (stored.isHeld || (isDue && isReady)) return 'running';
  if (stored.error !== null) return 'failed';
  return stored.isOn ? 'waiting' : 'off';
}

export interface SettingsChange {
  readonly contact?: string | null | undefined;
  readonly sells_in?: readonly string[] | undefined;
}

/** @throws {AppError} SOURCES.CONTACT_SET, SOURCES.CONTACT_REFUSED */
export async function changeSettings(
  platform: ServicePlatform,
  { sources }: Pick<SourceParts, 'sources'>,
  { contact, sells_in: sellsIn }: SettingsChange,
  actor: Actor,
): Promise<void> {
  const { config, database } = platform;
  if (contact !== undefined && config.openSources.contact !== null) throw new AppError('SOURCES.CONTACT_SET');
  if (typeof contact === 'string' && isUnreadMailbox(contact)) throw new AppError('SOURCES.CONTACT_REFUSED');
  const countries = sellsIn === undefined ? undefined : [...new Set(sellsIn)].toSorted();
  await database.transaction(async (transaction) => {
    await repository.changeSettings(transaction, {
      ...(contact === undefined ? {} : { contact }),
      ...(countries === undefined ? {} : { countries }),
    });
    const detail = [
      ...(contact === undefined ? [] : [`contact ${contact ?? 'removed'}`]),
      ...(countries === undefined ? [] : [`sells in ${countries.join(', ') || 'no country'}`]),
    ].join('; ');
    if (detail !== '')
      await recordAction(platform, transaction, actor, { action: 'sources.settings_changed', target: null, detail });
    if (countries === undefined) return;
    for (const { manifest } of sources) {
      if (!manifest.isOnByDefault || !fits(manifest.countries, countries)) continue;
      const stored = await repository.lockSource(transaction, manifest.id);
      if (stored.isOn) continue;
      await repository.changeSource(transaction, manifest.id, { isOn: true, nextRunAt: stored.nextRunAt ?? platform.now() });
      await recordAction(platform, transaction, actor, { action: 'source.switched', target: manifest.id, detail: 'on' });
    }
  });
}

/** @param listed countries of a source; empty: it reads whatever rows have an address */
function fits(listed: readonly string[], countries: readonly string[]): boolean {
  return countries.length > 0 && (listed.length === 0 || listed.some((country) => countries.includes(country)));
}

export interface SourceChange {
  readonly on?: boolean | undefined;
  readonly options?: Readonly<Record<string, boolean>> | undefined;
  readonly boards?: readonly string[] | undefined;
}

/**
 * Switches a source, and what it lets in, and adds job boards. Switching it off breaks off its run. Another option is another
 * reading of what was read already, so the next run begins again.
 * @throws {AppError} REQUEST.NOT_FOUND, SOURCES.UNKNOWN_OPTION, SOURCES.NOT_A_BOARD, REQUEST.INVALID; nothing is changed then
 */
export async function changeSource(
  platform: ServicePlatform,
  parts: SourceParts,
  { id, change, actor }: { readonly id: OpenSourceId; readonly change: SourceChange; readonly actor: Actor },
): Promise<ChangedOpenSource> {
  const source = requireSource(parts, id);
  const { on, options = {}, boards } = change;
  if (Object.keys(options).some((key) => !Object.hasOwn(source.manifest.options, key)))
    throw new AppError('SOURCES.UNKNOWN_OPTION');
  const links = boards === undefined ? null : readBoards(id, boards);
  const added = await platform.database.transaction(async (transaction) => {
    const stored = await repository.lockSource(transaction, id);
    const known = switchedOn(source, stored.options);
    const turned = Object.entries(options).filter(([key, isOn]) => known.has(key) !== isOn);
    const isOn = on ?? stored.isOn;
    const time = platform.now();
    if (turned.length > 0) {
      const next = Object.fromEntries([...[...known].map((key) => [key, true] as const), ...turned]);
      // The rows of a file with another option are not comparable with those of the last one.
      const again = { checkpoint: null, fullRows: null, refusedRows: null, nextRunAt: stored.nextRunAt === null ? null : time };
      await repository.changeSource(transaction, id, { options: next, ...again, ...repository.INTERRUPTED });
    }
    if (isOn && !stored.isOn) {
      await repository.changeSource(transaction, id, { isOn, nextRunAt: stored.nextRunAt ?? time });
    } else if (!isOn && (on === false || stored.isOn)) {
      const forgotten = { nextRunAt: null, error: null, refusedRows: null, isConfirmed: false, failures: 0 };
      await repository.changeSource(transaction, id, { isOn, ...forgotten, ...repository.INTERRUPTED });
    }
    const detail = [
      ...(isOn === stored.isOn ? [] : [isOn ? 'on' : 'off']),
      ...turned.map(([key, value]) => `${key} ${value ? 'on' : 'off'}`),
    ].join(', ');
    if (detail !== '') await recordAction(platform, transaction, actor, { action: 'source.switched', target: id, detail });
    if (links === null) return null;
    const count = await addBoards(transaction, links, time);
    // A provider that asked to wait is not asked before.
    if (count > 0 && isOn && stored.error === null) await repository.changeSource(transaction, id, { nextRunAt: time });
    const said = `${count} added, ${links.length - count} known`;
    await recordAction(platform, transaction, actor, { action: 'source.boards_added', target: id, detail: said });
    return count;
  });
  const status = await readSource(platform, parts, id);
  return added === null ? status : { ...status, boards_added: added };
}

export interface RunRequest {
  readonly confirm?: boolean | undefined;
  readonly from_start?: boolean | undefined;
}

/**
 * Makes a source due at once, on or off. @throws {AppError} REQUEST.NOT_FOUND, SOURCES.NO_CONTACT, or SOURCES.RUNNING, then
 * nothing is changed
 */
export async function requestRun(
  platform: ServicePlatform,
  parts: SourceParts,
  { id, request, actor }: { readonly id: OpenSourceId; readonly request: RunRequest; readonly actor: Actor },
): Promise<OpenSourceStatus> {
  const { manifest } = requireSource(parts, id);
  const { confirm = false, from_start: isFromStart = false } = request;
  await requireMet(platform, manifest.needs);
  await platform.database.transaction(async (transaction) => {
    const stored = await repository.lockSource(transaction, id);
    const now = platform.now();
    if (stateOf(stored, { isReady: true, now }) === 'running') throw new AppError('SOURCES.RUNNING');
    await repository.changeSource(transaction, id, {
      nextRunAt: now,
      isConfirmed: confirm,
      ...(isFromStart ? { checkpoint: null } : {}),
      // Counts of a run that was broken off are not those of this one.
      ...repository.INTERRUPTED,
    });
    const detail = [...(confirm ? ['confirmed'] : []), ...(isFromStart ? ['from the start'] : [])].join(', ');
    const action = { action: 'source.run', target: id, ...(detail === '' ? {} : { detail }) } as const;
    await recordAction(platform, transaction, actor, action);
  });
  return readSource(platform, parts, id);
}

/** @throws {AppError} SOURCES.NO_CONTACT */
export async function requireMet(platform: ServicePlatform, needs: OpenSource['manifest']['needs']): Promise<void> {
  if (!isMet(needs, await readContact(platform))) throw new AppError('SOURCES.NO_CONTACT');
}

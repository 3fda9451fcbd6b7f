/**
 * What changed in the register since a time, or since an event. An event says only which unit it is about, so the units are
 * asked for as they are now, many in one request; those that a list no longer has are asked for one by one.
 */
import { listAt, textAt, wholeNumberAt } from '../cells/json-fields.ts';
import { type OpenRecord, OpenSourceError, type OpenSourceRun } from '../open-source.ts';
import { answerJson } from '../readers/answer-text.ts';
import { goneRecord, isAboveFloor, isCompany, unitNumber, unitRecord, unitUrl } from './unit-record.ts';

const API = 'https://data.brreg.no/enhetsregisteret/api';
/** The most that the register answers at once. */
const PAGE_SIZE = 10_000;
const UNITS_PER_REQUEST = 100;
/** Answers for a unit that was removed for legal reasons, or is not known. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Where the feed continues: behind an event, or at a time, before any event was read. */
export type FeedPosition = { readonly after: number } | { readonly since: string };

export interface FeedPage {
  readonly records: readonly OpenRecord[];
  readonly events: number;
  /** The last event of the page. */
  readonly last: number;
}

/** null: nothing happened since */
export async function readFeedPage(position: FeedPosition, run: OpenSourceRun): Promise<FeedPage | null> {
  const from = 'after' in position ? `oppdateringsid=${position.after + 1}` : `dato=${position.since}`;
  const answer = await readJson(`${API}/oppdateringer/enheter?${from}&size=${PAGE_SIZE}`, run);
  const events = listAt(answer, '_embedded', 'oppdaterteEnheter');
  if (events.length === 0) {
    if (wholeNumberAt(answer, 'page', 'totalElements') === 0) return null;
    throw new OpenSourceError('The change feed of Brønnøysund has no oppdaterteEnheter. Its format may have changed.');
  }
  const last = Math.max(...events.map((event) => wholeNumberAt(event, 'oppdateringsid') ?? 0));
  const numbers = new Set(events.map(unitNumber).filter((number) => number !== ''));
  if (numbers.size === 0 || last <= ('after' in position ? position.after : 0))
    throw new OpenSourceError(
      'The change feed of Brønnøysund names no units (oppdateringsid, organisasjonsnummer). Its format may have changed.',
    );
  return { records: await readUnits([...numbers], run), events: events.length, last };
}

async function readUnits(numbers: readonly string[], run: OpenSourceRun): Promise<readonly OpenRecord[]> {
  const records: OpenRecord[] = [];
  const asOf = run.now().toISOString().slice(0, 10);
  for (let from = 0; from < numbers.length; from += UNITS_PER_REQUEST) {
    const asked = numbers.slice(from, from + UNITS_PER_REQUEST);
    const answer = await readJson(`${API}/enheter?organisasjonsnummer=${asked.join(',')}&size=${UNITS_PER_REQUEST}`, run);
    const units = new Map(listAt(answer, '_embedded', 'enheter').map((unit) => [unitNumber(unit), unit]));
    for (const number of asked) {
      const record = changedRecord(number, units.get(number) ?? (await readUnit(number, run)), asOf);
      if (record !== null) records.push(record);
    }
  }
  return records;
}

/** @param unit null: the register does not know it any more @returns null: it is no company */
function changedRecord(number: string, unit: unknown, asOf: string): OpenRecord | null {
  if (unit === null) return goneRecord(number, '', asOf);
  if (!isCompany(unit)) return null;
  if (textAt(unit, 'slettedato') !== '') return goneRecord(number, textAt(unit, 'navn'), asOf);
  const record = unitRecord(unit, asOf);
  // Below the floor, no row is made; but a row that is stored loses what its company no longer has.
  return isAboveFloor(unit) ? record : { ...record, isOnlyForStored: true };
}

async function readUnit(number: string, run: OpenSourceRun): Promise<unknown> {
  const answer = await run.get(unitUrl(number));
  return GONE.has(answer.status) ? null : answerJson(answer);
}

async function readJson(address: string, run: OpenSourceRun): Promise<unknown> {
  return answerJson(await run.get(address));
}

/** The first units of a list, for a trial. */
export async function someUnits(
  size: number,
  run: OpenSourceRun,
): Promise<{ readonly url: string; readonly units: readonly unknown[] }> {
  const url = `${API}/enheter?size=${size}&fraAntallAnsatte=5&organisasjonsform=AS`;
  return { url, units: listAt(await readJson(url, run), '_embedded', 'enheter') };
}

/**
 * Which columns of a sheet are ours. The first row holds the names of the export's columns, and the name of a column that is
 * hidden: it holds the rows' ids. Its name also lists our columns, so that a column of people's own is not taken for ours
 * because of its name. Columns are found by their names wherever people moved them; what is ambiguous is refused with a sentence
 * before anything is written.
 */
import { RefusedByDestination } from '../connector.ts';
import { type ColumnRun, rangeName, runsOf } from './a1-notation.ts';
import type { OpenSheet } from './open-sheet.ts';

const KEY_NAME = 'leadloom_id';
/** The first row is the header. */
const HEADER = { first: 1, last: 1 };

export interface SheetLayout {
  /** The column of ids. */
  readonly key: number;
  /** Where each column of the export is, in the export's order. */
  readonly columns: readonly number[];
  readonly names: readonly string[];
  /** All of ours, as runs of neighbours. */
  readonly ours: readonly ColumnRun[];
}

interface FoundColumns {
  readonly key: number;
  readonly places: ReadonlyMap<string, number>;
  readonly missing: readonly string[];
  /** Ours, but no longer columns of the export. */
  readonly retired: readonly string[];
}

/** The sheet's first row. */
export async function readHeader({ api, properties, columnCount }: OpenSheet, signal: AbortSignal): Promise<readonly string[]> {
  if (columnCount === 0) return [];
  const [rows] = await api.readRanges([rangeName(properties.title, { first: 0, last: columnCount - 1 }, HEADER)], signal);
  return (rows?.[0] ?? []).map(String);
}

/** @returns null: the sheet has no column of ids @throws {RefusedByDestination} what is whose is ambiguous */
export function findColumns(header: readonly string[], columns: readonly string[], title: string): FoundColumns | null {
  const keys = header.flatMap((name, column) => (isKeyName(name) ? [column] : []));
  const [key] = keys;
  if (key === undefined) return null;
  if (keys.length > 1) throw new RefusedByDestination(`The sheet "${title}" has two columns ${KEY_NAME}. Delete one of them.`);
  const owned = ownedColumns(header[key] ?? '') ?? new Set(columns);
  const placesOf = (name: string) => header.flatMap((one, column) => (one === name && column !== key ? [column] : []));
  const places = new Map<string, number>();
  for (const name of new Set([...columns, ...owned])) {
    const found = placesOf(name);
    const [place] = found;
    if (columns.includes(name) && found.length > (owned.has(name) ? 1 : 0))
      throw new RefusedByDestination(
        `The sheet "${title}" has a column "${name}" that is not from Leadloom. Rename it, so that the export's column is the only one.`,
      );
    if (place !== undefined && found.length === 1) places.set(name, place);
  }
  return {
    key,
    places,
    missing: columns.filter((name) => !places.has(name)),
    retired: [...owned].filter((name) => !columns.includes(name)),
  };
}

/** The columns that the name of the column of ids lists. */
export function listedColumns(header: readonly string[]): readonly string[] {
  return [...(ownedColumns(header.find(isKeyName) ?? '') ?? [])];
}

/** Makes an empty sheet ours. What it does may be done again, if the server is stopped before its end. */
export async function createLayout(sheet: OpenSheet, columns: readonly string[], signal: AbortSignal): Promise<SheetLayout> {
  const { api, properties } = sheet;
  await widen(sheet, columns.length + 1, signal);
  const { sheetId } = properties;
  const keyRange = { sheetId, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 };
  await api.change(
    [
      { updateDimensionProperties: { range: keyRange, properties: { hiddenByUser: true }, fields: 'hiddenByUser' } },
      {
        updateSheetProperties: {
          properties: { sheetId, gridProperties: { frozenRowCount: 1 } },
          fields: 'gridProperties.frozenRowCount',
        },
      },
    ],
    signal,
  );
  const range = rangeName(properties.title, { first: 0, last: columns.length }, HEADER);
  await api.writeRanges([{ range, values: [[keyName(columns), ...columns]] }], signal);
  return layoutOf(
    0,
    columns,
    columns.map((_, index) => index + 1),
  );
}

/**
 * Brings found columns up to date: new columns of the export stand behind our last one, and in mode `replace`, columns that the
 * export no longer has are cleared.
 */
export async function updateLayout(
  sheet: OpenSheet,
  columns: readonly string[],
  { isReplaced, ...options }: { readonly found: FoundColumns; readonly isReplaced: boolean },
  signal: AbortSignal,
): Promise<SheetLayout> {
  const { api, properties } = sheet;
  let { found } = options;
  if (found.missing.length > 0) {
    const last = Math.max(found.key, ...found.places.values());
    await makeRoom(sheet, last, found.missing.length, { isKeyLast: last === found.key }, signal);
    // Columns to the right may have moved, and the key among them.
    found = await findAgain(sheet, columns, signal);
    const added = found.missing.map((name, index) => [name, last + 1 + index] as const);
    found = { ...found, places: new Map([...found.places, ...added]), missing: [] };
    const run = { first: last + 1, last: last + added.length };
    const names = { range: rangeName(properties.title, run, HEADER), values: [added.map(([name]) => name)] };
    await api.writeRanges([names, keyHeader(sheet, found.key, [...columns, ...found.retired])], signal);
  }
  if (isReplaced && found.retired.length > 0) {
    const cleared = runsOf(found.retired.flatMap((name) => found.places.get(name) ?? []));
    if (cleared.length > 0)
      await api.clearRanges(
        cleared.map((run) => rangeName(properties.title, run, null)),
        signal,
      );
    await api.writeRanges([keyHeader(sheet, found.key, columns)], signal);
  }
  const { key, places } = found;
  return layoutOf(
    key,
    columns,
    columns.map((name) => placeOf(places, name)),
  );
}

async function findAgain(sheet: OpenSheet, columns: readonly string[], signal: AbortSignal): Promise<FoundColumns> {
  const found = findColumns(await readHeader(sheet, signal), columns, sheet.properties.title);
  if (found === null) throw new Error('The sheet was changed while it was read.');
  return found;
}

/** Blank columns behind one of ours: those that are there, or inserted ones, so that people's own move to the right. */
async function makeRoom(
  sheet: OpenSheet,
  behind: number,
  count: number,
  { isKeyLast }: { readonly isKeyLast: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { api, properties, columnCount } = sheet;
  const there = { first: behind + 1, last: Math.min(behind + count, columnCount - 1) };
  if (there.last >= there.first) {
    const [rows = []] = await api.readRanges([rangeName(properties.title, there, null)], signal);
    const isBlank = rows.every((row) => row.every((cell) => cell === ''));
    if (!isBlank) {
      const range = { sheetId: properties.sheetId, dimension: 'COLUMNS', startIndex: behind + 1, endIndex: behind + 1 + count };
      // Properties such as being hidden are not taken over from the column of ids.
      await sheet.grow({ columns: count }, { insertDimension: { range, inheritFromBefore: !isKeyLast } }, signal);
      return;
    }
  }
  await widen(sheet, behind + 1 + count, signal);
}

async function widen(sheet: OpenSheet, columnCount: number, signal: AbortSignal): Promise<void> {
  const length = columnCount - sheet.columnCount;
  if (length <= 0) return;
  const { sheetId } = sheet.properties;
  await sheet.grow({ columns: length }, { appendDimension: { sheetId, dimension: 'COLUMNS', length } }, signal);
}

/** Whether the columns are still where they were found. @param header the first row as it is now */
export function isLaidOut(header: readonly unknown[], { key, columns, names }: SheetLayout): boolean {
  return isKeyName(String(header[key] ?? '')) && columns.every((column, index) => header[column] === names[index]);
}

/** All columns but ours. */
export function othersColumns({ ours }: Pick<SheetLayout, 'ours'>, columnCount: number): ColumnRun[] {
  const isOurs = (column: number) => ours.some(({ first, last }) => first <= column && column <= last);
  return runsOf(Array.from({ length: columnCount }, (_, column) => column).filter((column) => !isOurs(column)));
}

function layoutOf(key: number, names: readonly string[], columns: readonly number[]): SheetLayout {
  return { key, columns, names, ours: runsOf([key, ...columns]) };
}

function placeOf(places: ReadonlyMap<string, number>, name: string): number {
  const place = places.get(name);
  if (place === undefined) throw new Error(`the column ${name} has no place`);
  return place;
}

function keyHeader({ properties }: OpenSheet, key: number, columns: readonly string[]) {
  return { range: rangeName(properties.title, { first: key, last: key }, HEADER), values: [[keyName(columns)]] };
}

function keyName(columns: readonly string[]): string {
  return `${KEY_NAME} ${JSON.stringify(columns)}`;
}

function isKeyName(name: string): boolean {
  return name === KEY_NAME || name.startsWith(`${KEY_NAME} `);
}

/** @returns null: somebody changed the list */
function ownedColumns(name: string): ReadonlySet<string> | null {
  try {
    const listed: unknown = JSON.parse(name.slice(KEY_NAME.length));
    if (!Array.isArray(listed)) return null;
    return new Set(listed.filter((one) => typeof one === 'string'));
  } catch {
    return null;
  }
}

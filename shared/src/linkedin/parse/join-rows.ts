/**
 * Joins two lists of one person's experiences (or educations) that come from different responses or different
 * days. Equal rows are recognised and fill each other's gaps, so nothing is listed twice.
 */
import type { ParsedEducation, ParsedExperience } from './parsed-profile.ts';
import { byPosition, type PositionedRow, rowOf } from './row-position.ts';

export interface Joining<Row> {
  /** Rows that share one of these are equal. */
  readonly exactKeys: (row: Row) => readonly string[];
  /** Weaker evidence, used only for rows that no exact key paired. */
  readonly looseKeys: (row: Row) => readonly string[];
  /** The first row with its gaps filled from the second. */
  readonly fill: (known: Row, other: Row) => Row;
  /** Whether two rows may belong to one group: roles at one employer. */
  readonly mayShareGroup: (one: Row, other: Row) => boolean;
}

/**
 * Finds the rows that two lists have in common. Takes time linear in the number of rows.
 * @returns the index in `base` for each index in `additions` that has a partner
 */
export function pairRows<Row>(
  base: readonly Row[],
  additions: readonly Row[],
  joining: Joining<Row>,
): ReadonlyMap<number, number> {
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  if (additions.length === 0) return partner;
  for (const keysOf of base.length === 0 ? [] : [joining.exactKeys, joining.looseKeys]) {
    const positions = new Map<string, number[]>();
    for (const [position, row] of base.entries()) {
      if (taken.has(position)) continue;
      for (const key of keysOf(row)) remember(positions, key, position);
    }
    for (const [addition, row] of additions.entries()) {
      const match = partner.has(addition) ? undefined : firstFree(keysOf(row), positions, taken);
      if (match === undefined) continue;
      taken.add(match);
      partner.set(addition, match);
    }
    if (partner.size === additions.length) break;
  }
  return partner;
}

/** `base` with the gaps of its rows filled from their partners. */
export function fillRows<Row>(
  base: readonly PositionedRow<Row>[],
  additions: readonly PositionedRow<Row>[],
  partners: ReadonlyMap<number, number>,
  joining: Joining<Row>,
): readonly PositionedRow<Row>[] {
  const result = [...base];
  for (const [addition, position] of partners) {
    const known = result[position];
    const other = additions[addition];
    if (known !== undefined && other !== undefined) result[position] = { ...known, row: joining.fill(known.row, other.row) };
  }
  return result;
}

/**
 * Joins two lists read at the same time.
 * @param isAdding whether rows of `additions` that are not in `base` are added, each at its position
 */
export function joinRows<Row>(
  base: readonly PositionedRow<Row>[],
  additions: readonly PositionedRow<Row>[],
  joining: Joining<Row>,
  isAdding: boolean,
): readonly PositionedRow<Row>[] {
  const partners = pairRows(base.map(rowOf), additions.map(rowOf), joining);
  const filled = fillRows(base, additions, partners, joining);
  return isAdding ? byPosition([...filled, ...additions.filter((_, index) => !partners.has(index))]) : filled;
}

/** No real career has more rows under one key. The limit bounds the cost of a hostile response. */
const MAX_SAME = 20;

function remember(positions: Map<string, number[]>, key: string, position: number): void {
  const same = positions.get(key);
  if (same === undefined) positions.set(key, [position]);
  else if (same.length < MAX_SAME) same.push(position);
}

function firstFree(
  keys: readonly string[],
  positions: ReadonlyMap<string, number[]>,
  taken: ReadonlySet<number>,
): number | undefined {
  for (const key of keys) {
    const free = positions.get(key)?.find((position) => !taken.has(position));
    if (free !== undefined) return free;
  }
  return undefined;
}

export const joinExperience: Joining<ParsedExperience> = {
  exactKeys: (row) => {
    const rest = `|${plain(row.title)}|${startOf(row)}`;
    return employerKeys(row).map((company) => company + rest);
  },
  // A title in another language starts in the same month; a row without dates has only its title.
  looseKeys: (row) => {
    const rest = row.started_at === null ? `|${plain(row.title)}` : `||${startOf(row)}`;
    return employerKeys(row).map((company) => company + rest);
  },
  fill: (known, other) => ({
    title: known.title ?? other.title,
    description: known.description ?? other.description,
    category: known.category ?? other.category,
    location: known.location ?? other.location,
    company_name: known.company_name ?? other.company_name,
    company_id: known.company_id ?? other.company_id,
    company_url: betterUrl(known.company_url, other.company_url),
    ...datesOf(known.started_at === null && other.started_at !== null ? other : known),
  }),
  mayShareGroup: (one, other) => {
    const keys = employerKeys(one);
    return employerKeys(other).some((key) => keys.includes(key));
  },
};

export const joinEducation: Joining<ParsedEducation> = {
  exactKeys: (row) => {
    const rest = `|${degreeOf(row)}|${row.started_at}`;
    return companyKeys(row.school_url, row.school_name).map((school) => school + rest);
  },
  looseKeys: (row) =>
    companyKeys(row.school_url, row.school_name).flatMap((school) => [
      `${school}|${degreeOf(row)}`,
      `${school}||${row.started_at}`,
    ]),
  fill: (known, other) => ({
    school_name: known.school_name ?? other.school_name,
    school_url: betterUrl(known.school_url, other.school_url),
    degree: known.degree ?? other.degree,
    field: known.field ?? other.field,
    started_at: known.started_at ?? (known.ended_at === null ? other.started_at : null),
    ended_at: known.ended_at ?? (known.started_at === null ? other.ended_at : null),
  }),
  mayShareGroup: () => false,
};

function datesOf(
  row: ParsedExperience,
): Pick<ParsedExperience, 'started_at' | 'started_precision' | 'ended_at' | 'ended_precision' | 'is_current'> {
  const { started_at, started_precision, ended_at, ended_precision, is_current } = row;
  return { started_at, started_precision, ended_at, ended_precision, is_current };
}

/** A slug says more than a number. */
function betterUrl(known: string | null, other: string | null): string | null {
  return known !== null && other !== null && /\/\d+$/.test(known) && !/\/\d+$/.test(other) ? other : (known ?? other);
}

function startOf(row: ParsedExperience): string {
  return row.started_at === null ? '' : `${row.started_at}${row.started_precision}`;
}

function degreeOf(row: ParsedEducation): string {
  return `${plain(row.degree)}|${plain(row.field)}`;
}

/** Two rows that share one of these name the same employer. */
export function employerKeys({ company_id, company_url, company_name }: ParsedExperience): readonly string[] {
  return companyKeys(company_id ?? company_url, company_name);
}

function companyKeys(identity: string | null, name: string | null): readonly string[] {
  if (identity === null) return [plain(name)];
  return name === null ? [identity] : [identity, plain(name)];
}

function plain(text: string | null): string {
  return text === null ? '' : text.toLowerCase();
}

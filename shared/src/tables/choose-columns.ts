/**
 * Which header fills which column: by its words, and by its cells, which may contradict them. Of several headers for one
 * column, the one that says that it is the column's own comes first, and one whose cells cannot be read comes last. Pure.
 */
import type { Disagreement } from './column-form.ts';
import type { TableDefinition } from './define-table.ts';
import { headerReader, type MappedHeader } from './header-mapper.ts';
import { secondMeaning } from './header-synonyms.ts';
import { ownerOf, simplify } from './header-words.ts';
import { type FileSample, unitOf } from './mapped-column.ts';

/** Whether the cells under a header contradict the column that its words mean. */
export type ContentCheck = (field: string, index: number) => Disagreement | null;

/** A header that may fill a column. */
export interface Candidate {
  readonly index: number;
  readonly field: string;
  /**
   * 0: it was chosen, or says that it is the column's own; 1: it does not say; 2: it says that it is something else's; 3: its
   * cells are doubtful.
   */
  readonly tier: 0 | 1 | 2 | 3;
  /** How well its words fit; lower is better, and a chosen one comes first. */
  readonly rank: number;
  readonly unit?: number;
}

/** Why a header that means a column does not fill it. */
export interface LeftHeader {
  readonly index: number;
  readonly field: string;
  /** `settled`: the mapping fills the column in another way; `other`: its cells are something else. */
  readonly because: 'settled' | 'owner' | 'currency' | 'other' | 'unit';
}

export interface WeighedHeaders {
  readonly candidates: readonly Candidate[];
  readonly left: readonly LeftHeader[];
}

export function weighHeaders(
  definition: TableDefinition,
  { headers, chosen }: Pick<FileSample, 'headers' | 'chosen'>,
  disagreementOf: ContentCheck,
): WeighedHeaders {
  const meaningOf = headerReader(definition);
  const settled = new Set([...Object.keys(chosen.joins), ...Object.keys(chosen.constants)]);
  const kinds = new Map(definition.columns.map(({ field, kind }) => [field, kind]));
  const candidates: Candidate[] = [];
  const left: LeftHeader[] = [];

  function reasonAgainst(meaning: MappedHeader, disagreement: Disagreement | null): LeftHeader['because'] | null {
    if (settled.has(meaning.field)) return 'settled';
    if (meaning.owner === 'other' && !reachesAll(kinds.get(meaning.field))) return 'owner';
    if (meaning.isOtherCurrency === true) return 'currency';
    return disagreement === 'other' ? 'other' : null;
  }

  function meaningByCells(meaning: MappedHeader | null, index: number): MappedHeader | null {
    if (meaning === null || disagreementOf(meaning.field, index) === null) return meaning;
    const second = secondMeaning(definition.name, simplify(headers[index] ?? ''));
    if (second === null || disagreementOf(second, index) !== null) return meaning;
    return { field: second, rank: 4, owner: null };
  }

  for (const [index, header] of headers.entries()) {
    if (Object.hasOwn(chosen.headers, header)) {
      const field = chosen.headers[header] ?? null;
      if (field !== null) candidates.push({ index, field, tier: 0, rank: -1, ...unitOf(chosen.units[field]) });
      continue;
    }
    const meaning = meaningByCells(meaningOf(header), index);
    if (meaning === null) continue;
    const { field, rank, owner, unit } = meaning;
    const disagreement = disagreementOf(field, index);
    const because = reasonAgainst(meaning, disagreement);
    if (because !== null) left.push({ index, field, because });
    else candidates.push({ index, field, tier: tierOf(owner, disagreement), rank, ...unitOf(unit) });
  }
  return { candidates, left };
}

/** The candidates that fill each column, the one whose cells count first at the front. */
export function takenCandidates(
  { name: table, columns }: TableDefinition,
  candidates: readonly Candidate[],
): ReadonlyMap<string, readonly Candidate[]> {
  const kinds = new Map(columns.map(({ field, kind }) => [field, kind]));
  const taken = new Map<string, readonly Candidate[]>();
  for (const [field, found] of Map.groupBy(candidates, (candidate) => candidate.field)) {
    const ordered = found.toSorted((one, other) => one.tier - other.tier || one.rank - other.rank || one.index - other.index);
    const [best] = ordered;
    // The city of a contact says nothing about a company whose own city is blank; a page that fits the row is its own.
    const isAlike = ({ tier }: Candidate) => tier === best?.tier || (tier <= 1 && isOwnPage(table, field));
    const counts = (one: Candidate) => (isAlike(one) || reachesAll(kinds.get(field))) && one.unit === best?.unit;
    taken.set(field, ordered.filter(counts));
  }
  return taken;
}

function tierOf(owner: MappedHeader['owner'], disagreement: Disagreement | null): Candidate['tier'] {
  if (disagreement !== null) return 3;
  return owner === 'own' ? 0 : owner === null ? 1 : 2;
}

/** Whether cells show that a page is that of the row, whatever the header says. */
function isOwnPage(table: string, field: string): boolean {
  return field === 'linkedin_url' || (field === 'website' && ownerOf(table, field) === 'company');
}

/** Whether any column of the kind will do: a telephone of the company reaches the person as well. */
function reachesAll(kind: string | undefined): boolean {
  return kind === 'phone' || kind === 'email';
}
